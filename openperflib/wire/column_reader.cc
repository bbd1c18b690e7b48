#include "openperflib/wire/column_reader.h"

#include <algorithm>

#include "openperflib/base/checked.h"

namespace openperflib {

void ColumnReader::prepare(const ObjectTypeView& object) {
  constexpr std::uint64_t kLoad = sizeof(std::uint64_t);
  columns_.clear();
  stored_.clear();
  needed_ = 0;
  plain_ = object.byte_order() == ByteOrder::little;
  for (const CounterDefinitionView counter : object.counters()) {
    stored_.push_back({counter.counter_offset(), counter.counter_size()});
    const auto [offset, size] = stored_.back();
    const std::uint64_t end = checked_add<std::uint64_t>(offset, size).value_or(~0ULL);
    if (size != 0) needed_ = std::max(needed_, end);
    if (is_number(stored_.size() - 1) && end >= kLoad) {
      columns_.push_back({static_cast<std::uint32_t>(end - kLoad),
                          static_cast<std::uint32_t>(8 * (kLoad - size))});
    } else {
      columns_.push_back({0, 0});
      plain_ = false;
    }
  }
}

bool ColumnReader::read_one_by_one(const CounterBlockView& block,
                                   std::span<std::uint64_t> values) const noexcept {
  for (std::size_t i = 0; i < stored_.size(); ++i) {
    const auto [offset, size] = stored_[i];
    values[i] = is_number(i) ? load_value(block.bytes(), offset, size, block.byte_order()) : 0;
  }
  return true;
}

}  // namespace openperflib
