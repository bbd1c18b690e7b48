// The log that a run writes: a new one that is complete or does not exist, or an existing one that
// is appended to.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/drop_in/failure.h"
#include "apps/program/atomic_file.h"
#include "apps/relog/options.h"
#include "openperflib/log/blg/writing/blg_object_writer.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/os/unique_fd.h"
#include "openperflib/query/row_sink.h"

namespace openperflib::relog {

// The format of the output: the requested one, otherwise that of the log that is appended to,
// otherwise BIN. Errors: the file that is to be appended to is not a log.
[[nodiscard]] std::expected<LogFormat, Failure> output_format(const Options& options);

// What publishing does where the file is there: -y, or the answer to the question, replaces it.
[[nodiscard]] constexpr apps::AtomicFile::Existing existing_of(Overwrite overwrite) noexcept {
  return overwrite == Overwrite::yes ? apps::AtomicFile::Existing::replaced
                                     : apps::AtomicFile::Existing::kept;
}

// Resource, movable: the file and the writer on it.
class OutputLog {
 public:
  // The file. Errors: it cannot be written.
  [[nodiscard]] static std::expected<OutputLog, Failure> open(const Options& options);
  // The writer of that format on it. `header` is that of the input, `paths` are those of the query,
  // `first_utc` is the time of the first record that will be written. Errors when appending: for a
  // text log, PDH_INCORRECT_APPEND_TIME if it ends later; for a binary one, that it is not a log of
  // counters. Other reasons come from the sink.
  [[nodiscard]] Outcome begin(const Options& options, LogFormat format, const LogHeader& header,
                              std::vector<std::string> paths, FileTime first_utc);

  // The same for whole objects: those of `reader`.
  [[nodiscard]] std::expected<BlgObjectWriter, Failure> object_writer(const LogReader& reader,
                                                                      BlgWriterOptions options);

  // Open for as long as this lives.
  [[nodiscard]] int fd() const noexcept { return draft_ ? draft_->fd() : kept_.get(); }
  // After begin().
  [[nodiscard]] RowSink& sink() noexcept { return *sink_; }
  // Whether it is a new log.
  [[nodiscard]] bool is_new() const noexcept { return draft_.has_value(); }
  // Why a writer refused, with the code of it.
  [[nodiscard]] Failure failure_of(const SourceFault& fault) const;
  // Leaves what was written so far as a whole log, or nothing where it was to be a new one. To be
  // called where something was written.
  void abandon();
  // Gives the log its name. Errors: the system's.
  [[nodiscard]] Outcome publish(Overwrite overwrite);

 private:
  OutputLog() = default;

  std::string path_;
  TitleTable titles_{{}, {}, {}};
  std::optional<apps::AtomicFile> draft_;  // a new log
  UniqueFd kept_;                          // one that is appended to
  std::unique_ptr<RowSink> sink_;
};

}  // namespace openperflib::relog
