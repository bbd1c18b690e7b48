// Notes: texts that people wrote about a log, each with a time. They are in a separate text file,
// so that the log stays unchanged.
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
  FileTime time_local = 0;  // on the log's clock, truncated to the millisecond
  std::string text;         // one line of UTF-8 without control characters, not empty
  bool operator==(const LogNote&) const = default;
};

// The contents of a file of notes. Value.
struct LogNotes {
  std::vector<LogNote> notes;                // in the order of the file
  std::vector<std::uint32_t> strange_lines;  // from 1: neither a note nor empty; at most 1,000
  bool is_cut = false;                       // there were more than kMostNotes
};

inline constexpr std::size_t kMostNotes = 100'000;
inline constexpr std::size_t kLongestNote = 4'096;  // bytes

// The name of the file of a log's notes. A log that is a folder may end in slashes.
[[nodiscard]] std::string notes_name(std::string_view log_path);

// Reads "YYYY-MM-DD HH:MM:SS.mmm TEXT", one note per line (docs/formats/notes.md). Other lines are
// reported and left out.
[[nodiscard]] LogNotes parse_notes(std::string_view file);

// Returns what is to be said of a file that was read, without its name: each strange line, and that
// it was cut.
[[nodiscard]] std::vector<std::string> remarks_of(const LogNotes& notes);

// Whether `text` is valid in a note.
[[nodiscard]] bool is_note_text(std::string_view text) noexcept;

// The note as a line with its end. is_note_text() must hold for its text.
[[nodiscard]] std::string line_of(const LogNote& note);

}  // namespace openperflib
