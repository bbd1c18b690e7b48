#include "apps/perflib/text/row_sinks.h"

#include <unistd.h>

#include "apps/perflib/text/json_rows.h"
#include "apps/perflib/text/table_rows.h"
#include "openperflib/jobs/explanation.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/text/printable.h"

namespace openperflib::apps {
namespace {

ZoneOffset zone_of_rows(const CounterSession& source) {
  return source.zone_at(source.query().row().time_utc);
}

// A text log on standard output.
std::unique_ptr<RowSink> text_rows(TextLogFormat format, const CounterSession& source) {
  TextLogWriteOptions options;
  if (::isatty(STDOUT_FILENO) == 1) {
    options.shown_path = [](std::string_view path) { return printable(path); };
  }
  return std::make_unique<TextLogWriter>(STDOUT_FILENO, "standard output", format,
                                         zone_of_rows(source), options);
}

}  // namespace

const std::map<std::string, RowFormat>& row_formats() {
  static const std::map<std::string, RowFormat> kFormats = {{"table", RowFormat::table},
                                                            {"csv", RowFormat::csv},
                                                            {"tsv", RowFormat::tsv},
                                                            {"json", RowFormat::json}};
  return kFormats;
}

std::unique_ptr<RowSink> make_row_sink(RowFormat format, const CounterSession& source,
                                       RawNumbers raw) {
  switch (format) {
    case RowFormat::csv:
      return text_rows(TextLogFormat::csv, source);
    case RowFormat::tsv:
      return text_rows(TextLogFormat::tsv, source);
    case RowFormat::json:
      return std::make_unique<JsonRows>(source);
    case RowFormat::table:
      break;
  }
  return std::make_unique<TableRows>(source, raw);
}

std::string row_time_text(const CounterSession& source) {
  return row_time(source).value_or("time unknown");
}

}  // namespace openperflib::apps
