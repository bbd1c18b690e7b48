// What watch and `perflib at` show of a session: its model, and a moment of a log.
#pragma once

#include <cstddef>
#include <expected>
#include <vector>

#include "openperflib/jobs/job_fault.h"
#include "openperflib/log/time/log_timeline.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/view/watch/watch_model.h"

namespace openperflib {

// Returns a model for the rows of the session: calculated values have no readings, and on a machine
// 4-byte counters wrap. Paths that are read beside those of the user have no lines; where they tell
// what no process accounts for, the model shows it.
[[nodiscard]] WatchModel watch_model_of(const CounterSession& source);

// Tells a model which paths of the session are read beside those of the user. watch_model_of() does
// so for the paths that the session has then.
void tell_beside(const CounterSession& source, WatchModel& model);

// Returns whether a log has whole objects of a machine, and among them its processors, its memory
// and its processes: a screen then begins with an overview, and not with everything in the log.
[[nodiscard]] bool is_of_whole_machine(const LogHeader& header);

// Returns it for logs that are not open yet; false if they cannot be opened, which is reported when
// they are read.
[[nodiscard]] bool is_of_whole_machine(const LogInputs& logs, const TitleTable& titles);

// Appends a group without lines for each path that matches nothing, with the reason.
void append_unmatched(const CounterSession& source, std::vector<WatchGroup>& groups);

// Moves a session of a log to a record, and gives the model, which must be new, the samples that
// end with it: at most RecentValues::kLength, and the one before them, at which rates begin. If the
// clock of the log was set back, it is read from its start. `times`: those of all records in the
// window of the log. Returns how many samples the model has. Errors: not_a_log, unreadable,
// no_samples if the log is now shorter.
[[nodiscard]] std::expected<std::size_t, JobFault> go_to_moment(CounterSession& session,
                                                                const LogTimeline& times,
                                                                std::size_t place,
                                                                WatchModel& model);

// Returns the times of those records that are in the window.
[[nodiscard]] LogTimeline timeline_in(std::vector<FileTime> times, const LogWindow& window);

}  // namespace openperflib
