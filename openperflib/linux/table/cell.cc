#include "openperflib/base/checked.h"
#include "openperflib/linux/table/cell_internal.h"

namespace openperflib::linux_objects {

void add(Cell& sum, Cell more) noexcept {
  if (!sum.is_present()) return;
  if (!more.is_present()) {
    sum = more;
    return;
  }
  const auto total = checked_add(sum.value, more.value);
  sum = total.has_value() ? Cell{*total} : missing(Reasons::kSumTooLarge);
}

void put(ObjectTable& table, std::size_t instance, std::size_t order, Cell cell) noexcept {
  if (!cell.is_present()) return table.set_missing(instance, order, cell.reason);
  const bool is_short = table.object().counters[order].size == 4;
  table.set(instance, order, is_short ? cell.value & 0xFFFF'FFFF : cell.value);
}

}  // namespace openperflib::linux_objects
