// Dates of text logs: Windows writes MM/DD/YYYY HH:MM:SS.mmm, other programs write what they like.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/text_log_encoding.h"

namespace openperflib {

// Value. A date and time as its digits stand, before anybody knows which of them is the month.
struct TextDate {
  std::uint16_t first = 0;   // month or day; with year_first it is the month
  std::uint16_t second = 0;  // day or month; with year_first it is the day
  std::uint16_t year = 0;
  std::uint16_t hour = 0;
  std::uint16_t minute = 0;
  std::uint16_t seconds = 0;
  std::uint16_t milliseconds = 0;
  bool year_first = false;
  bool as_windows = false;  // the very 23 characters that Windows writes
  bool operator==(const TextDate&) const = default;
};

// Reads a date. Beside Windows' own: / - or . between the parts, one or two digits, the year first,
// a T before the time, no seconds, no milliseconds, a comma before them, AM and PM. nullopt: it is
// none.
[[nodiscard]] std::optional<TextDate> parse_text_date(std::string_view text);

// The time, with the parts taken in that order; nullopt where they are no date then. A date with
// the year first is taken as it stands.
[[nodiscard]] std::optional<FileTime> file_time_of(const TextDate& date, DateOrder order);

// Value. Which orders the dates of a file allow: fed with many of them, in the order of the file.
class DateOrderEvidence {
 public:
  void add(const TextDate& date);
  // The order, and how sure that is: month first where nothing speaks against it.
  struct Verdict {
    DateOrder order = DateOrder::month_day_year;
    bool is_certain = false;  // the other order is no date, or runs backwards
  };
  [[nodiscard]] Verdict verdict() const;

 private:
  struct Hypothesis {
    bool possible = true;
    bool runs_backwards = false;  // by a day or more: clocks are set back by hours
    FileTime last = 0;
    void add(const TextDate& date, DateOrder order);
  };
  Hypothesis month_first_;
  Hypothesis day_first_;
  bool year_first_ = false;
  bool as_windows_ = true;  // all of them
};

// Where a log has its rows, for looking at their dates.
struct DateRange {
  int fd = -1;
  TextLogEncoding encoding;
  char separator = ',';
  std::uint64_t begin = 0;  // of the first row
  std::uint64_t end = 0;  // of the file; not behind begin for a pipe, which cannot be looked ahead
  std::size_t most_line_bytes = 0;
};

// The order of a log's dates, by its first row and what can be looked at: all rows where the first
// one is not written as Windows writes it, else the first and last 64 KiB.
[[nodiscard]] DateOrderEvidence::Verdict order_of_dates(const TextDate& first,
                                                        const DateRange& range);

}  // namespace openperflib
