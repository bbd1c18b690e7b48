// Any bytes as a file of notes: what was read is written, and read again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "openperflib/log/reader/log_notes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  const LogNotes notes = parse_notes(file);
  std::string written;
  for (const LogNote& note : notes.notes) {
    if (!is_note_text(note.text)) std::abort();
    written += line_of(note);
  }
  const LogNotes again = parse_notes(written);
  if (again.notes != notes.notes || !again.strange_lines.empty()) std::abort();
  return 0;
}
