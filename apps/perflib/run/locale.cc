#include "apps/perflib/run/locale.h"

#include <cstdlib>
#include <string_view>

namespace openperflib::apps {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = variable(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != std::string_view::npos ||
           value.find("utf8") != std::string_view::npos;
  }
  return false;
}

}  // namespace

BarCharacters bar_characters() {
  return speaks_utf8() ? BarCharacters::unicode : BarCharacters::ascii;
}

bool refuses_colours() { return !variable("NO_COLOR").empty(); }

}  // namespace openperflib::apps
