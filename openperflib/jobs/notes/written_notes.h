// Notes of logs, for the models of what is shown.
#pragma once

#include <vector>

#include "openperflib/log/log_window.h"
#include "openperflib/log/reader/log_notes.h"
#include "openperflib/view/text/written_note.h"

namespace openperflib {

// Returns the notes in the window.
[[nodiscard]] std::vector<LogNote> notes_in(std::vector<LogNote> notes, const LogWindow& window);

// Returns the same notes as models have them.
[[nodiscard]] std::vector<WrittenNote> written_notes(std::vector<LogNote> notes);

}  // namespace openperflib
