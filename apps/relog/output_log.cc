#include "apps/relog/output_log.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>

#include <cerrno>
#include <memory>
#include <string>
#include <utility>

#include "apps/relog/inputs.h"
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
  return std::unexpected(failure_of(reader.error()));
}

bool goes_on(const Options& options) {
  struct stat facts{};
  return options.append == Append::yes && ::stat(options.output.c_str(), &facts) == 0 &&
         facts.st_size != 0;
}

// A fault that has a code of its own, wherever it came from.
std::optional<Failure> known_failure(const SourceFault& fault) {
  if (is_unmatched_append(fault)) {
    return Failure{drop_in::with_code(
        fmt::format("{}: its counters are not those to be appended", describe(fault)),
        PDH_UNMATCHED_APPEND_COUNTER)};
  }
  if (const auto code = pdh_code_of(fault)) {
    return Failure{drop_in::with_code(describe(fault), *code)};
  }
  if (fault.message.empty()) return std::nullopt;
  return Failure{drop_in::with_code(describe(fault), PDH_INVALID_DATASOURCE)};
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

std::expected<int, SourceFault> OutputLog::opened() {
  const std::string& path = options_.output;
  if (SqlLogName::is_one(path)) return -1;
  if (!goes_on(options_)) {
    draft_.emplace(OPENPERFLIB_TRY(apps::AtomicFile::open(path)));
    return draft_->fd();
  }
  kept_ = UniqueFd(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!kept_) {
    return std::unexpected(SourceFault{.errno_value = errno, .file = path, .error = std::nullopt});
  }
  OPENPERFLIB_TRY(lock_output(kept_.get(), path));
  return kept_.get();
}

std::expected<int, SourceFault> OutputLog::open() {
  const int fd = OPENPERFLIB_TRY(opened());
  is_open_ = true;
  return fd;
}

Failure OutputLog::writing_failure(const SourceFault& fault) const {
  if (!is_open_) return drop_in::cannot_create(fault).error();
  if (auto known = known_failure(fault)) return *std::move(known);
  return drop_in::cannot_create(fault).error();
}

Failure OutputLog::failure_of(const JobFault& fault) const {
  switch (fault.kind) {
    case JobFault::Kind::not_a_log:
      return relog::failure_of(fault.log);
    case JobFault::Kind::ends_later:
      return {drop_in::with_code(
          fmt::format("{} ends after the first sample to be appended", options_.output),
          PDH_INCORRECT_APPEND_TIME)};
    case JobFault::Kind::unwritable:
      return writing_failure(fault.source);
    default:
      break;
  }
  if (auto known = known_failure(fault.source)) return *std::move(known);
  return drop_in::cannot_read(fault.source).error();
}

Outcome OutputLog::publish() {
  if (!draft_.has_value()) return {};
  const auto published = draft_->publish(existing_of(options_.overwrite));
  if (!published.has_value()) return drop_in::cannot_create(published.error());
  return {};
}

}  // namespace openperflib::relog
