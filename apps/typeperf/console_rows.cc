#include "apps/typeperf/console_rows.h"

#include <fmt/core.h>
#include <unistd.h>

#include <iterator>
#include <utility>

#include "apps/typeperf/header_path.h"
#include "openperflib/log/text/text_log_text.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/text/printable.h"

namespace openperflib::typeperf {
namespace {

constexpr std::string_view kLineFront = "\r\n";
constexpr std::string_view kMissing = "-1";

}  // namespace

ConsoleRows::ConsoleRows(int fd, TextLogFormat format, RowZone zone, std::vector<std::string> paths)
    : fd_(fd), format_(format), zone_(zone), paths_(std::move(paths)) {}

std::expected<void, SourceFault> ConsoleRows::begin(const Binding& binding,
                                                    std::span<const std::size_t> shown) {
  if (columns_.has_value()) {
    columns_->follow(binding.series());
    return {};
  }
  columns_.emplace(binding.series());
  line_ = kLineFront;
  line_ += format_ == TextLogFormat::csv ? "\"(PDH-CSV 4.0)\"" : "\"(PDH-TSV 4.0)\"";
  const bool is_terminal = ::isatty(fd_) == 1;
  for (const std::size_t i : shown) {
    const std::string path = header_path(paths_[binding.series()[i].path], binding, i);
    append_cell(is_terminal ? printable(path) : path);
  }
  return write_line();
}

std::expected<void, SourceFault> ConsoleRows::write(const Sample& /*sample*/, const Row& row) {
  line_ = kLineFront;
  append_time(row.time_utc);
  for (const std::size_t position : columns_->positions()) {
    if (position < row.values.size() && row.values[position].usable()) {
      cell_.clear();
      fmt::format_to(std::back_inserter(cell_), "{:.6f}", row.values[position].number);
      append_cell(cell_);
    } else {
      append_cell(kMissing);
    }
  }
  return write_line();
}

void ConsoleRows::append_cell(std::string_view text) {
  line_ += format_ == TextLogFormat::csv ? ',' : '\t';
  append_quoted(line_, text);
}

void ConsoleRows::append_time(FileTime time_utc) {
  const int bias = zone_ == RowZone::local ? local_zone_at(time_utc).bias_minutes : 0;
  append_quoted_time(line_, to_local(time_utc, bias));
}

std::expected<void, SourceFault> ConsoleRows::write_line() {
  const auto written = write_all(fd_, line_);
  if (written.has_value()) return {};
  return std::unexpected(SourceFault{
      .errno_value = written.error(), .file = "standard output", .error = std::nullopt});
}

}  // namespace openperflib::typeperf
