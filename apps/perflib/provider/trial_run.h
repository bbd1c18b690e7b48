// TrialRun: the calls of a test of a module, in one host, each judged as it is made.
//
// Resource: owns the host. One thread at a time; it waits for each call.
// Errors:   a module that ends its host or does not return is a finding, after which the host is of
//           no use: that is what a null pointer, nullopt and false say.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/provider/answer_lint.h"
#include "apps/perflib/provider/scratch_service.h"
#include "openperflib/provider/v1/trial_host.h"
#include "openperflib/view/services/module_report.h"

namespace openperflib::apps {

// What Collect is asked.
struct LintQuery {
  std::string label;
  std::string value_name = {};
  std::vector<std::uint32_t> indices = {};
  bool has_name = true;
};

// An id list.
[[nodiscard]] LintQuery query_of(const std::vector<TitleIndex>& indices);
// "Global, 64 bytes".
[[nodiscard]] std::string sized(const LintQuery& query, std::uint32_t size);

inline constexpr std::uint32_t kLeastTrialBuffer = 1U << 16U;  // of collect_all()
inline constexpr std::uint32_t kLargestTrialBuffer = 64U << 20U;

class TrialRun {
 public:
  // `service` outlives the run; so does `report`, which receives the findings.
  TrialRun(const ScratchService& service, ModuleReport& report)
      : service_(service), report_(report), answers_(service.titles, report) {}

  // Starts the host, and loads and opens the module. Errors: the host cannot be used.
  [[nodiscard]] std::expected<bool, std::string> open();
  // One call of Collect. The answer is valid until the next call.
  const HostAnswer* collect(const LintQuery& query, std::uint32_t size, bool counts_usage = false);
  // The same with as large a buffer as it needs; returns the length of its answer.
  std::optional<std::uint32_t> collect_all(const LintQuery& query);
  // One call of Open or Close; `name` is for findings.
  const HostAnswer* call(TrialProcedure procedure, const char* name);
  // Ends the host.
  void close();
  [[nodiscard]] AnswerLint& answers() noexcept { return answers_; }

 private:
  // Whether there is an answer; if not, what happened is a finding.
  bool is_answered(TrialReply reply, const std::string& what);
  bool take_opened(const HostAnswer& answer);

  const ScratchService& service_;
  ModuleReport& report_;
  AnswerLint answers_;
  std::optional<TrialHost> host_;
};

}  // namespace openperflib::apps
