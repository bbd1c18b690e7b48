// MachineFacts: what a machine is, from its files.
#pragma once

#include <string>
#include <string_view>

namespace openperflib {

// Value. Unknown texts are empty; texts come unchanged from the files of the machine, so they are
// not yet printable.
struct MachineFacts {
  std::string distribution;  // "Debian GNU/Linux 12"
  std::string kernel;        // "Linux 6.18.44", without the suffix of the distribution
};

// The facts of the machine below the folder `root`; of this machine if it is empty.
[[nodiscard]] MachineFacts machine_facts(const std::string& root);

// PRETTY_NAME of an os-release file, without quotes and without the code name in parentheses.
// Empty: the text has none.
[[nodiscard]] std::string pretty_name(std::string_view os_release);

}  // namespace openperflib
