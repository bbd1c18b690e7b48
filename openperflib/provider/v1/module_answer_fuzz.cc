// Any bytes as the answer of a module: what is accepted keeps the strict rules of a block, is read
// inside its bytes, and has titles of its service alone.
#include <cstdint>
#include <cstdlib>

#include "openperflib/provider/v1/module_answer.h"
#include "openperflib/provider/v1/module_keys.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

constexpr TitleRange kTitles{1848, 1852};

void check(bool holds) {
  if (!holds) std::abort();
}

// As V1Modules puts them into a block.
void check_accepted(const ModuleAnswer& answer) {
  DataBlockBuilder builder;
  builder.begin({});
  ModuleKeys keys;
  keys.begin({});
  ProviderReport report;
  for (const AnsweredObject& object : answer.objects()) {
    check(object.index >= kTitles.first && object.index <= kTitles.last);
    check(builder.append_object(object.bytes).has_value());
    keys.add(object.view(), report);
  }
  const auto block = builder.finish();
  check(block.has_value());
  check(DataBlockView::parse(*block, {}, Conformance::strict).has_value());
}

void check_answer(Bytes bytes, std::uint32_t count, bool pads) {
  ModuleAnswer answer;
  if (answer.check(bytes, count, {.titles = kTitles, .pads_lengths = pads}).has_value()) {
    check(answer.objects().size() == count);
    check_accepted(answer);
  } else {
    check(answer.objects().empty());
  }
}

}  // namespace
}  // namespace openperflib

// The first byte is the number of objects that the module said.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const openperflib::Bytes bytes = std::as_bytes(std::span(data + 1, size - 1));
  openperflib::check_answer(bytes, data[0], false);
  openperflib::check_answer(bytes, data[0], true);
  return 0;
}
