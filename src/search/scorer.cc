#include "search/scorer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace loci::search {
namespace {

// Sections that are scored together. Large enough that a common word's blocks are
// decoded whole, small enough that the scores stay in the processor's first cache.
constexpr std::uint32_t kWindow = 4096;
// The first is smaller, and each twice the one before it: the bar is up early.
constexpr std::uint32_t kFirstWindow = 512;

// For a heap: the worst on top. Not a function, so that it is compiled into the loops.
constexpr auto kWorse = [](const Scored& a, const Scored& b) { return a.before(b); };

// One word's way through a part.
struct Cursor {
  PostingList postings;
  std::uint32_t weight = 0;
  std::uint32_t blocks = 0;
  std::uint32_t first = 0;  // block that may reach into the window
  std::uint32_t look = 0;   // number of the block looked up last
  Block looked;             // and itself
  std::uint32_t bound = 0;  // the most it adds within the window
};

// Scores of the sections of one window, and which are not zero.
struct Window {
  std::array<std::uint32_t, kWindow> scores{};
  std::array<std::uint64_t, kWindow / 64> touched{};
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  void add(std::uint32_t section, std::uint32_t score) {
    const std::uint32_t at = section - begin;
    if (at >= kWindow) return;
    scores[at] += score;
    touched[at / 64] |= std::uint64_t{1} << (at % 64);
  }
};

void add_window(const Cursor& cursor, Window& window) {
  for (std::uint32_t index = cursor.first; index < cursor.blocks; ++index) {
    const Block block = cursor.postings.block(index);
    if (block.base >= window.end) break;
    block.visit(window.begin, window.end, [&](std::uint32_t section, std::uint8_t impact) {
      window.add(section, cursor.weight * impact);
    });
    if (block.last >= window.end) break;
  }
}

class PartScorer {
 public:
  PartScorer(const PartToScore& part, Best& best) : part_(part), best_(best) {
    for (const WeightedPostings& word : part.words) {
      if (word.postings.count() == 0 || word.weight == 0) continue;
      Cursor cursor;
      cursor.postings = word.postings;
      cursor.weight = word.weight;
      cursor.blocks = word.postings.blocks();
      cursors_.push_back(cursor);
    }
    order_.resize(cursors_.size());
    reach_.resize(cursors_.size() + 1);
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = &cursors_[i];
  }

  void run() {
    std::uint32_t begin = 0;
    std::uint32_t size = kFirstWindow;
    while (begin < part_.sections && !cursors_.empty()) {
      begin = std::max(begin, next_section());
      if (begin >= part_.sections) break;
      window_.begin = begin;
      window_.end = begin + std::min(size, part_.sections - begin);
      size = std::min(size * 2, kWindow);
      score_window();
      begin = window_.end;
      for (Cursor& cursor : cursors_) cursor.first = cursor.postings.block_for(begin, cursor.first);
    }
  }

 private:
  // The first section any block may hold that is still ahead.
  [[nodiscard]] std::uint32_t next_section() const {
    std::uint32_t next = part_.sections;
    for (const Cursor& cursor : cursors_) {
      if (cursor.first >= cursor.blocks) continue;
      next = std::min(next, cursor.first == 0 ? 0 : cursor.postings.last_of(cursor.first - 1) + 1);
    }
    return next;
  }

  // MaxScore: the words are sorted by what they can add at most in this window. Those
  // which all together cannot lift a section over the bar need not be walked: a section
  // without one of the others cannot come in. They are looked up for the sections that
  // the others found.
  void score_window() {
    for (Cursor& cursor : cursors_) bound_in_window(cursor);
    std::sort(order_.begin(), order_.end(),
              [](const Cursor* a, const Cursor* b) { return a->bound < b->bound; });
    reach_[0] = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) reach_[i + 1] = reach_[i] + order_[i]->bound;
    std::size_t idle = 0;
    while (idle < order_.size() && reach_[idle + 1] <= best_.bar()) ++idle;
    if (idle == order_.size()) return;
    if (idle + 1 == order_.size()) {
      walk_alone(*order_[idle], idle);
      return;
    }
    for (std::size_t i = idle; i < order_.size(); ++i) add_window(*order_[i], window_);
    // Only the touched scores are read and cleared: most windows have a handful.
    for (std::size_t word = 0; word < window_.touched.size(); ++word) {
      std::uint64_t bits = window_.touched[word];
      window_.touched[word] = 0;
      for (; bits != 0; bits &= bits - 1) {
        const auto at = static_cast<std::uint32_t>(word * 64) +
                        static_cast<std::uint32_t>(std::countr_zero(bits));
        const std::uint32_t score = window_.scores[at];
        window_.scores[at] = 0;
        if (score + reach_[idle] > best_.bar()) finish(window_.begin + at, score, idle);
      }
    }
  }

