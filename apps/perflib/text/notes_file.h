// The notes of logs: their files, reading and writing.
#pragma once

#include <string>
#include <vector>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/output_file.h"
#include "openperflib/log/reader/log_notes.h"

namespace openperflib::apps {

// Whether a log can have notes: it is a file or a folder, not a set in a database.
[[nodiscard]] bool has_notes(const std::string& log);

// The notes of all these logs, by time. Unreadable files and lines are reported on stderr; a log
// without notes has none.
[[nodiscard]] std::vector<LogNote> notes_of(const std::vector<std::string>& logs);

// " 2026-11-21 10:00:05.250  deployed 2.3": one line each.
[[nodiscard]] std::string notes_text(const std::vector<LogNote>& notes);

// Appends a note to the file of notes of a log, in one write, and syncs it to disk. A link in place
// of the file is not followed.
[[nodiscard]] Step append_note(const std::string& log, const LogNote& note);

// Whether the notes of a new log cannot be written next to it, because there are some already, or
// something else has that name; a message says so.
[[nodiscard]] bool refuses_notes(const std::string& log, Overwrite overwrite);

// Writes the notes of a new log; without notes, existing ones belong to an overwritten log and are
// removed. A set in a database gets none, after a message.
[[nodiscard]] Step write_notes(const std::string& log, const std::vector<LogNote>& notes,
                               Overwrite overwrite);

}  // namespace openperflib::apps
