#include "memory/whole_graph.h"

#include "memory/seen_files.h"
#include "support/house.h"

namespace loci::memory::whole_graph_test {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

class WholeGraph : public House {
 protected:
  // "a.md-b.md", sorted.
  static std::vector<std::string> pairs(const NoteGraph& graph) {
    std::vector<std::string> result;
    for (const auto& [from, to] : graph.links) {
      std::string one = graph.notes[from].file;
      std::string other = graph.notes[to].file;
      if (other < one) std::swap(one, other);
      result.push_back(one + "-" + other);
    }
    std::sort(result.begin(), result.end());
    return result;
  }
  std::vector<std::string> linked(const Selector& selector = {}) {
    const auto graph = whole_graph(*memory, selector);
    return graph ? pairs(*graph) : std::vector<std::string>{graph.error().message};
  }
};

// rule: Z26
TEST_F(WholeGraph, HasEachPairOnceAndNoNoteLinkedWithItself) {
  ASSERT_TRUE(write("a", "user", "See [[b]], [[b]] again, [b](b.md) and [[a]]."));
  ASSERT_TRUE(write("b", "user", "Back to [[a]]."));
  ASSERT_TRUE(write("c", "project", "In the project: [[a]]."));
  const auto graph = whole_graph(*memory, {});
  ASSERT_TRUE(graph) << message_of(graph);
  EXPECT_THAT(graph->notes, SizeIs(3));
  EXPECT_EQ(pairs(*graph), (std::vector<std::string>{"a.md-b.md", "a.md-c.md"}));
  EXPECT_EQ(graph->broken, 0U);
  EXPECT_THAT(graph->unread, IsEmpty());
}

TEST_F(WholeGraph, CountsLinksThatLeadNowhere) {
  ASSERT_TRUE(write("a", "user", "See [[nobody]] and [[nothing]]."));
  const auto graph = whole_graph(*memory, {});
  ASSERT_TRUE(graph);
  EXPECT_THAT(graph->links, IsEmpty());
  EXPECT_EQ(graph->broken, 2U);
}

TEST_F(WholeGraph, IsOfTheScopeThatIsAskedFor) {
  ASSERT_TRUE(write("a", "user", "See [[b]]."));
  ASSERT_TRUE(write("b", "user", "x"));
  ASSERT_TRUE(write("c", "project", "See [[a]]."));
  EXPECT_EQ(linked({"global", false, false, false}), (std::vector<std::string>{"a.md-b.md"}));
  EXPECT_THAT(linked({"workspace", false, false, false}), IsEmpty());
}

TEST_F(WholeGraph, SaysWhichNotesCouldNotBeRead) {
  ASSERT_TRUE(write("a", "user", "See [[b]]."));
  ASSERT_TRUE(write("b", "user", "See [[a]]."));
  files.put(kGlobal + "b.md", std::string(2'000'000, 'x'));
  const auto graph = whole_graph(*memory, {});
  ASSERT_TRUE(graph) << message_of(graph);
  EXPECT_THAT(graph->unread, SizeIs(1));
  EXPECT_EQ(pairs(*graph), (std::vector<std::string>{"a.md-b.md"})) << "it is there, by its name";
}

// rule: Z29
TEST_F(WholeGraph, OfAServerFollowsEveryChange) {
  SeenFiles seen;
  memory = std::make_unique<Memory>(*store, *config, log, memory->session(), &seen);
  ASSERT_TRUE(write("a", "user", "See [[b]]."));
  ASSERT_TRUE(write("b", "user", "x"));
  clock.advance(std::chrono::minutes(1));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(linked(), (std::vector<std::string>{"a.md-b.md"}));
  files.put(kGlobal + "a.md", note_file("A", "Alone now."));
  EXPECT_THAT(linked(), IsEmpty());
  files.put(kGlobal + "c.md", note_file("C", "See [[a]]."));
  EXPECT_EQ(linked(), (std::vector<std::string>{"a.md-c.md"}));
  files.put(kGlobal + "b.md", std::string(2'000'000, 'x'));
  EXPECT_THAT(whole_graph(*memory, {})->unread, SizeIs(1));
}

}  // namespace
}  // namespace loci::memory::whole_graph_test
