#include "apps/relog/output_log.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/os/files/output_file.h"

namespace openperflib::relog {
namespace {

std::expected<std::unique_ptr<LogReader>, Failure> open_existing(const Options& options) {
  auto reader = open_log(options.output, {.titles = options.environment->titles});
  if (reader.has_value()) return *std::move(reader);
  return drop_in::failure(describe(reader.error()), reader.error().pdh_code);
}

bool goes_on(const Options& options) {
  struct stat facts{};
  return options.append == Append::yes && ::stat(options.output.c_str(), &facts) == 0 &&
         facts.st_size != 0;
}

}  // namespace

std::expected<LogTarget, Failure> output_target(const Options& options) {
  std::optional<LogFormat> format = options.format;
  const bool is_set = SqlLogName::is_one(options.output);
  if (!is_set && !format.has_value()) {
    format = goes_on(options) ? OPENPERFLIB_TRY(open_existing(options))->header().format
                              : LogFormat::blg;
  }
  // The options were checked: only a log set was not asked for as such.
  return LogTarget::parse(options.output, format).value_or(LogTarget());
}

LogStart start_of(const Options& options) {
  return goes_on(options) ? LogStart::append : LogStart::fresh;
}

std::expected<OutputLog, Failure> OutputLog::open(const Options& options) {
  OutputLog log;
  log.path_ = options.output;
  if (SqlLogName::is_one(log.path_)) return log;
  if (goes_on(options)) {
    log.kept_ = UniqueFd(::open(log.path_.c_str(), O_RDWR | O_CLOEXEC));
    if (!log.kept_) {
      return drop_in::cannot_create(
          SourceFault{.errno_value = errno, .file = log.path_, .error = std::nullopt});
    }
    const auto locked = lock_output(log.kept_.get(), log.path_);
    if (!locked.has_value()) return drop_in::cannot_create(locked.error());
    return log;
  }
  auto draft = apps::AtomicFile::open(log.path_);
  if (!draft.has_value()) return drop_in::cannot_create(draft.error());
  log.draft_.emplace(*std::move(draft));
  return log;
}

Failure OutputLog::failure_of(const LogJobFault& fault) const {
  switch (fault.kind) {
    case LogJobFault::Kind::not_a_log:
      return drop_in::failure(describe(fault.existing), fault.existing.pdh_code).error();
    case LogJobFault::Kind::unreadable:
      return drop_in::cannot_read(fault.fault).error();
    case LogJobFault::Kind::ends_later:
      return drop_in::failure(fmt::format("{} ends after the first sample to be appended", path_),
                              PDH_INCORRECT_APPEND_TIME)
          .error();
    case LogJobFault::Kind::target:
      break;
  }
  return failure_of(fault.fault);
}

Failure OutputLog::failure_of(const SourceFault& fault) const {
  if (is_unmatched_append(fault)) {
    return {drop_in::with_code(
        fmt::format("{}: its counters are not those to be appended", describe(fault)),
        PDH_UNMATCHED_APPEND_COUNTER)};
  }
  if (const auto code = pdh_code_of(fault)) {
    return {drop_in::with_code(describe(fault), *code)};
  }
  if (!fault.message.empty()) return {drop_in::with_code(describe(fault), PDH_INVALID_DATASOURCE)};
  if (fault.file == path_) return drop_in::cannot_create(fault).error();
  return drop_in::cannot_read(fault).error();
}

Outcome OutputLog::publish(Overwrite overwrite) {
  if (!draft_.has_value()) return {};
  const auto published = draft_->publish(existing_of(overwrite));
  if (!published.has_value()) return drop_in::cannot_create(published.error());
  return {};
}

}  // namespace openperflib::relog
