#include "bench/process_block.h"

namespace openperflib::bench {

std::vector<CounterDefinition> definitions_of(std::span<const MadeCounter> counters) {
  std::vector<CounterDefinition> definitions;
  std::uint32_t offset = 8;  // after the size of the counter block
  for (const MadeCounter& counter : counters) {
    definitions.push_back({.name_title_index = counter.title,
                           .help_title_index = counter.title + 1,
                           .type = counter.type,
                           .size = counter.size,
                           .offset = offset});
    offset += counter.size;
  }
  return definitions;
}

void begin_processes(DataBlockBuilder& builder, const MadeTime& time, std::string_view machine,
                     std::span<const CounterDefinition> definitions) {
  constexpr std::uint32_t kProcess = 230;
  builder.begin({.system_time = system_time_from(time.shown),
                 .perf_time = time.ticks,
                 .perf_freq = kTicksPerSecond,
                 .perf_time_100ns = time.utc,
                 .machine_name = machine});
  builder.begin_object({.name_title_index = kProcess,
                        .help_title_index = kProcess + 1,
                        .default_counter = 0,
                        .instances = Instances::multiple,
                        .perf_time = time.utc,
                        .perf_freq = kTicksPerSecond},
                       definitions);
}

}  // namespace openperflib::bench
