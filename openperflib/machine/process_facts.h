// ProcessFacts: who runs a process, and what it was started as. They are read for the screen only:
// no log and no block has them, because a command line may contain secrets.
#pragma once

#include <cstdint>
#include <string>

namespace openperflib {

// Value. Its texts come unchanged from the files of the machine, so they are not yet printable.
struct ProcessFacts {
  std::string user;     // "postgres (uid 114)", "uid 114" without a name; or why it is unknown
  std::string command;  // the words of the command line with blanks between; or why it is unknown
};

// Returns the facts of a process of the machine below the folder `root`; of this machine if it is
// empty. Only users of this machine have names.
[[nodiscard]] ProcessFacts process_facts(const std::string& root, std::uint32_t process_id);

}  // namespace openperflib
