#include "apps/completion/typed_words.h"

#include "openperflib/text/printable.h"

namespace openperflib::apps {

void remove_untypeable(std::vector<std::string>& words) {
  std::erase_if(words, [](const std::string& word) { return printable(word) != word; });
}

}  // namespace openperflib::apps
