// PageRequest: a tool that the page asked for, from its text to its answer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/requests/tool.h"
#include "openperflib/requests/tool_session.h"

namespace openperflib::web {

// Resource. It runs only in step(); the session outlives it.
class PageRequest {
 public:
  // What the Worker reads.
  enum class State : std::uint32_t { runs = 0, has_answer = 1, is_refused = 2 };

  // `text`: {"tool":"summary","arguments":{"log":"log1"}}. What is wrong with it is the answer.
  PageRequest(ToolSession& session, std::string_view text);

  // Runs for about 20 ms.
  State step();
  [[nodiscard]] JobProgress progress() const noexcept;
  // After the last step: the JSON object of the tool, or that of its refusal:
  // {"sentence":"b.csv: is empty","file":"b.csv"}.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  // After the last step: the columns that the object describes.
  [[nodiscard]] std::span<const double> numbers() const noexcept { return numbers_; }

 private:
  void refuse(const ToolRefusal& why);

  std::unique_ptr<ToolRun> run_;  // null: it has ended
  State state_ = State::runs;
  std::string text_;
  std::vector<double> numbers_;
};

}  // namespace openperflib::web
