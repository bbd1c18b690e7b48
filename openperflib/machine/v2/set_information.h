// What is registered of a counter set, in the forms that perflib.h has for it.
#pragma once

#include <cstdint>
#include <expected>
#include <vector>

#include "openperflib/machine/v2/counter_set_source.h"

namespace openperflib {

// What is asked for: the numbers of PerfRegInfoType.
enum class SetInformation : std::uint32_t {
  set = 1,               // PERF_COUNTERSET_REG_INFO with all PERF_COUNTER_REG_INFO
  counter = 2,           // one PERF_COUNTER_REG_INFO
  name = 3,              // UTF-16 with its NUL
  help = 4,              // likewise
  counter_names = 5,     // PERF_STRING_BUFFER_HEADER with the texts
  counter_helps = 6,     // likewise
  provider_name = 7,     // UTF-16 with its NUL
  provider = 8,          // the GUID
  english_name = 9,      // as `name`
  english_counters = 10  // as `counter_names`
};

// Replaces `to`. `language`: a LANGID, 0 is English; 0 where there is no choice; for
// `counter`, the id of a counter. Errors: invalid: no such information, or a language where there
// is no choice; counter_unknown, language_unknown.
[[nodiscard]] std::expected<void, SetStatus> write_information(const ConsumerSet& set,
                                                               SetInformation information,
                                                               std::uint32_t language,
                                                               std::vector<std::byte>& to);

// The active instances of a set, as a sequence of PERF_INSTANCE_HEADER. Replaces `to`. Errors:
// no_instance, described_otherwise; what a callback of the set returned.
[[nodiscard]] std::expected<void, SetStatus> write_instances(const CounterSetSource& source,
                                                             const ConsumerSet& set,
                                                             std::vector<std::byte>& to);

}  // namespace openperflib
