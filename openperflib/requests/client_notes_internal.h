// The notes that people wrote about a client's log: those beside its files, as `perflib annotate`
// writes them, or those of the files that the client names.
//
// Source: docs/formats/notes.md.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/log/reader/log_notes.h"
#include "openperflib/requests/tool_session.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// Value.
struct ClientNotes {
  std::vector<LogNote> notes;        // by time
  std::vector<std::string> remarks;  // what was left out, with the file
};

// Reads LOG.notes.txt for each of these logs that has it. What cannot be read is a remark.
[[nodiscard]] ClientNotes notes_beside(const ToolEnvironment& environment,
                                       const std::vector<std::string>& logs);
// Reads files of notes. Errors: a sentence: one cannot be read.
[[nodiscard]] std::expected<ClientNotes, std::string> notes_in_files(
    const ToolEnvironment& environment, const std::vector<std::string>& files);

// Writes the members of open_log, if there are any notes or remarks. `bias_minutes`: of the clock
// of the log.
void write_notes(JsonWriter& out, const ClientNotes& notes, std::optional<int> bias_minutes);

}  // namespace openperflib
