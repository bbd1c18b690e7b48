#include "openperflib/provider/v1/v1_modules.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "openperflib/state/store_edit.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {
namespace {

constexpr std::string_view kDisabled = "Disable Performance Counters";
constexpr std::uint32_t kDisabledByFailures = 4;

SourceFault system_fault(const char* what) {
  return {.errno_value = errno, .file = what, .error = std::nullopt};
}

// What the library in a host goes by: it has no modules of its own, and the stores of its consumer,
// whoever it runs as.
std::vector<std::string> environment_of(const ModulePlaces& places, const StoreFolders& folders) {
  std::vector<std::string> environment = places.environment;
  environment.push_back(std::string(kHostSystemState) + "=" + folders.system);
  environment.push_back(std::string(kHostUserState) + "=" + folders.user);
  return environment;
}

// A process of openperflib-v1-host, with a socket and a pipe for what the module prints. A module
// that floods the pipe loses its text, and does not wait.
std::expected<HostProcess, SourceFault> start_host_process(const ModuleSettings& settings,
                                                           const ModulePlaces& places,
                                                           const StoreFolders& folders) {
  std::array<int, 2> sockets{};
  std::array<int, 2> pipe{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    return std::unexpected(system_fault("socket"));
  }
  UniqueFd ours(sockets[0]);
  const UniqueFd theirs(sockets[1]);
  if (::pipe2(pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    return std::unexpected(system_fault("pipe"));
  }
  UniqueFd output(pipe[0]);
  const UniqueFd their_output(pipe[1]);
  auto process = ChildProcess::start({.program = places.host_program,
                                      .arguments = to_arguments(settings.confinement),
                                      .environment = environment_of(places, folders),
                                      .socket = theirs.get(),
                                      .output = their_output.get()});
  if (!process.has_value()) return std::unexpected(std::move(process).error());
  return HostProcess{std::move(ours), std::move(output), *std::move(process)};
}

// What the module is asked: as the consumer was, without what concerns other kinds of providers.
HostCollect collect_of(const ObjectRequest& request, bool supports_metadata) {
  HostCollect collect;
  collect.value_name = utf16_from_utf8(request.value_name(supports_metadata));
  collect.indices = request.objects();
  return collect;
}

}  // namespace

V1Modules::V1Modules(const TitleTable& fixed, V1Options options)
    : options_(std::move(options)), store_(fixed, options_.folders) {
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

std::unique_ptr<V1Host> V1Modules::make_host(const RegisteredService& service) {
  StartHost start = options_.start;
  if (!start) {
    start = [this](const ModuleSettings& settings) {
      return start_host_process(settings, options_.places, options_.folders);
    };
  }
  return std::make_unique<V1Host>(
      module_settings(service, *registration_, store_.folders(), options_.places),
      service.titles().value_or(TitleRange()), std::move(start));
}

// The host of a service that stays as it was goes on.
void V1Modules::follow_store() {
  auto registration = store_.read();
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
      modules.push_back({service, make_host(service), ++hosts_made_});
    }
  }
  std::erase_if(modules_, [](const Module& module) { return module.host == nullptr; });
  modules_ = std::move(modules);  // the others end
  objects_.describe(registration_, described);
  ++generation_;
}

bool V1Modules::concerns(const Module& module, const ObjectRequest& request) const {
  if (request.kind() == ObjectRequest::Kind::foreign) return false;
  if (request.kind() != ObjectRequest::Kind::ids) return true;
  const auto range = module.service.titles();
  return range.has_value() && std::ranges::any_of(request.objects(), [&](TitleIndex index) {
           return range->contains(index);
         });
}

void V1Modules::begin(const CollectTask& task) {
  follow_store();
  for (Module& module : modules_) {
    module.is_asked = concerns(module, task.request);
    if (!module.is_asked) continue;
    const bool supports_metadata =
        module.service.number(ServiceKey::performance, "Collect Supports Metadata").value_or(0) ==
        1;
    module.host->request(collect_of(task.request, supports_metadata), now());
  }
}

