// Reads Counter Links from any block. What is read is sorted, has each counter once, and stays the
// same when it is written and read again.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "openperflib/snapshot/counter_links.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// Keeps a run fast: a few bytes may claim many values.
constexpr Limits kLimits = {.values = 20'000};

auto place_of(const CounterLink& link) {
  return std::pair(link.object_title_index, link.counter_ordinal);
}

void check_written(std::span<const CounterLink> links) {
  const SetLinks set{.set = {}, .links = links};
  DataBlockBuilder builder;
  builder.begin({});
  write_counter_links(std::span(&set, 1), builder);
  const auto block = builder.finish();
  require(block.has_value());
  std::vector<CounterLink> again;
  read_counter_links(DataBlockView::parse(*block).value(), again);
  require(std::ranges::equal(links, again));
}

void check_links(const DataBlockView& block) {
  std::vector<CounterLink> links;
  read_counter_links(block, links);
  const auto is_not_after = [](const CounterLink& a, const CounterLink& b) {
    return place_of(b) <= place_of(a);
  };
  require(std::ranges::adjacent_find(links, is_not_after) == links.end());
  for (const CounterLink& link : links) {
    const CounterLink* const found =
        find_counter_link(links, link.object_title_index, link.counter_ordinal);
    require(found == &link);
  }
  check_written(links);
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  const auto block = DataBlockView::parse(std::as_bytes(std::span(data, size)), kLimits);
  if (block.has_value()) check_links(*block);
  return 0;
}
