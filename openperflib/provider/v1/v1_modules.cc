#include "openperflib/provider/v1/v1_modules.h"

#include <fmt/core.h>
#include <poll.h>

#include <algorithm>

#include "openperflib/os/process/made_once.h"
#include "openperflib/state/store/registered_service.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kDisabledByFailures = 4;

// What the module is asked: as the consumer was, without what concerns other kinds of providers.
HostCollect collect_of(const ObjectRequest& request, bool supports_metadata) {
  HostCollect collect;
  collect.value_name = utf16_from_utf8(request.value_name(supports_metadata));
  collect.indices = request.objects();
  return collect;
}

}  // namespace

V1Modules::V1Modules(const TitleTable& fixed, V1Options options)
    : options_(std::move(options)),
      store_(options_.store != nullptr ? options_.store
                                       : std::make_shared<TitleStore>(fixed, options_.folders)) {
  options_.places.environment = host_environment(options_.places, options_.folders);
  follow_store();
}

V1Modules::~V1Modules() {
  constexpr std::chrono::seconds kPatience{1};
  for (const Module& module : modules_) module.host->ask_to_close();
  const auto deadline = HostClock::now() + kPatience;
  for (const Module& module : modules_) module.host->close(deadline);
}

void V1Modules::forget() noexcept {
  for (const Module& module : modules_) module.host->forget();
}

HostClock::time_point V1Modules::now() const {
  return options_.now ? options_.now() : HostClock::now();
}

std::span<const ObjectDescription> V1Modules::describe() const noexcept {
  return objects_.descriptions();
}

std::vector<ServiceState> V1Modules::services() const {
  std::vector<ServiceState> states;
  for (const Module& module : modules_) {
    const bool has_answered = module.host->objects() != nullptr;
    states.push_back({.service = module.service.name,
                      .lack = has_answered ? std::string() : module.host->lack().text,
                      .confinement = module.host->confinement()});
  }
  return states;
}

std::unique_ptr<V1Host> V1Modules::make_host(const RegisteredService& service) {
  StartHost start = options_.start;
  if (!start) {
    start = [this](const ModuleSettings& settings) {
      return start_host_process(settings, options_.places);
    };
  }
  return std::make_unique<V1Host>(
      module_settings(service, *registration_, store_->folders(), options_.places),
      service.titles().value_or(TitleRange()), std::move(start));
}

// Keeps the host of a service whose registration has not changed.
void V1Modules::follow_store() {
  const bool was_read = options_.store != nullptr && store_->last_read() != nullptr;
  auto registration = was_read ? store_->last_read() : store_->read();
  if (registration == registration_) return;
  const bool same_perflib =
      registration_ != nullptr &&
      std::ranges::equal(registration->perflib_values(), registration_->perflib_values());
  registration_ = std::move(registration);
  std::vector<Module> modules;
  std::vector<std::size_t> described;
  for (std::size_t i = 0; i < registration_->services().size(); ++i) {
    const RegisteredService& service = registration_->services()[i];
    if (!service.titles().has_value()) continue;
    described.push_back(i);
    const auto before = std::ranges::find(modules_, service, &Module::service);
    if (before != modules_.end() && same_perflib) {
      modules.push_back(std::move(*before));
    } else {
      modules.push_back({.service = service,
                         .host = make_host(service),
                         .number = ++hosts_made_,
                         .has_list = service.objects().has_value()});
    }
  }
  std::erase_if(modules_, [](const Module& module) { return module.host == nullptr; });
  modules_ = std::move(modules);  // the others end
  objects_.describe(registration_, described);
  ++generation_;
}

void V1Modules::follow_request(const ObjectRequest& request) {
  if (question_.has_value() && question_->request == request) return;
  question_ = {request, collect_of(request, false), collect_of(request, true)};
}

// Without an Object List the module is asked for all indices of its service, but for no others.
bool V1Modules::is_concerned(const Module& module) const {
  if (question_->request.kind() != ObjectRequest::Kind::ids) return true;
  const auto is_named = [&](TitleIndex index) { return question_->request.wants_object(index); };
  if (std::ranges::any_of(objects_.descriptions_of(module.service), is_named,
                          &ObjectDescription::name_index)) {
    return true;
  }
  const auto range = module.service.titles();
  return !module.has_list && range.has_value() &&
         std::ranges::any_of(question_->values.indices,
                             [&](TitleIndex index) { return range->contains(index); });
}

void V1Modules::begin(const CollectTask& task) {
  follow_store();
  limit_ = task.deadline;
  follow_request(task.request);
  if (options_.hosts == V1Options::Hosts::none) return;
  ++collections_;
  for (Module& module : modules_) {
    module.host->tend(now());
    module.is_asked = is_concerned(module);
    module.is_waiting = module.is_asked;
    if (module.is_asked) module.used = collections_;
  }
  send_requests();
}

void V1Modules::send_request(Module& module) {
  module.is_waiting = false;
  const bool knows_definitions = module.host->settings().supports_metadata;
  module.host->request(knows_definitions ? question_->definitions : question_->values, now());
}

void V1Modules::send_requests() {
  for (Module& module : modules_) {
    if (module.is_waiting && !module.host->would_start(now())) send_request(module);
  }
  for (Module& module : modules_) {
    if (module.is_waiting && makes_room()) send_request(module);
  }
}

