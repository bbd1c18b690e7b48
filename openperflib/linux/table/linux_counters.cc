#include "openperflib/linux/table/linux_counters.h"

#include <cassert>

namespace openperflib {
namespace {

#include "openperflib/linux/table/linux_rows.inc"  // kCounters, kOmitted: generated

}  // namespace

const LinuxCounter& on_linux(const CatalogueCounter& counter) noexcept {
  const auto position = static_cast<std::size_t>(&counter - counter_catalogue().data());
  assert(position < std::size(kCounters));
  return kCounters[position];
}

std::span<const OmittedObject> omitted_objects() noexcept { return kOmitted; }

}  // namespace openperflib
