#include "search/segment_builder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/parallel.h"
#include "note/note.h"
#include "search/bytes.h"
#include "search/checksum.h"
#include "search/segment.h"
#include "search/segment_writer.h"
#include "search/word_pieces.h"

namespace loci::search {
namespace {

constexpr std::size_t kMostTokens = std::size_t{96} << 20U;
constexpr std::size_t kMostTextBytes = std::size_t{1} << 31U;

std::uint8_t type_number(std::string_view name) {
  const auto type = note::parse_type(name);
  return type ? static_cast<std::uint8_t>(1 + static_cast<int>(*type)) : std::uint8_t{0};
}

std::string lines_of(const std::vector<std::string>& texts) {
  std::string lines;
  for (const std::string& text : texts) {
    if (!lines.empty()) lines += '\n';
    lines += text;
  }
  return lines;
}

}  // namespace

StringPlace SegmentBuilder::keep(std::string_view text) {
  const StringPlace place{static_cast<std::uint32_t>(strings_.size()),
                          static_cast<std::uint32_t>(text.size())};
  strings_ += text;
  return place;
}

StringPlace SegmentBuilder::keep_key(std::string_view key) {
  const StringPlace place{static_cast<std::uint32_t>(keys_.size()),
                          static_cast<std::uint32_t>(key.size())};
  keys_ += key;
  return place;
}

bool SegmentBuilder::full() const {
  return sections_.size() + 4096 >= kMostSections || tokens_.size() >= kMostTokens ||
         texts_.size() >= kMostTextBytes || strings_.size() >= kMostTextBytes;
}

std::uint32_t SegmentBuilder::number_of(std::string_view word) {
  const Interner::Interned interned = words_.intern(word);
  if (interned.fresh) term_of_word_.push_back(terms_.intern(stem(word)).number);
  return interned.number;
}

void SegmentBuilder::begin_section() {
  drafts_.push_back({.first_token = tokens_.size(), .counts = {}});
  length_ = 0;
}

void SegmentBuilder::add_token(std::uint32_t word, bool joined) {
  tokens_.push_back(word * 2 + (joined ? 1U : 0U));
  length_ += joined ? 0U : 1U;
}

std::uint32_t SegmentBuilder::add_words(Field field, std::string_view text) {
  if (text.empty()) return 0;
  scratch_.clear();
  tokenize(text, scratch_);
  for (const Token& token : scratch_.list()) {
    add_token(number_of(scratch_.word(token)), token.joined);
  }
  const auto count = static_cast<std::uint32_t>(scratch_.list().size());
  drafts_.back().counts[static_cast<std::size_t>(field)] += count;
  return count;
}

// A catalog has segments of one table: catalog.h sees to it.
bool SegmentBuilder::copy_vectors(const Segment& from, const FileRecord& old, FileRecord& file) {
  file.note_vector = 0;
  of_note_.push_back(0);
  if (embedder_ == nullptr) return true;
  if (from.table() != embedder_->id()) return false;
  const auto copy = [&](const char* vector) {
    copied_.push_back(load<Vector>(vector));
    return static_cast<std::uint32_t>(copied_.size());
  };
  for (std::uint32_t i = 0; i < old.sections; ++i) {
    const char* vector = from.vector(old.first_section + i);
    if (vector == nullptr) return false;
    drafts_[file.first_section + i].copied = copy(vector);
  }
  if (old.note_vector == 0) return true;
  const char* vector = from.vector(old);
  if (vector == nullptr) return false;
  of_note_.back() = copy(vector);
  file.note_vector = ++note_vectors_;
  return true;
}

void SegmentBuilder::end_section(SectionRecord record) {
  record.length = length_;
  length_sum_ += length_;
  sections_.push_back(record);
}

void SegmentBuilder::add_file(FileRecord record, std::string_view text) {
  record.text = texts_.size();
  record.text_bytes = static_cast<std::uint32_t>(text.size());
  record.sections = static_cast<std::uint32_t>(sections_.size()) - record.first_section;
  texts_ += text;
  record.length = 0;
  for (std::size_t i = record.first_section; i < sections_.size(); ++i) {
    record.length += sections_[i].length;
  }
  files_.push_back(record);
}

void SegmentBuilder::add(const Source& note) {
  const Document document = split_sections(note.key, note.text);
  FileRecord file{};
  file.first_section = static_cast<std::uint32_t>(sections_.size());
  for (const Section& section : document.sections) {
    begin_section();
    if (&section == &document.sections.front()) {  // what is said of the note stands here
      add_words(Field::Name, document.name);
      add_words(Field::Name, document.file_words);
      add_words(Field::Description, document.description);
      for (const std::string& tag : document.tags) add_words(Field::Tags, tag);
      drafts_.back().dates = add_words(Field::Tags, document.date_words);
    }
    add_words(Field::Headings, section.headings);
    add_words(Field::Body, note.text.substr(section.body_begin, section.end - section.body_begin));
    end_section({.file = static_cast<std::uint32_t>(files_.size()),
                 .begin = static_cast<std::uint32_t>(section.begin),
                 .body_begin = static_cast<std::uint32_t>(section.body_begin),
                 .end = static_cast<std::uint32_t>(section.end),
                 .line = static_cast<std::uint32_t>(section.line),
                 .end_line = static_cast<std::uint32_t>(section.end_line),
                 .headings = keep(section.headings)});
  }
  if (embedder_ != nullptr && document.sections.size() > 1) file.note_vector = ++note_vectors_;
  of_note_.push_back(0);
  file.stem_hash = checksum(folded_stem(note.key));
  file.date_ms = document.date_ms.value_or(note.date_ms);
  file.says_date = document.date_ms ? 1 : 0;
  file.first_link = static_cast<std::uint32_t>(links_.size());
  for (const std::string& link : document.links) links_.push_back(checksum(link));
  file.links = static_cast<std::uint32_t>(document.links.size());
  file.name = keep(document.name);
  file.description = keep(document.description);
  file.tags = keep(lines_of(document.tags));
  file.type = type_number(document.type);
  file.importance = static_cast<std::uint8_t>(document.importance);
  file.dated = document.dated ? 1 : 0;
  add_file(file, note.text);
  StampRecord& record = stamps_.emplace_back();
  record.key_hash = checksum(note.key);
  record.set(note.stamp);
  record.read_ns = note.read_ns;
  record.content = checksum(note.text);
  record.key = keep_key(note.key);
}

bool SegmentBuilder::add(const Segment& from, std::uint32_t number, const StampRecord& stamp) {
  const FileRecord old = from.file(number);
  const std::string_view text = from.text(old);
  FileRecord file = old;
  file.first_section = static_cast<std::uint32_t>(sections_.size());
  Segment::Words words;
  for (std::uint32_t i = 0; i < old.sections; ++i) {
    const SectionRecord section = from.section(old.first_section + i);
    begin_section();
    words.clear();
    if (!from.read_words(section, words, drafts_.back().counts)) break;
    for (const Segment::Word& word : words)
      add_token(number_of(from.word(word.number())), word.joined());
    SectionRecord copy = section;
    copy.file = static_cast<std::uint32_t>(files_.size());
    copy.headings = keep(from.string(section.headings));
    end_section(copy);
  }
  const bool copied = !from.damaged() && copy_vectors(from, old, file);
  if (!copied) {  // the caller throws all of it away; only be consistent
    drafts_.resize(sections_.size());
    of_note_.resize(files_.size());
    return false;
  }
  file.first_link = static_cast<std::uint32_t>(links_.size());
  for (std::uint32_t i = 0; i < old.links; ++i) links_.push_back(from.link(old.first_link + i));
  file.name = keep(from.string(old.name));
  file.description = keep(from.string(old.description));
  file.tags = keep(from.string(old.tags));
  add_file(file, text);
  stamps_.push_back(stamp);
  stamps_.back().key = keep_key(from.key(number));
  return !from.damaged();
}

namespace {

// Where each of the words, numbered as they came, stands when sorted.
std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> places(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) places[order[i]] = i;
  return places;
}

void write_strings(SegmentWriter& writer, Region places, Region letters, const Interner& strings,
                   const std::vector<std::uint32_t>& order) {
  writer.begin(places);
  std::uint32_t at = 0;
  for (const std::uint32_t number : order) {
    writer.add(at);
    at += static_cast<std::uint32_t>(strings.at(number).size());
  }
  writer.add(at);
  writer.begin(letters);
  for (const std::uint32_t number : order) writer.add_bytes(strings.at(number));
}

}  // namespace

