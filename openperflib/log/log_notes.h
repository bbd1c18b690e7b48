// Notes: what people wrote beside a log, each of a moment of it. They stand in a text file of their
// own, so that the log stays what was recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// One note. Value.
struct LogNote {
  FileTime time_local = 0;  // on the log's clock, cut to the millisecond
  std::string text;         // one line of UTF-8 without control characters, not empty
  bool operator==(const LogNote&) const = default;
};

// What a file of notes holds. Value.
struct LogNotes {
  std::vector<LogNote> notes;                // in the file's order
  std::vector<std::uint32_t> strange_lines;  // from 1: neither a note nor empty; 1,000 at most
  bool is_cut = false;                       // there were more than kMostNotes
};

inline constexpr std::size_t kMostNotes = 100'000;
inline constexpr std::size_t kLongestNote = 4'096;  // bytes

// The name of the file of a log's notes. A log that is a folder may end in slashes.
[[nodiscard]] std::string notes_name(std::string_view log_path);

// Reads "YYYY-MM-DD HH:MM:SS.mmm TEXT", a line a note (docs/formats/notes.md). Lines that are none
// are named and left out.
[[nodiscard]] LogNotes parse_notes(std::string_view file);

// Whether `text` may be a note's.
[[nodiscard]] bool is_note_text(std::string_view text) noexcept;

// The note as a line with its end. Its text must be one by is_note_text().
[[nodiscard]] std::string line_of(const LogNote& note);

}  // namespace openperflib
