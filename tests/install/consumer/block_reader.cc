// What a program needs to read a block, and no more: it links one layer.
#include <cstddef>
#include <cstdio>
#include <vector>

#include "openperflib/wire/data_block_view.h"

int main() {
  const std::vector<std::byte> nothing(88);
  const auto view = openperflib::DataBlockView::parse(nothing);
  if (view.has_value()) return 1;  // 88 zeros are not a block
  std::printf("%s\n", openperflib::describe(view.error()).c_str());
  return 0;
}
