// LogContents: what the logs of a data source have, over all of their records.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "openperflib/log/log_survey.h"
#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// What the files of logs are, and that they have not changed. Value.
struct LogIdentity {
  // One file: which it is, and when it was last written.
  struct File {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t written_ns = 0;  // since 1970
    bool operator==(const File&) const = default;
  };
  std::vector<File> files;
  bool operator==(const LogIdentity&) const = default;
};

// Resource: the contents of the logs that were asked for last. Any number of threads may use it;
// none waits while another reads a log.
class LogContents {
 public:
  // The texts of `titles` must outlive it.
  explicit LogContents(const TitleTable& titles) noexcept : titles_(titles) {}

  // Reads all records of a source that is not real time, unless that was done before and its files
  // are the same since; log sets of databases are always read. Errors: those of open_log(),
  // PDH_LOG_FILE_OPEN_ERROR if it cannot be read to its end.
  [[nodiscard]] std::expected<std::shared_ptr<const LogSurvey>, PdhStatus> of(
      const DataSource& source);
  // Forgets them: they are read again.
  void forget(const DataSource& source);

  // Around fork(): the child must not inherit it while a thread changes it.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  using Survey = std::shared_ptr<const LogSurvey>;
  // The contents of a source, and what its files were before they were read.
  struct Known {
    DataSource source;
    LogIdentity identity;
    Survey survey;
  };
  static constexpr std::size_t kMostKnown = 8;

  // Null: the source is unknown, or its files have changed.
  [[nodiscard]] Survey find(const DataSource& source, const LogIdentity& identity);
  // Replaces what is known of the source. A ninth one drops the one not asked for the longest.
  void keep(Known known);

  TitleTable titles_;
  std::mutex mutex_;
  std::vector<Known> known_;  // guarded by the mutex; the last one was asked for last
};

}  // namespace openperflib