bool V1Modules::makes_room() {
  constexpr std::chrono::seconds kPatience{1};
  std::size_t running = 0;
  const Module* oldest = nullptr;
  for (const Module& module : modules_) {
    if (!module.host->is_running()) continue;
    ++running;
    if (module.host->is_awaited()) continue;
    if (oldest == nullptr || module.used < oldest->used) oldest = &module;
  }
  if (running < options_.most_hosts) return true;
  if (oldest == nullptr) return false;
  oldest->host->ask_to_close();
  oldest->host->close(HostClock::now() + kPatience);
  return true;
}

bool V1Modules::is_over() const { return limit_.has_value() && now() >= *limit_; }

HostClock::time_point V1Modules::list_awaited() {
  waiting_.clear();
  HostClock::time_point until = limit_.value_or(HostClock::time_point::max());
  for (const Module& module : modules_) {
    if (!module.is_asked || !module.host->is_awaited()) continue;
    const HostSocket& socket = module.host->socket();
    const int events = POLLIN | (socket.has_more_to_send() ? POLLOUT : 0);
    waiting_.push_back({socket.fd(), static_cast<short>(events), 0});
    until = std::min(until, module.host->limit());
  }
  return until;
}

// All hosts work at the same time; none is waited for beyond its own limit or the caller's.
void V1Modules::wait_for_answers() {
  constexpr std::chrono::milliseconds kMost{1000};
  for (;;) {
    if (!is_over()) send_requests();
    const HostClock::time_point until = list_awaited();
    if (waiting_.empty()) break;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now());
    const auto wait = std::clamp(left, std::chrono::milliseconds(0), kMost);
    (void)::poll(waiting_.data(), waiting_.size(), static_cast<int>(wait.count()));
    const bool caller_is_over = is_over();
    for (Module& module : modules_) {
      if (!module.is_asked || !module.host->is_awaited()) continue;
      module.host->receive(now());
      const bool is_late = caller_is_over || now() >= module.host->limit();
      if (module.host->is_awaited() && is_late) module.host->give_up(now());
    }
  }
  for (const Module& module : modules_) {
    if (module.is_waiting) module.host->pass_over("was not asked in time, after other modules");
  }
}

std::expected<void, ProviderFault> V1Modules::collect(const CollectTask& task,
                                                      DataBlockBuilder& builder,
                                                      ProviderReport& report) {
  wait_for_answers();
  for (Module& module : modules_) {
    if (module.is_asked) take(module, task.request, builder, report);
    if (module.host->is_given_up() && !module.was_disabled) disable(module);
    for (ProviderEvent& event : module.host->events().take()) report.add_event(std::move(event));
  }
  return {};
}

void V1Modules::take(Module& module, const ObjectRequest& request, DataBlockBuilder& builder,
                     ProviderReport& report) {
  const std::vector<AnsweredObject>* const objects = module.host->objects();
  if (objects == nullptr) return report_absent(module, request, module.host->lack(), report);
  append(module, *objects, builder, report);
  if (objects_.learn(module.service, *objects, request.kind())) ++generation_;
  const ModuleLack& not_returned = made_once(
      [] { return new ModuleLack{MissingReason::other, "its module returned no such object"}; });
  report_absent(module, request, not_returned, report);
}

void V1Modules::append(const Module& module, const std::vector<AnsweredObject>& objects,
                       DataBlockBuilder& builder, ProviderReport& report) {
  keys_.begin({module.service.installation, module.number, module.host->starts()});
  for (const AnsweredObject& object : objects) {
    const auto appended = builder.append_object(object.bytes);
    if (appended.has_value()) {
      keys_.add(object.view(), report);
      continue;
    }
    report.add_absent(
        object.index, MissingReason::answer_refused,
        fmt::format("{}: {}", module.service.name, openperflib::describe(appended.error())));
  }
}

void V1Modules::report_absent(const Module& module, const ObjectRequest& request,
                              const ModuleLack& lack, ProviderReport& report) const {
  const std::vector<AnsweredObject>* const objects = module.host->objects();
  for (const ObjectDescription& object : objects_.descriptions_of(module.service)) {
    if (!is_requested(object, request)) continue;
    const bool is_there =
        objects != nullptr &&
        std::ranges::find(*objects, object.name_index, &AnsweredObject::index) != objects->end();
    if (is_there) continue;
    report.add_absent(object.name_index, lack.code,
                      fmt::format("{}: {}", module.service.name, lack.text));
  }
}

// Where this process may write the store of the service, nobody tries the module again; elsewhere
// only this process leaves it alone.
void V1Modules::disable(Module& module) {
  module.was_disabled = true;  // once: a store that cannot be written would be tried each time
  if (module.service.scope != store_->own_scope()) return;
  const auto changed = store_->change(module.service.scope, [&](StoreEdit& edit) {
    return edit.set_value(module.service.name, ServiceKey::performance,
                          number_value(kDisablePerformanceCounters, kDisabledByFailures));
  });
  if (!changed.has_value()) return;
  module.host->events().add(1017, "is disabled until lodctr /E: " + module.host->lack().text);
}

}  // namespace openperflib
