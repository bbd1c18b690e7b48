#include "apps/relog/output_log.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/copied_header.h"
#include "openperflib/log/log_object_copy.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/sql/sql_log_name.h"
#include "openperflib/log/sql/sql_log_writer.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/os/output_file.h"

namespace openperflib::relog {
namespace {

std::expected<std::unique_ptr<LogReader>, Failure> open_existing(const Options& options) {
  auto reader = open_log(options.output, {.titles = options.environment->titles});
  if (reader.has_value()) return *std::move(reader);
  return drop_in::failure(describe(reader.error()), drop_in::pdh_code_of(reader.error().pdh_code));
}

bool goes_on(const Options& options) {
  struct stat facts{};
  return options.append == Append::yes && ::stat(options.output.c_str(), &facts) == 0 &&
         facts.st_size != 0;
}

std::unique_ptr<RowSink> text_sink(int fd, const Options& options, LogFormat format,
                                   const LogHeader& header) {
  const bool is_kept = goes_on(options);
  using Write = TextLogWriteOptions;
  return std::make_unique<TextLogWriter>(
      fd, options.output, text_format_of(format), zone_of(header),
      Write{.caption = header.caption,
            .target = is_kept ? Write::Target::append : Write::Target::fresh,
            .flush = Write::Flush::in_pieces});
}

// The writer of binary logs checks this itself.
Outcome check_text_ends_before(const Options& options, FileTime first_utc) {
  const auto reader = OPENPERFLIB_TRY(open_existing(options));
  LogSurvey survey;
  LogRecord record;
  for (;;) {
    const auto read = reader->read(record);
    if (!read.has_value()) return drop_in::cannot_read(read.error());
    if (*read == ReadResult::end) break;
    survey.add(*reader, record);
  }
  if (survey.records() == 0 || reader->header().to_utc(survey.last_local()) <= first_utc) return {};
  return drop_in::failure(
      fmt::format("{} ends after the first sample to be appended", options.output),
      drop_in::kIncorrectAppendTime);
}

// An existing set is always appended to.
std::expected<std::unique_ptr<RowSink>, SourceFault> set_sink(const std::string& output,
                                                              const LogHeader& header) {
  const SqlLogName name = SqlLogName::parse(output).value_or(SqlLogName());
  return OPENPERFLIB_TRY(
      SqlLogWriter::open(name, {.content = header.content,
                                .zone = zone_of(header),
                                .flush = SqlLogWriteOptions::Flush::in_batches}));
}

}  // namespace

std::expected<LogFormat, Failure> output_format(const Options& options) {
  if (SqlLogName::is_one(options.output)) return LogFormat::sql;
  if (options.format.has_value()) return *options.format;
  if (!goes_on(options)) return LogFormat::blg;
  return OPENPERFLIB_TRY(open_existing(options))->header().format;
}

std::expected<OutputLog, Failure> OutputLog::open(const Options& options) {
  OutputLog log;
  log.path_ = options.output;
  log.titles_ = options.environment->titles;
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

Outcome OutputLog::begin(const Options& options, LogFormat format, const LogHeader& header,
                         std::vector<std::string> paths, FileTime first_utc) {
  if (format == LogFormat::sql) {
    auto sink = set_sink(path_, header);
    if (!sink.has_value()) return std::unexpected(failure_of(sink.error()));
    sink_ = *std::move(sink);
    return {};
  }
  if (format != LogFormat::blg) {
    if (!is_new()) OPENPERFLIB_TRY(check_text_ends_before(options, first_utc));
    sink_ = text_sink(fd(), options, format, header);
    return {};
  }
  BlgWriterOptions binary = copied_header(header, std::move(paths), path_, first_utc);
  if (is_new()) {
    sink_ = std::make_unique<BlgWriter>(fd(), path_, std::move(binary));
    return {};
  }
  auto writer = BlgWriter::append(fd(), path_, std::move(binary));
  if (!writer.has_value()) return std::unexpected(failure_of(writer.error()));
  sink_ = *std::move(writer);
  return {};
}

std::expected<BlgObjectWriter, Failure> OutputLog::object_writer(const LogReader& reader,
                                                                 BlgWriterOptions options) {
  if (is_new()) return new_object_log(reader, fd(), path_, std::move(options));
  auto writer = appended_object_log(reader, fd(), path_, std::move(options), titles_);
  if (!writer.has_value()) return std::unexpected(failure_of(writer.error()));
  return *std::move(writer);
}

Failure OutputLog::failure_of(const SourceFault& fault) const {
  if (is_unmatched_append(fault)) {
    return {drop_in::with_code(
        fmt::format("{}: its counters are not those to be appended", describe(fault)),
        drop_in::kUnmatchedAppendCounter)};
  }
  if (const auto code = pdh_code_of(fault)) {
    return {drop_in::with_code(describe(fault), drop_in::pdh_code_of(*code))};
  }
  if (!fault.message.empty())
    return {drop_in::with_code(describe(fault), drop_in::kInvalidDatasource)};
  if (fault.file == path_) return drop_in::cannot_create(fault).error();
  return drop_in::cannot_read(fault).error();
}

void OutputLog::abandon() {
  if (!draft_.has_value() && sink_ != nullptr) (void)sink_->end();
}

Outcome OutputLog::publish(Overwrite overwrite) {
  if (!draft_.has_value()) return {};
  const auto published = draft_->publish(existing_of(overwrite));
  if (!published.has_value()) return drop_in::cannot_create(published.error());
  return {};
}

}  // namespace openperflib::relog
