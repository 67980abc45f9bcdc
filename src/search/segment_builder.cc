#include "search/segment_builder.h"

#include <algorithm>
#include <utility>

#include "note/note.h"
#include "search/bytes.h"
#include "search/checksum.h"
#include "search/segment.h"
#include "search/segment_writer.h"

namespace loci::search {
namespace {

constexpr std::size_t kMostTokens = std::size_t{96} << 20U;
constexpr std::size_t kMostTextBytes = std::size_t{1} << 31U;
// What a word counts in a section's vector: in the name twice as much as elsewhere.
constexpr std::int32_t kMeaningOfName = 4;
constexpr std::int32_t kMeaning = 2;

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

void SegmentBuilder::add_words(Field field, std::string_view text, Means means) {
  if (text.empty()) return;
  scratch_.clear();
  tokenize(text, scratch_);
  const bool meaning = embedder_ != nullptr && means == Means::Something;
  for (auto token = scratch_.list().begin(); token != scratch_.list().end(); ++token) {
    const std::uint32_t word = number_of(scratch_.word(*token));
    add_token(word, token->joined);
    // Of an identifier its smallest parts mean something: those that no part follows.
    const bool whole = token + 1 == scratch_.list().end() || !(token + 1)->joined;
    if (meaning && whole) add_meaning(field, word);
  }
  drafts_.back().counts[static_cast<std::size_t>(field)] +=
      static_cast<std::uint32_t>(scratch_.list().size());
}

void SegmentBuilder::add_meaning(Field field, std::uint32_t word) {
  if (word >= pieces_of_word_.size()) pieces_of_word_.resize(std::size_t{word} + 256);
  Pieces& known = pieces_of_word_[word];
  if (known.first == Pieces::kNotLookedUp) {
    known.first = static_cast<std::uint32_t>(pieces_.size());
    embedder_->pieces_of(words_.at(word), pieces_);
    known.count = static_cast<std::uint32_t>(pieces_.size()) - known.first;
  }
  std::vector<Embedder::Piece>& pieces = field == Field::Name ? name_pieces_ : section_pieces_;
  if (known.count == 1) {
    pieces.push_back(pieces_[known.first]);
    return;
  }
  const auto first = pieces_.begin() + known.first;
  pieces.insert(pieces.end(), first, first + known.count);
}

void SegmentBuilder::end_vector() {
  if (embedder_ == nullptr) return;
  embedder_->add(name_pieces_, kMeaningOfName, section_sum_);
  embedder_->add(section_pieces_, kMeaning, section_sum_);
  name_pieces_.clear();
  section_pieces_.clear();
  add_vector(section_sum_.vector());
  section_sum_.add_to(note_sum_);
  section_sum_.clear();
}

void SegmentBuilder::add_vector(const Vector& vector) {
  const Signs signs = signs_of(vector);
  vectors_.append(reinterpret_cast<const char*>(vector.data()), sizeof vector);
  signs_.append(reinterpret_cast<const char*>(signs.data()), sizeof signs);
}

// A catalog has segments of one table: catalog.h sees to it.
bool SegmentBuilder::copy_vectors(const Segment& from, const FileRecord& old, FileRecord& file) {
  file.note_vector = 0;
  if (embedder_ == nullptr) return true;
  if (from.table() != embedder_->id()) return false;
  for (std::uint32_t i = 0; i < old.sections; ++i) {
    const char* vector = from.vector(old.first_section + i);
    if (vector == nullptr) return false;
    add_vector(load<Vector>(vector));
  }
  if (old.note_vector == 0) return true;
  const char* vector = from.vector(old);
  if (vector == nullptr) return false;
  note_vectors_.append(vector, sizeof(Vector));
  file.note_vector = static_cast<std::uint32_t>(note_vectors_.size() / sizeof(Vector));
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
      add_words(Field::Tags, document.date_words, Means::Nothing);
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
    end_vector();
  }
  if (embedder_ != nullptr && document.sections.size() > 1) {
    const Vector whole = vector_of(note_sum_);
    note_vectors_.append(reinterpret_cast<const char*>(whole.data()), sizeof whole);
    file.note_vector = static_cast<std::uint32_t>(note_vectors_.size() / sizeof whole);
  }
  note_sum_ = {};
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
  writer.reserve(texts_.size() + tokens_.size() * 5 + sections_.size() * 64 + strings_.size() +
                 vectors_.size() + signs_.size() + note_vectors_.size());
  write_strings(writer, Region::WordPlaces, Region::WordLetters, words_, word_order);
  writer.begin(Region::WordTerms);
  for (const std::uint32_t term : terms) writer.add(term);
  write_strings(writer, Region::TermPlaces, Region::TermLetters, terms_, term_order);

  Inversion inversion(weights_, terms, static_cast<std::uint32_t>(term_order.size()));
  for (std::size_t i = 0; i < drafts_.size(); ++i) {
    const std::size_t end = i + 1 < drafts_.size() ? drafts_[i + 1].first_token : tokens_.size();
    const std::span<const std::uint32_t> all(tokens_);
    inversion.count(sections_[i].file,
                    all.subspan(drafts_[i].first_token, end - drafts_[i].first_token));
  }
  inversion.begin_filling();
  for (std::size_t i = 0; i < drafts_.size(); ++i) {
    const std::size_t end = i + 1 < drafts_.size() ? drafts_[i + 1].first_token : tokens_.size();
    const std::span<const std::uint32_t> all(tokens_);
    inversion.fill(static_cast<std::uint32_t>(i),
                   all.subspan(drafts_[i].first_token, end - drafts_[i].first_token),
                   drafts_[i].counts, sections_[i].length);
  }
  inversion.write(writer);

  writer.begin(Region::Forward);
  for (std::size_t i = 0; i < drafts_.size(); ++i) {
    const std::size_t end = i + 1 < drafts_.size() ? drafts_[i + 1].first_token : tokens_.size();
    sections_[i].forward = writer.position();
    for (const std::uint32_t count : drafts_[i].counts) writer.add_varint(count);
    for (std::size_t at = drafts_[i].first_token; at < end; ++at) writer.add_varint(tokens_[at]);
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
  writer.begin(Region::SectionVectors);
  writer.add_bytes(vectors_);
  writer.begin(Region::VectorSigns);
  writer.add_bytes(signs_);
  writer.begin(Region::NoteVectors);
  writer.add_bytes(note_vectors_);
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
