// A text that many hold and nobody changes: thousands of notes pass through
// several hands, and a copy for each costs more than reading them.

#pragma once

#include <memory>
#include <string>
#include <utility>

namespace loci {

class SharedText {
 public:
  SharedText() : SharedText(std::string()) {}
  explicit SharedText(std::string text)
      : text_(std::make_shared<const std::string>(std::move(text))) {}

  [[nodiscard]] const std::string& str() const { return *text_; }

 private:
  std::shared_ptr<const std::string> text_;
};

}  // namespace loci
