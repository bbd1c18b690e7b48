#include "apps/typeperf/row_output.h"

#include <fmt/core.h>
#include <unistd.h>

#include <utility>

#include "apps/typeperf/console_rows.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/session/live_log.h"

namespace openperflib::typeperf {
Outcome RowOutput::open(const CounterSession& collection) {
  if (options_.target.has_value()) {
    const LogTarget& target = *options_.target;
    if (!target.is_set()) file_ = OPENPERFLIB_TRY(OutputFile::create(target.name));
    auto sink = create_log(target, file_.has_value() ? file_->fd() : -1,
                           live_log_options(collection, std::move(paths_)));
    if (!sink.has_value()) return drop_in::cannot_create(sink.error());
    sink_ = *std::move(sink);
    return {};
  }
  sink_ = std::make_unique<ConsoleRows>(STDOUT_FILENO, text_format_of(options_.format),
                                        collection.is_live() ? RowZone::local : RowZone::utc,
                                        std::move(paths_));
  return {};
}

// Binary logs restore their last whole record themselves.
Outcome RowOutput::checked(const std::expected<void, SourceFault>& written) {
  const bool is_text_file = file_.has_value() && is_text(options_.format);
  if (written.has_value()) {
    if (is_text_file) file_->keep();
    return {};
  }
  if (is_text_file) file_->take_back();
  return drop_in::failure(fmt::format("{}: {}", written.error().file, reason_of(written.error())));
}

Outcome RowOutput::begin(const CounterSession& collection) {
  OPENPERFLIB_TRY(open(collection));
  feed_.emplace(*sink_);
  return checked(feed_->follow(collection.query()));
}

Outcome RowOutput::write(const Query& query) {
  if (file_.has_value()) OPENPERFLIB_TRY(checked(file_->check()));
  return checked(feed_->write(query));
}

Outcome RowOutput::end() {
  if (sink_ == nullptr) return {};
  OPENPERFLIB_TRY(checked(sink_->end()));
  return file_.has_value() ? checked(file_->check()) : Outcome();
}

}  // namespace openperflib::typeperf
