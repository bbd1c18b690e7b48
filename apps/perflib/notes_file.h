// The notes beside logs: where they stand, read and written.
#pragma once

#include <string>
#include <vector>

#include "apps/perflib/output_file.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_notes.h"

namespace openperflib::apps {

// Whether a log can have notes: it is a file or a folder, and no set of a database.
[[nodiscard]] bool has_notes(const std::string& log);

// The notes of all these logs, by time. What is strange in their files, or cannot be read, is told
// on stderr; a log without notes has none.
[[nodiscard]] std::vector<LogNote> notes_of(const std::vector<std::string>& logs);

// Those of a time.
[[nodiscard]] std::vector<LogNote> notes_in(std::vector<LogNote> notes, const LogWindow& window);

// " 2026-11-21 10:00:05.250  deployed 2.3": a line each.
[[nodiscard]] std::string notes_text(const std::vector<LogNote>& notes);

// Adds a note at the end of the log's file of notes, in one write, and has it on the disk when it
// returns. The exit code, after a message where that is not kAllWell.
[[nodiscard]] int append_note(const std::string& log, const LogNote& note);

// Writes the notes of a log that is written anew; without notes what was there is of another log,
// and goes. A set of a database gets none, after a message.
[[nodiscard]] int write_notes(const std::string& log, const std::vector<LogNote>& notes,
                              Overwrite overwrite);

}  // namespace openperflib::apps
