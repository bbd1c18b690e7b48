#include "openperflib/machine/local_source.h"

#include <algorithm>
#include <utility>

#include "openperflib/linux/linux_provider.h"
#include "openperflib/provider/provider_set.h"
#include "openperflib/snapshot/collection_status.h"
#include "openperflib/snapshot/counter_links.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

LinuxProviderOptions provider_options(const LocalSourceOptions& options) noexcept {
  return {.page_size = options.page_size,
          .kept_descriptors = options.kept_descriptors,
          .kernel_threads = options.kernel_threads,
          .process_names = options.process_names,
          .thread_names = options.thread_names};
}

// The block's header. The times of a recorded machine without a clock are 0.
BlockHeader header_of(const Instant& instant, std::string_view machine_name) noexcept {
  BlockHeader header{.default_object = title::kProcessor, .machine_name = machine_name};
  header.perf_freq = kTicksPerSecond;
  header.perf_time = instant.monotonic_100ns.value_or(0);
  header.perf_time_100ns = instant.realtime.value_or(0);
  if (instant.realtime.has_value()) header.system_time = system_time_from(*instant.realtime);
  return header;
}

bool comes_before(const InstanceKey& a, const InstanceKey& b) noexcept {
  return std::pair(a.object_title_index, a.instance) < std::pair(b.object_title_index, b.instance);
}

}  // namespace

struct LocalSource::State {
  State(const TitleTable& fixed, LocalSourceOptions&& its_options)
      : options(std::move(its_options)), providers(fixed) {}

  LocalSourceOptions options;
  ProviderSet providers;
  LinuxProvider* linux_provider = nullptr;  // the first of them: it has the clock and the name
  std::size_t next_root = 0;                // index into options.roots
  DataBlockBuilder builder;
  ProviderReport report;
  Bytes block;

  // Whether the block gets one of the objects that describe it.
  [[nodiscard]] bool wants(TitleIndex object, const ObjectRequest& request) const noexcept {
    if (options.collection_status || request.wants_description()) return true;
    return request.kind() == ObjectRequest::Kind::ids && request.wants_object(object);
  }
  void add_other_providers();
  [[nodiscard]] std::expected<Bytes, Error> collect(Deadline deadline,
                                                    const ObjectRequest& request);
};

void LocalSource::State::add_other_providers() {
  if (!options.providers || !options.roots.empty()) return;
  for (std::unique_ptr<Provider>& provider : options.providers()) {
    providers.add(std::move(provider));
  }
}

// One block with all requested objects, at one instant.
std::expected<Bytes, Error> LocalSource::State::collect(Deadline deadline,
                                                        const ObjectRequest& request) {
  report.clear();
  const Instant& instant = linux_provider->take_instant();
  builder.begin(header_of(instant, linux_provider->machine_name()));
  providers.collect({request, instant, deadline}, builder, report);
  const bool has_links = !report.links().empty() && wants(title::kCounterLinks, request);
  if (has_links) write_counter_links(report.links(), builder);
  const auto titles = providers.collected_titles();
  if (!titles.empty() && wants(title::kTitles, request)) write_titles(titles, builder);
  if (wants(title::kCollectionStatus, request)) write_collection_status(report, builder);
  std::ranges::sort(report.keys(), comes_before);
  if (options.log_event) {
    for (const ProviderEvent& event : report.events()) options.log_event(event);
  }
  return builder.finish();
}

LocalSource::LocalSource(std::unique_ptr<State> state) : state_(std::move(state)) {}
LocalSource::~LocalSource() = default;

std::expected<std::unique_ptr<LocalSource>, SourceFault> LocalSource::open(
    const TitleTable& fixed, LocalSourceOptions options) {
  auto state = std::make_unique<State>(fixed, std::move(options));
  const std::vector<std::string>& roots = state->options.roots;
  auto provider =
      LinuxProvider::open(roots.empty() ? "" : roots.front(), provider_options(state->options));
  if (!provider.has_value()) return std::unexpected(std::move(provider).error());
  state->linux_provider = provider->get();
  state->providers.add(*std::move(provider));
  state->add_other_providers();
  return std::unique_ptr<LocalSource>(new LocalSource(std::move(state)));
}

std::expected<ReadResult, SourceFault> LocalSource::read(const ObjectRequest& request,
                                                         Deadline deadline, Snapshot& into) {
  const auto& limit = state_->options.time_limit;
  if (!deadline.has_value() && limit.has_value()) {
    deadline = std::chrono::steady_clock::now() + *limit;
  }
  const std::vector<std::string>& roots = state_->options.roots;
  if (!roots.empty()) {
    if (state_->next_root == roots.size()) return ReadResult::end;
    const std::size_t root = state_->next_root++;
    if (root > 0) {
      auto moved = state_->linux_provider->move_to(roots[root]);
      if (!moved.has_value()) return std::unexpected(std::move(moved).error());
    }
  }
  auto block = state_->collect(deadline, request);
  if (block.has_value()) {
    state_->block = *block;
    const auto assigned = into.assign(*block, Limits{}, Conformance::strict);
    if (!assigned.has_value()) block = std::unexpected(assigned.error());
  }
  if (!block.has_value()) {
    return std::unexpected(SourceFault{
        0, roots.empty() ? "this machine" : roots[state_->next_root - 1], block.error()});
  }
  into.set_instance_keys(state_->report.keys());
  return ReadResult::reading;
}

bool LocalSource::is_live() const noexcept { return state_->options.roots.empty(); }

std::shared_ptr<const TitleSet> LocalSource::titles() { return state_->providers.titles(); }

std::vector<const ObjectDescription*> LocalSource::describe() const {
  std::vector<const ObjectDescription*> described;
  for (const auto& provider : state_->providers.providers()) {
    for (const ObjectDescription& object : provider->describe()) described.push_back(&object);
  }
  return described;
}

const CounterDescription* LocalSource::describe_counter(TitleIndex object,
                                                        TitleIndex counter) const {
  const CounterDescription* found = Source::describe_counter(object, counter);
  if (found != nullptr) return found;
  const ObjectDescription& status = state_->linux_provider->describe_status();
  return status.name_index == object ? find_counter(status, counter) : nullptr;
}

std::string LocalSource::source_of(const SourceQuestion& value) const {
  for (const auto& provider : state_->providers.providers()) {
    std::string text = provider->source_of(value);
    if (!text.empty()) return text;
  }
  return {};
}

std::vector<ServiceState> LocalSource::services() const {
  std::vector<ServiceState> all;
  for (const auto& provider : state_->providers.providers()) {
    for (ServiceState& one : provider->services()) all.push_back(std::move(one));
  }
  return all;
}

CounterSets* LocalSource::counter_sets() const noexcept {
  for (const auto& provider : state_->providers.providers()) {
    CounterSets* const sets = provider->counter_sets();
    if (sets != nullptr) return sets;
  }
  return nullptr;
}

std::span<const ProviderEvent> LocalSource::events() const noexcept {
  return state_->report.events();
}

void LocalSource::forget() noexcept { state_->providers.forget(); }

Bytes LocalSource::block() const noexcept { return state_->block; }

}  // namespace openperflib
