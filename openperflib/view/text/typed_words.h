// Words that a shell may offer.
#pragma once

#include <string>
#include <vector>

namespace openperflib {

// Removes the words that hold characters that nobody types and no terminal should get
// (printable.h): names come from processes and logs, and each word is printed on a line of its own.
void remove_untypeable(std::vector<std::string>& words);

}  // namespace openperflib
