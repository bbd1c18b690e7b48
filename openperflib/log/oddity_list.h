// OddityList keeps what a reader of logs found odd: the first ones, and how many there were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/error.h"
#include "openperflib/log/log_reader.h"

namespace openperflib {

// Resource. Memory is bounded, however damaged a file is.
class OddityList {
 public:
  // What an oddity cost.
  struct Loss {
    std::uint64_t bytes = 0;
    std::uint64_t records = 0;
  };

  // `shown_name` stands as the file in each oddity.
  explicit OddityList(std::string shown_name) : file_(std::move(shown_name)) {}

  // Odd, and read all the same. `line`: of a text, from 1; 0 for what has none.
  void note(const Error& error, std::uint64_t line = 0);
  // Readings are missing.
  void lose(const Error& error, Loss loss, std::uint64_t line = 0);
  // Adds its own to another list, and forgets them.
  void move_to(OddityList& other);
  // The same of what has no bytes: rows of a database, in words.
  void lose(std::string said, Loss loss);
  // Forgets them and their number.
  void clear() noexcept;

  // The first LogReader::kMostOddities; valid until the next note(), lose() or clear().
  [[nodiscard]] std::span<const LogOddity> items() const noexcept { return items_; }
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }  // of all, kept or not
  // The shown name.
  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  // The fault with its file as people see it: "log.csv, line 7".
  [[nodiscard]] SourceFault fault(const Error& error, std::uint64_t line = 0) const;

 private:
  // Counts it, and keeps it while there is room.
  void add(const Error& error, Loss loss, std::uint64_t line, bool is_loss);
  std::string file_;
  std::vector<LogOddity> items_;  // LogReader::kMostOddities at most
  std::uint64_t count_ = 0;
};

}  // namespace openperflib
