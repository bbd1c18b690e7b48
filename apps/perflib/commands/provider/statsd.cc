// perflib provider statsd: counters from StatsD packets.
#include <chrono>
#include <ratio>

#include "apps/perflib/commands/provider/verbs.h"
#include "apps/perflib/run/command_line.h"
#include "openperflib/view/text/amount.h"

namespace openperflib::apps::provider_command {

Outcome run_statsd(const Options& options) {
  using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
  const Ticks expire(duration_from(options.expire).value_or(0));  // it was checked when read
  if (options.instances == 0) return usage_error("--instances", "at least 1");
  return publish_statsd(
      options.listen, {.instances = options.instances,
                       .expire = std::chrono::duration_cast<StatsdSets::Clock::duration>(expire)});
}

}  // namespace openperflib::apps::provider_command
