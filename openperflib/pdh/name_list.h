// NameList: names as the functions of pdh.h give them, one after the other, each with its NUL.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace openperflib {

// Value.
class NameList {
 public:
  // No name contains a NUL.
  void add(std::string_view name) {
    text_.append(name);
    text_.push_back('\0');
    ++size_;
  }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }  // names
  // Copies of the names, in the order in which they were added.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (std::size_t at = 0; at < text_.size(); at += names.back().size() + 1) {
      names.emplace_back(text_.c_str() + at);
    }
    return names;
  }

  // All names and the NUL that ends the list; two of them if there is no name. UTF-8.
  [[nodiscard]] std::string text() const& { return text_ + end(); }
  [[nodiscard]] std::string text() && { return std::move(text_ += end()); }

  bool operator==(const NameList&) const = default;

 private:
  // What ends the list: one NUL, or two if it has no name.
  [[nodiscard]] std::string end() const { return std::string(empty() ? 2 : 1, '\0'); }

  std::string text_;
  std::size_t size_ = 0;
};

}  // namespace openperflib
