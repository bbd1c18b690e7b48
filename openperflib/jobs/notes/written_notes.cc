#include "openperflib/jobs/notes/written_notes.h"

#include <utility>

namespace openperflib {

std::vector<LogNote> notes_in(std::vector<LogNote> notes, const LogWindow& window) {
  std::erase_if(notes, [&](const LogNote& note) {
    return note.time_local < window.begin_local || note.time_local > window.end_local;
  });
  return notes;
}

std::vector<WrittenNote> written_notes(std::vector<LogNote> notes) {
  std::vector<WrittenNote> all;
  for (LogNote& note : notes) all.push_back({note.time_local, std::move(note.text)});
  return all;
}

}  // namespace openperflib
