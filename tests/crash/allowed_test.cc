// An allowance that is kept or taken back, killed or cut off at every single call: it is there
// or it is not, the others stay, and nothing else is allowed by what is left.

#include <gtest/gtest.h>

#include <cstdio>

#include "memory/allowances.h"
#include "memory/scanning.h"
#include "support/person.h"
#include "support/scan_vectors.h"

namespace loci::testing::allowed_test {
namespace {

const std::string kNote = kPersonHome + "/memory/keys.md";
const std::string kFirst = "ghp_" + test::made_up('a', 36, 3);
const std::string kSecond = "npm_" + test::made_up('a', 36, 4);

Result<memory::AllowReply> allow(fs::MemoryFileSystem& files, std::string_view rule,
                                 bool take_back) {
  memory::NoteRequest request;
  request.name = "keys";
  return memory::allow(*Person(files), request, rule, take_back);
}

Result<memory::Allowances> kept(fs::MemoryFileSystem& files) {
  return memory::read_allowances(Person(files)->store());
}

// A note with two tokens, of which one is allowed.
std::unique_ptr<fs::MemoryFileSystem> begin() {
  auto files = std::make_unique<fs::MemoryFileSystem>();
  files->put_directory(kRoot);
  files->put(kNote, "---\nname: keys\ndescription: keys\n---\n\n" + kFirst + "\n" + kSecond + "\n");
  EXPECT_TRUE(allow(*files, "npm-token", false));
  auto next = files->after(fs::PowerCut::Nothing);
  next->reset_calls();
  return next;
}

// One more is allowed, or the first taken back.
void cut_everywhere(std::string_view rule, bool take_back, std::size_t expected) {
  auto whole = begin();
  const auto before = kept(*whole);
  ASSERT_TRUE(before);
  ASSERT_EQ(before->size(), 1U);
  whole->reset_calls();
  ASSERT_TRUE(allow(*whole, rule, take_back));
  const std::uint64_t calls = whole->calls();
  const auto after = kept(*whole);
  ASSERT_TRUE(after);
  ASSERT_EQ(after->size(), expected);
  std::uint64_t cases = 0;
  std::uint64_t changed = 0;
  for (std::uint64_t n = 1; n <= calls; ++n) {
    for (const fs::PowerCut cut :
         {fs::PowerCut::Nothing, fs::PowerCut::Data, fs::PowerCut::Entries, fs::PowerCut::Both}) {
      SCOPED_TRACE(::testing::Message() << "call " << n << ", cut " << static_cast<int>(cut));
      auto files = begin();
      files->die_at(n);
      (void)allow(*files, rule, take_back);
      auto next = files->after(cut);
      const auto left = kept(*next);
      ASSERT_TRUE(left) << left.error().message;
      ASSERT_TRUE(*left == *before || *left == *after) << left->size();
      changed += *left == *after ? 1U : 0U;
      // Said again, it is done.
      ASSERT_TRUE(allow(*next, rule, take_back));
      ASSERT_EQ(*kept(*next), *after);
      ++cases;
    }
  }
  EXPECT_GE(cases, 20U);
  EXPECT_GT(changed, 0U);
  std::printf("allowances: %llu cuts, %llu of them behind the change\n",
              static_cast<unsigned long long>(cases), static_cast<unsigned long long>(changed));
}

// rule: K13
TEST(InterruptedAllowance, IsThereOrIsNot) { cut_everywhere("github-token", false, 2); }
// rule: K13
TEST(InterruptedAllowance, IsTakenBackOrIsNot) { cut_everywhere("npm-token", true, 0); }

}  // namespace
}  // namespace loci::testing::allowed_test
