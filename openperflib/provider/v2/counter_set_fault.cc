#include "openperflib/provider/v2/counter_set_fault.h"

#include <array>
#include <cstddef>

namespace openperflib {
namespace {

// In the order of the enumerators.
constexpr auto kTexts = std::to_array<std::string_view>({
    "the template ends before its counters do",
    "a counter set needs at least one counter",
    "a counter set has at most 64,000 counters",
    "the instance type is not one of 0, 2, 4, 6, 12 and 22",
    "two counters have the same id",
    "a name or help text is too long",
    "an instance of the counter set does not fit into a segment",
    "an instance of this counter set needs a name",
    "the name of an instance has at most 1,023 characters",
    "the counter set has one instance already, and may have no other",
    "the counter has another width",
    "the counter is read through a pointer",
    "the counter is not read through a pointer",
    "the counter set has been described already",
    "an instance with this name and id exists already",
    "there is no such counter set, instance or counter",
    "a callback of the counter set runs in this thread, which would wait for itself",
    "there is not enough memory",
});
static_assert(kTexts.size() == static_cast<std::size_t>(CounterSetFault::no_memory) + 1);

}  // namespace

std::string_view describe(CounterSetFault fault) noexcept {
  return kTexts[static_cast<std::size_t>(fault)];
}

}  // namespace openperflib