// All hosts work at the same time; none is waited for beyond its own limit or the caller's.
void V1Modules::wait_for_answers(const CollectTask& task) {
  std::vector<pollfd> waiting;
  for (;;) {
    waiting.clear();
    HostClock::time_point until = task.deadline.value_or(HostClock::time_point::max());
    for (Module& module : modules_) {
      if (!module.is_asked || !module.host->is_awaited()) continue;
      const HostSocket& socket = module.host->socket();
      const int events = POLLIN | (socket.has_more_to_send() ? POLLOUT : 0);
      waiting.push_back({socket.fd(), static_cast<short>(events), 0});
      until = std::min(until, module.host->limit());
    }
    if (waiting.empty()) return;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now()).count();
    const bool is_over = left <= 0;
    (void)::poll(waiting.data(), waiting.size(),
                 is_over ? 0 : static_cast<int>(std::min<std::int64_t>(left, 1000)));
    const bool caller_is_over = task.deadline.has_value() && now() >= *task.deadline;
    for (Module& module : modules_) {
      if (!module.is_asked || !module.host->is_awaited()) continue;
      module.host->receive(now());
      const bool is_late = caller_is_over || now() >= module.host->limit();
      if (module.host->is_awaited() && is_late) module.host->give_up(now());
    }
  }
}

std::expected<void, ProviderFault> V1Modules::collect(const CollectTask& task,
                                                      DataBlockBuilder& builder,
                                                      ProviderReport& report) {
  wait_for_answers(task);
  for (Module& module : modules_) {
    if (module.is_asked) take(module, task.request, builder, report);
    for (ProviderEvent& event : module.host->take_events()) report.add_event(std::move(event));
  }
  return {};
}

void V1Modules::take(Module& module, const ObjectRequest& request, DataBlockBuilder& builder,
                     ProviderReport& report) {
  const std::vector<AnsweredObject>* const objects = module.host->objects();
  if (objects == nullptr) {
    report_lack(module, request, report);
    if (module.host->is_given_up()) disable(module, report);
    return;
  }
  append(module, *objects, builder, report);
  if (objects_.learn(module.service.name, *objects)) ++generation_;
}

void V1Modules::append(const Module& module, const std::vector<AnsweredObject>& objects,
                       DataBlockBuilder& builder, ProviderReport& report) {
  keys_.begin({module.service.installation, module.number, module.host->starts()});
  for (const AnsweredObject& object : objects) {
    const auto appended = builder.append_object(object.bytes);
    if (appended.has_value()) {
      keys_.add(ObjectTypeView(object.bytes, {ByteOrder::little, ByteOrder::little}), report);
      continue;
    }
    report.add_absent(
        object.index, MissingReason::answer_refused,
        fmt::format("{}: {}", module.service.name, openperflib::describe(appended.error())));
  }
}

void V1Modules::report_lack(const Module& module, const ObjectRequest& request,
                            ProviderReport& report) {
  const ModuleLack& lack = module.host->lack();
  const std::string text = fmt::format("{}: {}", module.service.name, lack.text);
  for (const TitleIndex object : objects_.objects_of(module.service)) {
    if (request.wants_object(object)) report.add_absent(object, lack.code, text);
  }
}

// Where this process may write the store of the service, nobody tries it again; elsewhere it is
// left alone by this process.
void V1Modules::disable(const Module& module, ProviderReport& report) {
  const bool is_own = module.service.scope == store_.own_scope();
  const bool is_allowed =
      (registration_->perflib_number("Configuration Flags").value_or(0) & 2U) == 0;
  const bool is_disabled =
      module.service.number(ServiceKey::performance, kDisabled).value_or(0) != 0;
  if (!is_own || !is_allowed || is_disabled) return;
  const auto changed = store_.change(module.service.scope, [&](StoreEdit& edit) {
    return edit.set_value(module.service.name, ServiceKey::performance,
                          number_value(kDisabled, kDisabledByFailures));
  });
  if (!changed.has_value()) return;
  report.add_event(
      {module.service.name, 1017, "is disabled until lodctr /E: " + module.host->lack().text});
}

}  // namespace openperflib
