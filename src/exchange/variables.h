// Variables in the memory of agents: `${var.name}` stands for a value of a vars
// file, `${env.NAME}` for one of the environment that the user allowed. They are
// expanded when memory is compiled for a tool, in body and frontmatter, and never
// the other way round. `$${var.x}` is the text `${var.x}`.
//
// A reference stands on one line, so a text can be expanded line by line; what
// looks like one and is not (`${var.}`) is text. Pure.

#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/environment.h"
#include "base/result.h"

namespace loci::exchange {

// A file of lines `key = value`; `#` begins a comment line. Quotes around a value go.
struct VarsFile {
  std::string path;  // as messages call it
  std::string text;
};

// What one text became.
struct Expansion {
  std::string text;
  std::set<std::string, std::less<>> environment;  // names whose values are in it
};

class Variables {
 public:
  // Later files win. InvalidInput with FILE:LINE for a line that is no
  // assignment; a key that could be no name is left out, with a warning.
  [[nodiscard]] static Result<Variables> read(const std::vector<VarsFile>& files);
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

  // Lets `${env.NAME}` be used for these names, with what they are now.
  void allow_environment(const std::vector<std::string>& names, const Environment& environment);

  // Whether expand() may give another text.
  [[nodiscard]] static bool has_references(std::string_view text);
  // The text with every reference replaced. InvalidInput with FILE:LINE for a
  // variable that is missing, not allowed, or made of itself. `lines` are those of
  // the file that the text has; none: all.
  [[nodiscard]] Result<Expansion> expand(std::string_view text, std::string_view file,
                                         std::span<const std::size_t> lines = {}) const;

  // The text with every value of an allowed environment variable replaced by its
  // reference: for diffs, and for texts that come back.
  [[nodiscard]] std::string mask(std::string text,
                                 const std::set<std::string, std::less<>>& names) const;

 private:
  struct Value {
    std::string text;
    std::string file;
    std::size_t line = 0;
  };
  // Where a reference stands, and the variables that are being expanded.
  struct Spot {
    std::string_view file;
    std::size_t line;
    std::vector<std::string> within;
  };
  Result<> expand_line(std::string_view line, const Spot& spot, Expansion& into) const;
  Result<> expand_variable(std::string_view name, const Spot& spot, Expansion& into) const;
  Result<> expand_environment(std::string_view name, const Spot& spot, Expansion& into) const;

  std::map<std::string, Value, std::less<>> values_;
  std::vector<std::string> warnings_;
  std::set<std::string, std::less<>> allowed_;
  std::map<std::string, std::string, std::less<>> environment_;
};

// Whether a line (or a text) has a reference that expand() would replace.
[[nodiscard]] bool has_reference(std::string_view text);
// Text of a tool as a source writes it: expand(escape_references(t)) is t.
[[nodiscard]] std::string escape_references(std::string_view text);

}  // namespace loci::exchange
