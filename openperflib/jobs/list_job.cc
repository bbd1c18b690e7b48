#include "openperflib/jobs/list_job.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/query/block_readings.h"
#include "openperflib/query/catalog/series_order.h"
#include "openperflib/query/catalogue_counters.h"

namespace openperflib {

struct ListJob::State {
  State(LogCursor its_log, const TitleTable& titles)
      : log(std::move(its_log)), blocks(titles, &decode_code_page) {}

  // Adds the record that was read last.
  void add();
  // Follows the machine of the records, some of which may have no series (LogReadings::names).
  void note_machine(const Catalog& catalog);
  [[nodiscard]] std::string name_of_machine() const;

  LogCursor log;
  BlockReadings blocks;
  // What all catalogs with series call their machine; empty: there are several, or it has no name.
  std::optional<std::string> machine;
  std::uint64_t generation = 0;  // of the catalog that was noted last
  ReadLimit limit;
  SummaryExtent extent{.bias_minutes = log.reader().header().bias_minutes};
  RecordSteps steps;
  ListOfRecords list{[](const Series& series) { return std::string(summary_by_names(series)); }};
};

void ListJob::State::note_machine(const Catalog& catalog) {
  if (std::exchange(generation, catalog.generation()) == catalog.generation()) return;
  if (!has_listed_series(catalog)) return;
  if (!machine.has_value()) machine = catalog.machine();
  if (machine != catalog.machine()) machine->clear();
}

void ListJob::State::add() {
  const LogRecord& record = log.record();
  const Record readings = blocks.readings_of(record_of(log.reader(), record));
  note_machine(*readings.catalog);
  extent.note(record.time_local);
  steps.add(record.time_local);
  const bool holds_values = log.holds_values();
  list.add(*readings.catalog, holds_values, [&](std::size_t series) {
    return holds_values ? readings.values->values[series].usable()
                        : usable(readings.sample->counters[series].status);
  });
}

ListJob::ListJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
ListJob::ListJob(ListJob&&) noexcept = default;
ListJob& ListJob::operator=(ListJob&&) noexcept = default;
ListJob::~ListJob() = default;

std::expected<ListJob, JobFault> ListJob::begin(const ListOptions& options,
                                                const TitleTable& titles) {
  return ListJob(std::make_unique<State>(
      OPENPERFLIB_TRY(open_cursor(options.logs, options.window, titles, LogReadings::names)),
      titles));
}

std::expected<JobStep, JobFault> ListJob::step() {
  State& state = *state_;
  return read_up_to(
      state.limit, state.log, [&] { return state.log.read(); },
      [&] {
        if (state.log.is_in_window()) state.add();
        return JobStep::more;
      });
}

void ListJob::read_until(std::uint64_t position) noexcept { state_->limit.set(position); }

bool ListJob::has_ended() const noexcept { return state_->limit.has_ended(); }

JobProgress ListJob::progress() const noexcept { return progress_of(state_->log); }

LogFindings ListJob::findings() const { return findings_of(state_->log); }

// Several logs have all series to the end.
std::string ListJob::State::name_of_machine() const {
  const bool has_all = log.inputs().files.size() > 1 || !machine.has_value();
  if (!has_all) return *machine;
  const Catalog& now = log.reader().catalog();
  return has_listed_series(now) ? std::string(now.machine()) : std::string();
}

ListModel ListJob::model() const {
  const LogReader& reader = state_->log.reader();
  return {.objects = state_->list.objects(),
          .extent = state_->extent,
          .steps = state_->steps,
          .format = reader.header().format,
          .content = reader.header().content,
          .machine = state_->name_of_machine(),
          .zone_name = reader.header().zone_name,
          .findings = findings()};
}

}  // namespace openperflib
