#include "openperflib/titles/multi_string.h"

#include <fmt/core.h>

#include <iterator>

namespace openperflib {

std::string multi_string_of(std::span<const Title> titles, TitleIndex above) {
  std::string text;
  for (const Title& title : titles) {
    if (title.index <= above) continue;
    fmt::format_to(std::back_inserter(text), "{}", title.index);
    text += '\0';
    text += title.text;
    text += '\0';
  }
  text += '\0';
  return text;
}

}  // namespace openperflib
