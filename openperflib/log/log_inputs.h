// LogInputs: the logs that are read as one, and how.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/log/log_window.h"
#include "openperflib/log/open_log_fault.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/text/text_log_encoding.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

class LogLanguages;  // log/log_languages.h

// Which clock the times of a single log are on, if daylight time began or ended meanwhile. Several
// logs are always on that of the first one.
enum class LogClock : std::uint8_t {
  of_first_record,  // all on that of its first record, so that none goes back
  as_stored,        // as on the wall, as relog and PDH have them
};

// Value.
struct LogInputs {
  std::vector<std::string> files;        // at least one: files, folders of rings, SQL log sets
  std::optional<LogFormat> format = {};  // read them in this format, whatever they look like
  std::optional<std::uint32_t> code_page = {};  // of text logs; nullopt: detected
  std::optional<DateOrder> date_order = {};     // of text logs; nullopt: detected
  std::optional<int> bias_minutes = {};  // of text logs that do not tell theirs; nullopt: unknown
  // The names of logs in another language than English; null: none. Copies of the inputs share it,
  // and so its files are read once.
  std::shared_ptr<LogLanguages> names = {};
  ObjectRequest request = {};  // what is needed from recordings
  // In what form a single log gives its readings; several logs always have series.
  LogReadings readings = LogReadings::by_series;
  LogClock clock = LogClock::of_first_record;
};

// Several logs as one.
struct OpenedLogs {
  std::unique_ptr<LogReader> reader;
  std::vector<LogFormat> formats = {};  // of the files, in their order
  // The files that do not name their time zone although others do; they are read as if they were
  // in the zone of the header.
  std::vector<std::string> without_zone = {};
  // LogLanguages::take_remarks().
  std::vector<SourceFault> names_remarks = {};
};

// Opens and merges the logs, for a caller that needs what is in `window`: a recording is not read
// beyond it. `titles`: as for open_log(). Errors: those of open_log(); raw and calculated values
// cannot be read together; a file of names that cannot be read.
[[nodiscard]] std::expected<OpenedLogs, OpenLogFault> open_logs(const LogInputs& inputs,
                                                                const LogWindow& window,
                                                                const TitleTable& titles);

// What request_of() asks for because of a path that is none, or whose object the titles do not
// have. everything: all that a log has, so that the caller can explain the path. counter_sets: of a
// machine, where a counter set of that name may run later; what is not a path is left out.
enum class UnknownObject : std::uint8_t { everything, counter_sets };

// The request to a source so that these paths can be answered; everything if there are none.
[[nodiscard]] ObjectRequest request_of(std::span<const std::string> paths, const TitleTable& titles,
                                       UnknownObject unknown = UnknownObject::everything);

}  // namespace openperflib
