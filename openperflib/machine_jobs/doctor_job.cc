#include "openperflib/machine_jobs/doctor_job.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/machine_listing.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/machine/machine_facts.h"
#include "openperflib/machine_jobs/machine_reading_internal.h"
#include "openperflib/machine_jobs/process_rights_internal.h"
#include "openperflib/machine_jobs/services_health_internal.h"
#include "openperflib/provider/provider.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/state/store_folders.h"
#include "openperflib/state/title_store.h"

namespace openperflib {
namespace {

// The median of five later collections. nullopt: one failed.
std::optional<double> milliseconds_of(LocalSource& source, const ObjectRequest& request) {
  using Clock = std::chrono::steady_clock;
  std::array<double, 5> times{};
  Snapshot snapshot;
  if (!source.read(request, snapshot).has_value()) return std::nullopt;
  for (double& time : times) {
    const Clock::time_point before = Clock::now();
    if (!source.read(request, snapshot).has_value()) return std::nullopt;
    time = std::chrono::duration<double, std::milli>(Clock::now() - before).count();
  }
  std::ranges::nth_element(times, times.begin() + times.size() / 2);
  return times[times.size() / 2];
}

}  // namespace

struct DoctorJob::State {
  TitleTable titles;
  std::unique_ptr<LocalSource> source;
  std::string root;          // the folder that is examined; empty: this machine
  std::size_t readings;      // that are still to be made
  std::size_t measured = 0;  // objects
  Snapshot snapshot = {};
  HealthReport report = {};

  [[nodiscard]] std::expected<void, JobFault> read();
  void describe_machine();
  void measure_next();
  void finish();
};

std::expected<void, JobFault> DoctorJob::State::read() {
  OPENPERFLIB_TRY(collect_once(*source, request_for_all(source->describe()), snapshot));
  if (--readings == 0) describe_machine();
  return {};
}

void DoctorJob::State::describe_machine() {
  MachineFacts machine = machine_facts(root);
  report.diagnosis = diagnose(snapshot, source->describe());
  report.distribution = std::move(machine.distribution);
  report.kernel = std::move(machine.kernel);
  if (source->is_live()) report.rights = rights_of_this_process();
}

void DoctorJob::State::measure_next() {
  ObjectHealth& object = report.diagnosis.objects[measured++];
  ObjectRequest request = ObjectRequest::nothing();
  request.add_object(object.title_index);
  object.milliseconds = milliseconds_of(*source, request);
}

void DoctorJob::State::finish() {
  report.global_milliseconds = milliseconds_of(*source, ObjectRequest());
  TitleStore store(titles, HostEnvironment::stores());
  report.services = services_health(store, *source, report.diagnosis);
  for (const ServiceState& state : source->services()) {
    if (state.offers_sets) report.counter_sets.push_back({state.service, state.lack});
  }
}

DoctorJob::DoctorJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
DoctorJob::DoctorJob(DoctorJob&&) noexcept = default;
DoctorJob& DoctorJob::operator=(DoctorJob&&) noexcept = default;
DoctorJob::~DoctorJob() = default;

// On a live machine the second collection is used: the first one lacks rates.
std::expected<DoctorJob, JobFault> DoctorJob::begin(LocalSourceOptions options,
                                                    const TitleTable& titles) {
  const std::size_t folders = options.roots.size();
  std::string root = folders == 0 ? std::string() : options.roots.back();
  auto source = OPENPERFLIB_TRY(open_machine(std::move(options), titles));
  return DoctorJob(std::unique_ptr<State>(new State{.titles = titles,
                                                    .source = std::move(source),
                                                    .root = std::move(root),
                                                    .readings = folders == 0 ? 2 : folders}));
}

std::expected<JobStep, JobFault> DoctorJob::step() {
  State& state = *state_;
  if (state.readings != 0) {
    OPENPERFLIB_TRY(state.read());
    const bool is_done = state.readings == 0 && !state.source->is_live();
    return is_done ? JobStep::done : JobStep::more;
  }
  if (state.measured != state.report.diagnosis.objects.size()) {
    state.measure_next();
    return JobStep::more;
  }
  state.finish();
  return JobStep::done;
}

JobProgress DoctorJob::progress() const noexcept {
  return {.position = state_->measured, .size = state_->report.diagnosis.objects.size()};
}

HealthReport DoctorJob::take_model() { return std::move(state_->report); }

}  // namespace openperflib
