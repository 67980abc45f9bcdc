// The functions of the library fmt, compiled into the program: with its shared library, and the
// shared library of C++ that it needs, a command takes a third longer to start.

#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template thousands_sep_result<char> thousands_sep_impl<char>(locale_ref);
template char decimal_point_impl<char>(locale_ref);
template void buffer<char>::append<char>(const char*, const char*);
namespace dragonbox {
template decimal_fp<float> to_decimal<float>(float) noexcept;
template decimal_fp<double> to_decimal<double>(double) noexcept;
}  // namespace dragonbox

}  // namespace detail
FMT_END_NAMESPACE
