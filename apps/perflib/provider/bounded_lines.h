// BoundedLines: cuts what arrives piece by piece into lines, of which none takes unbounded memory.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace openperflib::apps {

// Value. A line that is longer than kMostBytes is given once, cut, and marked so.
class BoundedLines {
 public:
  static constexpr std::size_t kMostBytes = 8'192;  // without the line end

  struct Line {
    std::size_t number;     // from 1 on
    std::string_view text;  // without the line end; valid during the call
    bool is_cut;
  };
  using Take = std::function<void(const Line& line)>;

  // Gives each line that ends in `bytes` to `take`.
  void add(std::string_view bytes, const Take& take);
  // Gives the last line, if it has no end.
  void finish(const Take& take);

 private:
  void keep(std::string_view part);
  void end_line(const Take& take);

  std::string line_;  // what has arrived of the line
  bool is_cut_ = false;
  std::size_t number_ = 1;  // of the line
};

}  // namespace openperflib::apps
