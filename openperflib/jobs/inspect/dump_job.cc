#include "openperflib/jobs/inspect/dump_job.h"

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/log/recording/joined_block.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

bool is_all_of(const DataBlockView& view, const ObjectRequest& request) {
  for (const ObjectTypeView& object : view.objects()) {
    if (!request.wants_object(object.name_title_index())) return false;
  }
  return true;
}

// The requested objects of a record, in one block.
void join(const std::vector<DataBlockView>& views, const ObjectRequest& request, DumpModel& model) {
  model.lack = DumpModel::Lack::nothing;
  if (views.size() == 1 && is_all_of(views.front(), request)) {
    const Bytes bytes = views.front().bytes();
    model.block.assign(bytes.begin(), bytes.end());
    return;
  }
  JoinedBlock joined;
  for (const DataBlockView& view : views) joined.add(view, request);
  if (!joined.has_objects()) {
    model.lack = DumpModel::Lack::objects;
    return;
  }
  model.has_other_machines = joined.has_other_machines();
  const Bytes bytes = joined.bytes();
  model.block.assign(bytes.begin(), bytes.end());
}

}  // namespace

struct DumpJob::State {
  // Takes the block of the record that was read last.
  void take_block() {
    const auto views = views_of(log.record());
    if (views.empty()) {
      model.lack = DumpModel::Lack::blocks;
    } else {
      join(views, request, model);
    }
  }

  LogCursor log;
  ObjectRequest request;
  DumpModel model;
};

DumpJob::DumpJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
DumpJob::DumpJob(DumpJob&&) noexcept = default;
DumpJob& DumpJob::operator=(DumpJob&&) noexcept = default;
DumpJob::~DumpJob() = default;

std::expected<DumpJob, JobFault> DumpJob::begin(DumpOptions options, const TitleTable& titles) {
  LogCursor log =
      OPENPERFLIB_TRY(open_cursor(options.logs, options.window, titles, LogReadings::by_series));
  return DumpJob(std::make_unique<State>(std::move(log), std::move(options.request), DumpModel()));
}

std::expected<JobStep, JobFault> DumpJob::step() {
  State& state = *state_;
  return read_for_a_step([&] { return state.log.read(); },
                         [&] {
                           if (!state.log.is_in_window()) return JobStep::more;
                           state.take_block();
                           return JobStep::done;
                         });
}

JobProgress DumpJob::progress() const noexcept { return progress_of(state_->log); }

LogFindings DumpJob::findings() const { return findings_of(state_->log); }

DumpModel DumpJob::take_model() {
  state_->model.findings = findings();
  return std::move(state_->model);
}

}  // namespace openperflib
