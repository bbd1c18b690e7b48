#include "openperflib/view/text/typed_words.h"

#include "openperflib/text/printable.h"

namespace openperflib {

void remove_untypeable(std::vector<std::string>& words) {
  std::erase_if(words, [](const std::string& word) { return printable(word) != word; });
}

}  // namespace openperflib
