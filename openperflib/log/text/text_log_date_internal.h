// Dates of text logs: Windows writes MM/DD/YYYY HH:MM:SS.mmm, other programs use other forms.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/text/text_log_encoding.h"
#include "openperflib/log/time/usual_interval.h"
#include "openperflib/os/portable/byte_source.h"

namespace openperflib {

// Value. The digits of a date and time, before it is known which of them are the month.
struct TextDate {
  std::uint16_t first = 0;   // month or day; with year_first it is the month
  std::uint16_t second = 0;  // day or month; with year_first it is the day
  std::uint16_t year = 0;
  std::uint16_t hour = 0;
  std::uint16_t minute = 0;
  std::uint16_t seconds = 0;
  std::uint16_t milliseconds = 0;
  bool year_first = false;
  bool as_windows = false;  // exactly the 23 characters that Windows writes
  bool has_dots = false;    // between the parts of the date
  bool operator==(const TextDate&) const = default;
};

// Reads a date. Also accepted are / - or . between the parts, one or two digits, the year first, a
// T before the time, no seconds, no milliseconds, a comma before them, AM and PM. nullopt: it is
// not a date.
[[nodiscard]] std::optional<TextDate> parse_text_date(std::string_view text);

// Returns whether a text has hours, minutes or seconds and no date, as Excel saves a time whose
// cell shows no more: "10:00", "00:15.0".
[[nodiscard]] bool is_time_without_date(std::string_view text) noexcept;

// The time, with the parts in that order; nullopt if that is not a date. A date with the year first
// keeps its order.
[[nodiscard]] std::optional<FileTime> file_time_of(const TextDate& date, DateOrder order);

// Value. The orders that the dates of a file allow: fed with many of them, in the order of the
// file.
class DateOrderEvidence {
 public:
  void add(const TextDate& date);
  // The order: the only one that fits; else the day first if the parts are separated by dots, else
  // the one with fewer gaps, else the day first in a file with decimal commas, else the month.
  struct Verdict {
    DateOrder order = DateOrder::month_day_year;
    bool is_open = false;   // the other order fits as well
    FileTime interval = 0;  // between most of the dates, read in that order; 0: unknown
  };
  [[nodiscard]] Verdict verdict(bool has_decimal_commas) const;
  // Judges the dates in an order that is given.
  [[nodiscard]] Verdict verdict(DateOrder asked) const;

 private:
  struct Hypothesis {
    bool possible = true;
    bool runs_backwards = false;  // by a day or more: clocks are set back by hours
    FileTime last = 0;
    MostCommonStep steps;
    UsualInterval interval;
    std::uint64_t gaps = 0;  // steps that are not about one interval
    void add(const TextDate& date, DateOrder order);
  };
  Hypothesis month_first_;
  Hypothesis day_first_;
  bool year_first_ = false;
  bool as_windows_ = true;  // all of them
  bool has_dots_ = false;   // any of them
  bool has_two_readings_ = false;
};

// The position of the rows of a log, for checking their dates.
struct DateRange {
  const ByteSource& file;
  TextLogEncoding encoding;
  char separator = ',';
  std::uint64_t begin = 0;  // of the first row
  std::uint64_t end = 0;    // of the file; equal to begin for a pipe, which cannot be read ahead
  std::size_t most_line_bytes = 0;
  bool has_decimal_commas = false;      // and semicolons
  std::optional<DateOrder> asked = {};  // by the caller
};

// The order of a log's dates, from its first row and further ones: all rows if the first one does
// not have the form of Windows, otherwise those in the first and last 64 KiB.
[[nodiscard]] DateOrderEvidence::Verdict order_of_dates(const TextDate& first,
                                                        const DateRange& range);

}  // namespace openperflib
