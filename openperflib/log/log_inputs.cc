#include "openperflib/log/log_inputs.h"

#include <utility>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_languages.h"
#include "openperflib/log/merged/merged_log_reader.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/reader/one_zone_log_reader.h"
#include "openperflib/query/query.h"

namespace openperflib {
namespace {

using Readers = std::vector<std::unique_ptr<LogReader>>;

bool names_zone(const LogReader& log) { return log.header().bias_minutes.has_value(); }

std::vector<std::string> files_without_zone(const LogInputs& inputs, const Readers& logs) {
  std::vector<std::string> lacking;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    if (!names_zone(*logs[i])) lacking.push_back(inputs.files[i]);
  }
  if (lacking.size() == logs.size()) lacking.clear();
  return lacking;
}

// Returns the fault of logs of which `other` has not the contents of `first`.
OpenLogFault other_content(const std::string& first, LogContent content, const std::string& other) {
  OpenLogFault fault{
      .pdh_code = PDH_INVALID_ARGUMENT, .fault = {}, .description = {}, .advice = {}};
  fault.fault.file = other;
  fault.fault.message =
      "cannot be read together with the log before it: one holds raw values, the other calculated "
      "values";
  const bool begins_with_readings = content == LogContent::readings;
  fault.unlike = UnlikeLogs{.of_readings = begins_with_readings ? first : other,
                            .of_values = begins_with_readings ? other : first};
  return fault;
}

OpenLogFault unreadable_names(const SourceFault& fault) {
  return {.pdh_code = PDH_INVALID_ARGUMENT, .fault = fault, .description = {}, .advice = {}};
}

bool names_known_object(const std::string& path, const TitleTable& titles) {
  Query one(titles);
  return one.add(path).has_value() && !one.request().objects().empty();
}

}  // namespace

std::expected<OpenedLogs, OpenLogFault> open_logs(const LogInputs& inputs, const LogWindow& window,
                                                  const TitleTable& titles) {
  OpenLogOptions how{.titles = titles};
  how.format = inputs.format;
  how.request = inputs.request;
  if (inputs.files.size() == 1) how.readings = inputs.readings;
  how.text.code_page = inputs.code_page;
  how.text.date_order = inputs.date_order;
  how.text.bias_minutes = inputs.bias_minutes;
  how.window.begin_local = window.begin_local;
  how.window.end_local = window.end_local;
  LogLanguages none;
  LogLanguages& languages = inputs.names == nullptr ? none : *inputs.names;
  const auto names = languages.read_files();
  if (!names.has_value()) return std::unexpected(unreadable_names(names.error()));
  Readers logs;
  std::vector<LogFormat> formats;
  for (const std::string& file : inputs.files) {
    logs.push_back(languages.in_english(OPENPERFLIB_TRY(open_log(file, how)), file, titles));
    const LogHeader& header = logs.back()->header();
    formats.push_back(header.format);
    if (!how.window.bias_minutes.has_value()) how.window.bias_minutes = header.bias_minutes;
    const LogContent content = logs.front()->header().content;
    if (header.content != content) {
      return std::unexpected(other_content(inputs.files.front(), content, file));
    }
  }
  OpenedLogs opened{.reader = nullptr,
                    .formats = std::move(formats),
                    .without_zone = files_without_zone(inputs, logs),
                    .names_remarks = languages.take_remarks()};
  if (logs.size() == 1 && inputs.clock == LogClock::as_stored) {
    opened.reader = std::move(logs.front());
  } else if (logs.size() == 1) {
    opened.reader = std::make_unique<OneZoneLogReader>(std::move(logs.front()));
  } else {
    opened.reader = std::make_unique<MergedLogReader>(std::move(logs));
  }
  return opened;
}

ObjectRequest request_of(std::span<const std::string> paths, const TitleTable& titles,
                         UnknownObject unknown) {
  Query all(titles);
  for (const std::string& path : paths) {
    if (unknown == UnknownObject::everything && !names_known_object(path, titles)) return {};
    (void)all.add(path);
  }
  return paths.empty() ? ObjectRequest() : all.request();
}

}  // namespace openperflib
