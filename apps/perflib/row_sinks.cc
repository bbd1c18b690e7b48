#include "apps/perflib/row_sinks.h"

#include <fmt/format.h>
#include <unistd.h>

#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/json_rows.h"
#include "apps/perflib/table_rows.h"
#include "openperflib/log/text_log_writer.h"

namespace openperflib::apps {
namespace {

// A text log on standard output, whose newcomers are named on stderr.
class TextRows final : public Sink {
 public:
  TextRows(TextLogFormat format, ZoneOffset zone)
      : writer_(STDOUT_FILENO, "standard output", format, std::move(zone)) {}

  std::expected<void, SourceFault> begin(const Binding& binding,
                                         std::span<const std::size_t> shown) override {
    auto begun = writer_.begin(binding, shown);
    for (const std::string& path : writer_.newcomers()) {
      complain(path, "is new; it has no column here and is left out");
    }
    return begun;
  }
  std::expected<void, SourceFault> write(const Sample& sample, const Row& row) override {
    return writer_.write(sample, row);
  }
  std::expected<void, SourceFault> end() override { return writer_.end(); }

 private:
  TextLogWriter writer_;
};

ZoneOffset zone_of_rows(const SourceQuery& source) {
  return source.zone_at(source.query().row().time_utc);
}

}  // namespace

const std::map<std::string, RowFormat>& row_formats() {
  static const std::map<std::string, RowFormat> kFormats = {{"table", RowFormat::table},
                                                            {"csv", RowFormat::csv},
                                                            {"tsv", RowFormat::tsv},
                                                            {"json", RowFormat::json}};
  return kFormats;
}

std::unique_ptr<Sink> make_row_sink(RowFormat format, const SourceQuery& source, RawNumbers raw) {
  switch (format) {
    case RowFormat::csv: return std::make_unique<TextRows>(TextLogFormat::csv, zone_of_rows(source));
    case RowFormat::tsv: return std::make_unique<TextRows>(TextLogFormat::tsv, zone_of_rows(source));
    case RowFormat::json: return std::make_unique<JsonRows>(source);
    case RowFormat::table: break;
  }
  return std::make_unique<TableRows>(source, raw);
}

std::string row_time(const SourceQuery& source) {
  const FileTime time_utc = source.query().row().time_utc;
  const int bias = source.zone_at(time_utc).bias_minutes;
  const auto text = iso_8601(system_time_from(to_local(time_utc, bias)))
                        .value_or("1601-01-01T00:00:00.000");
  if (source.log() != nullptr && !source.log()->tells_its_bias()) return text;
  const int minutes = bias < 0 ? -bias : bias;
  return fmt::format("{}{}{:02}:{:02}", text, bias > 0 ? '-' : '+', minutes / 60, minutes % 60);
}

}  // namespace openperflib::apps