std::span<const std::uint32_t> SegmentBuilder::tokens_of(std::size_t section) const {
  const std::size_t begin = drafts_[section].first_token;
  const std::size_t end =
      section + 1 < drafts_.size() ? drafts_[section + 1].first_token : tokens_.size();
  return std::span(tokens_).subspan(begin, end - begin);
}

// Of one thread: where its vectors go, and what it needs to make them.
struct SegmentBuilder::VectorRoom {
  char* vectors;
  char* signs;
  char* notes;
  WordPieces::Room room{};
  RowSum sum{};
};

void SegmentBuilder::make_vectors(std::size_t file, const WordPieces& pieces,
                                  VectorRoom& room) const {
  const FileRecord& record = files_[file];
  VectorSum whole{};
  for (std::size_t i = record.first_section; i < record.first_section + record.sections; ++i) {
    const Draft& draft = drafts_[i];
    Vector vector{};
    if (draft.copied != 0) {
      vector = copied_[draft.copied - 1];
    } else {
      room.sum.clear();
      pieces.add({tokens_of(i), draft.counts, draft.dates}, room.room, room.sum);
      vector = room.sum.vector();
      if (record.note_vector != 0) room.sum.add_to(whole);
    }
    const Signs signs = signs_of(vector);
    std::memcpy(room.vectors + i * sizeof vector, vector.data(), sizeof vector);
    std::memcpy(room.signs + i * sizeof signs, signs.data(), sizeof signs);
  }
  if (record.note_vector == 0) return;
  const Vector vector = of_note_[file] != 0 ? copied_[of_note_[file] - 1] : vector_of(whole);
  std::memcpy(room.notes + (record.note_vector - 1) * sizeof vector, vector.data(), sizeof vector);
}

