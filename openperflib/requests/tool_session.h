// ToolSession: what the tools of one client have in common: its open logs, and what it may read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/analysis/rule.h"
#include "openperflib/jobs/list_job.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/reader/log_notes.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/requests/history_cache.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/list/source_list.h"

namespace openperflib {

// What the tools may use. Value; the texts of `titles` outlive it.
struct ToolEnvironment {
  const TitleTable& titles;
  std::vector<Rule> rules = {};  // of reports
  std::string version = {};      // of the program, which a page that is written names
  // The file that a path means, as it is opened. Errors: why the client may not read it.
  std::function<std::expected<std::string, std::string>(const std::string& path)> file_of = {};
  // A session of this machine, without paths; empty: the client may not read it. Errors: a
  // sentence.
  std::function<std::expected<CounterSession, std::string>()> open_machine = {};
  // Creates a file of that name, which is empty and can be written and read; empty: the client may
  // not write any. Errors: a sentence.
  std::function<std::expected<UniqueFd, std::string>(const std::string& name)> create_file = {};
};

// A log that a client has opened. Value.
struct ClientLog {
  LogInputs inputs;
  std::vector<std::string> names = {};           // of its files, as the client named them
  std::vector<std::string> files_of_names = {};  // of inputs.names, as they are opened
  std::optional<int> bias_minutes = {};          // of its clock; nullopt: unknown
  // What people wrote about it, by time, on its clock; null: nothing.
  std::shared_ptr<const std::vector<LogNote>> notes = {};
  // What it has, as it was when it was opened.
  std::shared_ptr<const std::vector<ListedObject>> objects = {};
};

// Resource. One thread at a time.
class ToolSession {
 public:
  explicit ToolSession(ToolEnvironment environment) : environment_(std::move(environment)) {}

  [[nodiscard]] const ToolEnvironment& environment() const noexcept { return environment_; }
  // Notes a log that can be read, and returns its name for later requests: "log1".
  [[nodiscard]] std::expected<std::string, std::string> add_log(ClientLog log);
  // Errors: no log has that name.
  [[nodiscard]] std::expected<ClientLog, std::string> log(std::string_view name) const;
  // Keeps the job that opens a log and has not ended, in place of the one before, so that it can be
  // continued.
  void keep_opening(const ClientLog& log, ListJob job);
  // Takes the job out that opens this log; nullopt: none is kept, or the log has another size now.
  [[nodiscard]] std::optional<ListJob> take_opening(const ClientLog& log);
  // The columns of the pictures of its logs.
  [[nodiscard]] HistoryCache& histories() noexcept { return histories_; }

  static constexpr std::size_t kMostLogs = 1000;
  static constexpr std::size_t kMostHistoryBytes = std::size_t{512} << 20;

 private:
  ToolEnvironment environment_;
  std::vector<ClientLog> logs_;               // log1 is the first
  ClientLog opened_;                          // by opening_
  std::optional<std::uint64_t> opened_size_;  // when it was kept; nullopt: not known
  std::optional<ListJob> opening_;
  HistoryCache histories_{kMostHistoryBytes};
};

}  // namespace openperflib
