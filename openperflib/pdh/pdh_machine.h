// PdhMachine: how PDH reads this machine.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "openperflib/snapshot/source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value. Its functions may be called by any thread.
struct PdhMachine {
  // Makes a source of this machine, which holds what it reads through as long as it exists. Its
  // blocks have Collection Status.
  std::function<std::unique_ptr<Source>()> open;
  std::string name;  // of this computer, without backslashes
  // The titles that are the same on every machine; their texts must outlive all queries.
  const TitleTable& fixed;
};

// Whether that is a name of the computer that is called `name`: the whole name or what is before
// its first dot, in any letter case, "." or "localhost"; "" too.
[[nodiscard]] bool is_name_of_machine(std::string_view asked, std::string_view name);

}  // namespace openperflib
