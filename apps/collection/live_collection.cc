#include "apps/collection/live_collection.h"

#include <csignal>
#include <utility>

#include "apps/collection/kept_descriptors.h"
#include "openperflib/linux/table/object_catalogue.h"

namespace openperflib::apps {

QueryOptions live_query_options(const LocalSource& source) {
  QueryOptions options;
  options.policy.wrap = Wrap::modulo_2_32;
  options.policy.clock_check = source.is_live() ? ClockCheck::clock_was_set : ClockCheck::off;
  options.undefined_counters = &counter_in_catalogue;
  return options;
}

LiveCollection::LiveCollection(std::unique_ptr<LocalSource> source, EventWaiter waiter,
                               std::chrono::nanoseconds interval)
    : source_(std::move(source)),
      waiter_(std::move(waiter)),
      query_(source_->titles(), live_query_options(*source_)),
      pacer_(interval, Pacer::Clock::now()) {}

std::expected<LiveCollection, SourceFault> LiveCollection::open(const Environment& environment,
                                                                std::vector<std::string> roots,
                                                                std::chrono::nanoseconds interval) {
  LocalSourceOptions options;
  options.roots = std::move(roots);
  options.kept_descriptors = descriptors_to_keep();
  options.providers = environment.providers;
  auto source = LocalSource::open(environment.titles, std::move(options));
  if (!source.has_value()) return std::unexpected(source.error());
  auto waiter = EventWaiter::open();
  if (!waiter.has_value()) {
    return std::unexpected(
        SourceFault{.errno_value = waiter.error(), .file = "signals", .error = std::nullopt});
  }
  return LiveCollection(std::move(*source), std::move(*waiter), interval);
}

std::expected<LiveCollection::Next, SourceFault> LiveCollection::collect() {
  pacer_.advance(Pacer::Clock::now());
  const auto result = source_->read(request_.has_value() ? *request_ : query_.request(), snapshot_);
  if (!result.has_value()) return std::unexpected(result.error());
  if (*result == ReadResult::end) return Next::end;
  query_.take(snapshot_);
  query_.set_titles(source_->titles());
  return Next::row;
}

bool LiveCollection::wait_until(EventWaiter::Clock::time_point time) {
  for (;;) {
    const Event event = waiter_.wait_until(time);
    if (event == Event::stop) return false;
    if (event == Event::suspended) (void)std::raise(SIGSTOP);
    if (event == Event::deadline) return true;
  }
}

std::expected<LiveCollection::Next, SourceFault> LiveCollection::next() {
  if (is_live() && !wait_until(pacer_.due())) return Next::stopped;
  return collect();
}

}  // namespace openperflib::apps