  // Of one word alone nothing has to be added up: what cannot reach the bar is passed over.
  void walk_alone(const Cursor& cursor, std::size_t idle) {
    for (std::uint32_t index = cursor.first; index < cursor.blocks; ++index) {
      if (index > 0 && cursor.postings.last_of(index - 1) + 1 >= window_.end) break;
      const std::uint8_t bar = bar_of_impacts(cursor, idle);
      if (cursor.postings.greatest_of(index) <= bar) continue;
      cursor.postings.block(index).visit_above(window_.begin, window_.end, bar,
                                               [&](std::uint32_t section, std::uint8_t impact) {
                                                 finish(section, cursor.weight * impact, idle);
                                                 return bar_of_impacts(cursor, idle);
                                               });
    }
  }

  // The greatest impact of a word with which a section cannot come in.
  [[nodiscard]] std::uint8_t bar_of_impacts(const Cursor& cursor, std::size_t idle) const {
    if (best_.bar() < reach_[idle]) return 0;
    const std::uint32_t bar = (best_.bar() - reach_[idle]) / cursor.weight;
    return static_cast<std::uint8_t>(std::min(bar, std::uint32_t{255}));
  }

  // From the entries in front of the blocks; no block is touched.
  void bound_in_window(Cursor& cursor) const {
    std::uint8_t greatest = 0;
    for (std::uint32_t block = cursor.first; block < cursor.blocks; ++block) {
      if (block > 0 && cursor.postings.last_of(block - 1) + 1 >= window_.end) break;
      greatest = std::max(greatest, cursor.postings.greatest_of(block));
    }
    cursor.bound = cursor.weight * greatest;
  }

  // Adds the words that were not walked, the strongest first, and gives up as soon as
  // what is left cannot reach the bar: before a block is looked for, and once more
  // when its greatest impact is known.
  void finish(std::uint32_t section, std::uint32_t score, std::size_t idle) {
    if (part_.allowed != nullptr && !part_.allowed->test(section)) return;
    for (std::size_t i = idle; i > 0; --i) {
      if (score + reach_[i] <= best_.bar()) return;
      Cursor& cursor = *order_[i - 1];
      if (cursor.looked.count == 0 || cursor.looked.last < section) {
        cursor.look = cursor.postings.block_for(section, std::max(cursor.look, cursor.first));
        cursor.looked = cursor.postings.block(cursor.look);
      }
      const std::uint32_t most = cursor.weight * cursor.looked.greatest;
      if (score + reach_[i - 1] + most <= best_.bar()) return;
      score += cursor.weight * cursor.looked.find(section);
    }
    if (score > best_.bar()) best_.offer({score, part_.number, section});
  }

  const PartToScore& part_;
  Best& best_;
  std::vector<Cursor> cursors_;
  std::vector<Cursor*> order_;        // by what they add at most, least first
  std::vector<std::uint32_t> reach_;  // what the first i of them add at most
  Window window_;
};

}  // namespace

std::uint32_t weight_of(std::uint64_t with, std::uint64_t all) {
  const auto has = static_cast<double>(with);
  const double without = static_cast<double>(std::max(all, with)) - has;
  const double rarity = std::log(1 + (without + 0.5) / (has + 0.5));
  // At least 1: a word that all sections have still finds them.
  return std::max(1U, static_cast<std::uint32_t>(std::lround(rarity * kWeightUnit)));
}

void Best::offer(const Scored& scored) {
  if (size_ == 0 || scored.score <= bar_) return;
  if (heap_.size() < size_) {
    heap_.push_back(scored);
    std::push_heap(heap_.begin(), heap_.end(), kWorse);
  } else {
    replace_worst(scored);
  }
  if (heap_.size() == size_) bar_ = heap_.front().score;
}

// As std::pop_heap and std::push_heap, in one way down.
void Best::replace_worst(const Scored& scored) {
  std::size_t at = 0;
  for (;;) {
    std::size_t child = at * 2 + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && kWorse(heap_[child], heap_[child + 1])) ++child;
    if (!kWorse(scored, heap_[child])) break;
    heap_[at] = heap_[child];
    at = child;
  }
  heap_[at] = scored;
}

std::vector<Scored> Best::take() {
  std::sort_heap(heap_.begin(), heap_.end(), kWorse);
  return take_unsorted();
}

std::vector<Scored> Best::take_unsorted() {
  bar_ = 0;
  return std::move(heap_);
}

void best_sections(const PartToScore& part, Best& best) { PartScorer(part, best).run(); }

void best_sections_plainly(const PartToScore& part, Best& best) {
  std::vector<std::uint32_t> scores(part.sections);
  for (const WeightedPostings& word : part.words) {
    visit_all(word.postings, [&](std::uint32_t section, std::uint8_t impact) {
      if (section < scores.size()) scores[section] += word.weight * impact;
    });
  }
  for (std::uint32_t section = 0; section < part.sections; ++section) {
    if (part.allowed != nullptr && !part.allowed->test(section)) continue;
    if (scores[section] > best.bar()) best.offer({scores[section], part.number, section});
  }
}

}  // namespace loci::search
