#include "apps/ctrpp/completion.h"

#include "apps/drop_in/completion.h"
#include "apps/drop_in/messages.h"

namespace openperflib::ctrpp {

// Everything that is not an option is a file, but for the prefix.
Outcome complete(std::span<char* const> words) {
  const drop_in::CursorLine line(words, find_option);
  drop_in::Completion completion;
  if (line.begins_an_option()) {
    completion.words = option_names();
  } else {
    completion.files = line.option() != "prefix";
  }
  return drop_in::print(completion_lines(line, completion));
}

}  // namespace openperflib::ctrpp
