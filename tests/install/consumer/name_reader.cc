// What a program needs to compare names, and no more: it links one layer and those below it.
#include <cstdio>

#include "openperflib/text/utf16.h"

int main() {
  const auto name = openperflib::utf16_from_utf8("% Processor Time");
  if (name.size() != 16) return 1;
  return openperflib::equal_ignoring_case("Processor", "PROCESSOR") ? 0 : 1;
}
