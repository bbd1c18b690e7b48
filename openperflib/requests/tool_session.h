// ToolSession: what the tools of one client have in common: its open logs, and what it may read.
#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/analysis/rule.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// What the tools may use. Value; the texts of `titles` outlive it.
struct ToolEnvironment {
  const TitleTable& titles;
  std::vector<Rule> rules = {};  // of reports
  // The file that a path means, as it is opened. Errors: why the client may not read it.
  std::function<std::expected<std::string, std::string>(const std::string& path)> file_of = {};
  // A session of this machine, without paths; empty: the client may not read it. Errors: a
  // sentence.
  std::function<std::expected<CounterSession, std::string>()> open_machine = {};
};

// Resource. One thread at a time.
class ToolSession {
 public:
  explicit ToolSession(ToolEnvironment environment) : environment_(std::move(environment)) {}

  [[nodiscard]] const ToolEnvironment& environment() const noexcept { return environment_; }
  // Notes a log that can be read, and returns its name for later requests: "log1".
  [[nodiscard]] std::expected<std::string, std::string> add_log(LogInputs logs);
  // Errors: no log has that name.
  [[nodiscard]] std::expected<LogInputs, std::string> log(std::string_view name) const;

  static constexpr std::size_t kMostLogs = 1000;

 private:
  ToolEnvironment environment_;
  std::vector<LogInputs> logs_;  // log1 is the first
};

}  // namespace openperflib
