# Writes a source that has the files of the page as they are:
#   cmake -DFROM=web -DTO=page_files.cc -P EmbedPage.cmake
file(GLOB_RECURSE files RELATIVE ${FROM} ${FROM}/*.html ${FROM}/*.css ${FROM}/*.js ${FROM}/*.svg
  ${FROM}/*.md)
list(SORT files)
set(rows "")
foreach(name IN LISTS files)
  file(READ ${FROM}/${name} text)
  string(APPEND rows "    PageFile{\"${name}\", R\"loci_page(${text})loci_page\"},\n")
endforeach()
file(WRITE ${TO} "#include \"http/page.h\"

#include <array>

namespace loci::http {
namespace {

const std::array kPageFiles{
${rows}};

}  // namespace

std::span<const PageFile> page_files() { return kPageFiles; }

}  // namespace loci::http
")