void SegmentBuilder::write_vectors(SegmentWriter& writer,
                                   const std::vector<std::uint32_t>& word_order) const {
  const std::size_t sections = embedder_ == nullptr ? 0 : sections_.size();
  writer.begin(Region::SectionVectors);
  const std::size_t vectors = writer.add_room(sections * sizeof(Vector));
  writer.begin(Region::VectorSigns);
  const std::size_t signs = writer.add_room(sections * sizeof(Signs));
  writer.begin(Region::NoteVectors);
  const std::size_t notes = writer.add_room(std::size_t{note_vectors_} * sizeof(Vector));
  if (sections == 0) return;
  const bool made = std::any_of(drafts_.begin(), drafts_.end(),
                                [](const Draft& draft) { return draft.copied == 0; });
  const WordPieces pieces(*embedder_, words_, made ? word_order : std::vector<std::uint32_t>());
  char* const bytes = writer.data();
  in_parallel(files_.size(), [&](std::size_t begin, std::size_t end) {
    VectorRoom room{bytes + vectors, bytes + signs, bytes + notes};
    for (std::size_t file = begin; file < end; ++file) make_vectors(file, pieces, room);
  });
}

std::string SegmentBuilder::finish() {
  const std::vector<std::uint32_t> word_order = words_.sorted();
  const std::vector<std::uint32_t> term_order = terms_.sorted();
  const std::vector<std::uint32_t> word_places = inverse(word_order);
  const std::vector<std::uint32_t> term_places = inverse(term_order);
  std::vector<std::uint32_t> terms(word_order.size());  // of the sorted words
  for (std::size_t i = 0; i < terms.size(); ++i) {
    terms[i] = term_places[term_of_word_[word_order[i]]];
  }
  for (std::uint32_t& token : tokens_) token = word_places[token >> 1U] * 2 + (token & 1U);

  SegmentWriter writer;
  const std::size_t vector_bytes =
      embedder_ == nullptr
          ? 0
          : sections_.size() * (sizeof(Vector) + sizeof(Signs)) + note_vectors_ * sizeof(Vector);
  writer.reserve(texts_.size() + tokens_.size() * 5 + sections_.size() * 64 + strings_.size() +
                 vector_bytes);
  write_strings(writer, Region::WordPlaces, Region::WordLetters, words_, word_order);
  writer.begin(Region::WordTerms);
  for (const std::uint32_t term : terms) writer.add(term);
  write_strings(writer, Region::TermPlaces, Region::TermLetters, terms_, term_order);

  Inversion inversion(weights_, terms, static_cast<std::uint32_t>(term_order.size()));
  for (std::size_t i = 0; i < drafts_.size(); ++i) {
    inversion.count(sections_[i].file, tokens_of(i));
  }
  inversion.begin_filling();
  for (std::size_t i = 0; i < drafts_.size(); ++i) {
    inversion.fill(static_cast<std::uint32_t>(i), tokens_of(i), drafts_[i].counts,
                   sections_[i].length);
  }
  inversion.write(writer);

  writer.begin(Region::Forward);
  for (std::size_t i = 0; i < drafts_.size(); ++i) {
    sections_[i].forward = writer.position();
    for (const std::uint32_t count : drafts_[i].counts) writer.add_varint(count);
    for (const std::uint32_t token : tokens_of(i)) writer.add_varint(token);
    sections_[i].forward_bytes =
        static_cast<std::uint32_t>(writer.position() - sections_[i].forward);
  }
  writer.begin(Region::Sections);
  for (const SectionRecord& section : sections_) writer.add(section);
  writer.begin(Region::Files);
  for (const FileRecord& file : files_) writer.add(file);
  writer.begin(Region::Stamps);
  for (const StampRecord& stamp : stamps_) writer.add(stamp);
  writer.write_key_table(stamps_);
  writer.begin(Region::Links);
  for (const std::uint64_t link : links_) writer.add(link);
  writer.begin(Region::Keys);
  writer.add_bytes(keys_);
  write_vectors(writer, word_order);
  writer.begin(Region::Strings);
  writer.add_bytes(strings_);
  writer.begin(Region::Texts);
  writer.add_bytes(texts_);
  SegmentHeader counts{};
  counts.words = words_.size();
  counts.terms = terms_.size();
  counts.sections = static_cast<std::uint32_t>(sections_.size());
  counts.files = static_cast<std::uint32_t>(files_.size());
  counts.length_sum = length_sum_;
  counts.table = embedder_ != nullptr ? embedder_->id() : 0;
  for (const FileRecord& file : files_) counts.dated += file.dated;
  std::string bytes = writer.finish(counts);
  *this = SegmentBuilder(weights_, embedder_);
  return bytes;
}

}  // namespace loci::search
