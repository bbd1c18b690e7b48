// The words of /proc/PID/stat and of a thread's stat, by their position in proc(5): pid is 1,
// comm 2.
#pragma once

#include <string.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace openperflib::linux_objects {

// comm, a view of `text`; nullopt if there is none and the text is not a stat. It may contain
// anything, even ") (" and newlines; it ends at the last ')'.
[[nodiscard]] inline std::optional<std::string_view> comm_in_stat(std::string_view text) noexcept {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) return std::nullopt;
  // rfind would search byte by byte.
  const void* found = ::memrchr(text.data(), ')', text.size());
  if (found == nullptr) return std::nullopt;
  const auto close = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
  if (close < open) return std::nullopt;
  return text.substr(open + 1, close - open - 1);
}

// The text after the comm that was found in it.
[[nodiscard]] inline std::string_view behind_comm(std::string_view text,
                                                  std::string_view comm) noexcept {
  return text.substr(static_cast<std::size_t>(comm.data() + comm.size() - text.data()) + 1);
}

// View. Iterates over the words after comm, which are separated by single blanks.
class StatWords {
 public:
  explicit StatWords(std::string_view behind_comm) noexcept
      : at_(behind_comm.data()), end_(behind_comm.data() + behind_comm.size()) {}
  // The word at a position, which must ascend from call to call; empty if there are fewer words.
  [[nodiscard]] std::string_view at(int position) noexcept {
    skip(position - position_);
    position_ = position;
    const char* const word = at_;
    while (at_ != end_ && *at_ != ' ' && *at_ != '\n') ++at_;
    return {word, at_};
  }

 private:
  static constexpr std::uint64_t kEachByte = 0x0101'0101'0101'0101;

  // Marks the bytes equal to `c` among eight: sets only the highest bit of each.
  static std::uint64_t marks_of(char c, std::uint64_t bytes) noexcept {
    constexpr std::uint64_t kLow7 = 0x7F * kEachByte;
    const std::uint64_t other = bytes ^ (static_cast<unsigned char>(c) * kEachByte);
    return ~(((other & kLow7) + kLow7) | other | kLow7);
  }

  // The number of blanks among eight bytes.
  static int blanks_in(std::uint64_t bytes) noexcept {
    return static_cast<int>(((marks_of(' ', bytes) >> 7) * kEachByte) >> 56);
  }

  // Skips the next `count` blanks, or to the end: only a few of 50 words are wanted.
  void skip(int count) noexcept {
    const char* at = at_;
    for (std::uint64_t bytes = 0; count > 0 && end_ - at >= 8; at += 8) {
      std::memcpy(&bytes, at, sizeof bytes);
      const int blanks = blanks_in(bytes);
      if (blanks >= count) break;
      count -= blanks;
    }
    while (count > 0 && at != end_) {
      if (*at++ == ' ') --count;
    }
    at_ = at;
  }

  const char* at_;
  const char* end_;
  int position_ = 2;  // the position of comm
};

}  // namespace openperflib::linux_objects
