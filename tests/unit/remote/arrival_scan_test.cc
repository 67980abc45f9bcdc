#include "remote/arrival_scan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "guard/scanner.h"

namespace loci::remote::arrival_scan_test {
namespace {

// A key of the kind that the scanner blocks, in every hundredth.
std::string text_of(int i) {
  return i % 100 == 7 ? fmt::format("aws_access_key_id = AKIAIOSFODNN7EXAMP{:02}\n", i / 100)
                      : fmt::format("What we know of {}.\n", i);
}

TEST(ArrivalScan, FindsWhatTheScannerFinds) {
  for (const int count : {0, 3, 256, 3'000}) {
    Texts texts;
    ArrivalScan scan;
    std::size_t harmless = 0;
    for (int i = 0; i < count; ++i) {
      const auto placed = texts.emplace(fmt::format("{:064}", i), text_of(i)).first;
      if (guard::scan(placed->second).empty()) ++harmless;
      scan.add(*placed);
    }
    const auto found = scan.finish();
    EXPECT_EQ(found.size(), harmless) << count;
    for (const auto& [hash, text] : texts) {
      EXPECT_EQ(found.contains(hash), guard::scan(text).empty()) << text;
    }
  }
}

TEST(ArrivalScan, MayBeLeftUnfinished) {
  Texts texts;
  ArrivalScan scan;
  for (int i = 0; i < 2'000; ++i) {
    scan.add(*texts.emplace(fmt::format("{:064}", i), text_of(i)).first);
  }
}

}  // namespace
}  // namespace loci::remote::arrival_scan_test
