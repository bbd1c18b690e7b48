// LogOutputPlan: what is known of the records of a query before the first is written.
#pragma once

#include <expected>
#include <memory>
#include <optional>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/create_log.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/log/log_target.h"
#include "openperflib/pdh/pdh_query_state_internal.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/session/counter_session.h"

namespace openperflib {

// Resource, movable.
struct LogOutputPlan {
  // The same paths under the same numbers as in the query, and the record that it would collect
  // now.
  CounterSession probe;
  // The paths of a whole log, which may have series that this record lacks; nullopt: of this
  // machine.
  std::optional<Query> whole_log;
  CreateLogOptions log;  // of what is to be written

  // Which of a log's clocks: the time of that record.
  [[nodiscard]] FileTime first_utc() const noexcept { return probe.query().row().time_utc; }
};

// Reads the source of a query, which does not notice. `survey`: of all of it; null: it is this
// machine. Errors: those of open_session(); PDH_NO_DATA: a log has no record in the range of the
// query; PDH_NOT_IMPLEMENTED: its content cannot be in this format.
[[nodiscard]] std::expected<LogOutputPlan, PdhStatus> plan_log_output(const PdhQueryState& query,
                                                                      LogFormat format,
                                                                      const LogSurvey* survey);

// The log that was planned, up to its first record. `fd`: see create_log(). Errors: those of
// create_log() and of the sink.
[[nodiscard]] std::expected<std::unique_ptr<RowSink>, SourceFault> begin_log_output(
    const LogTarget& target, int fd, const LogOutputPlan& plan);

}  // namespace openperflib
