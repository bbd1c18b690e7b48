#include "apps/perflib/provider/module_lint.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "apps/perflib/provider/leak_lint.h"
#include "apps/perflib/provider/title_lint.h"
#include "apps/perflib/provider/trial_run.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/module_library.h"

namespace openperflib::apps {
namespace {

constexpr std::uint32_t kSlow_us = 500'000;  // half the usual interval of a query

class ModuleLint {
 public:
  explicit ModuleLint(const ScratchService& service) : service_(service), run_(service, report_) {
    report_.module = service.settings.start.library;
    report_.service = service.name;
    report_.first_index = service.titles.first;
    report_.last_index = service.titles.last;
  }

  std::expected<ModuleReport, std::string> run();

 private:
  // Each returns false where the test is over: the module cannot be called any more.
  bool try_sizes();
  bool try_size(std::uint32_t size, std::uint32_t exact);
  bool try_exact(std::uint32_t exact);
  bool try_queries();
  bool try_own_indices();
  bool try_other_indices();
  bool reopen();

  [[nodiscard]] std::vector<TitleIndex> objects();

  const ScratchService& service_;
  ModuleReport report_;
  TrialRun run_;
  LintQuery main_ = {.label = "Global", .value_name = "Global"};
  std::uint32_t main_size_ = kLeastTrialBuffer;
  bool has_objects_ = false;
};

// A size that is too small: a success must have written an answer that fits, since the module may
// have less to say than before.
bool ModuleLint::try_size(std::uint32_t size, std::uint32_t exact) {
  const HostAnswer* const answer = run_.collect(main_, size);
  if (answer == nullptr) return false;
  const bool is_success = answer->code == ERROR_SUCCESS && answer->outcome != HostOutcome::raised;
  const std::uint32_t length = answer->trial.returned_size;
  if (is_success && size < exact && (length == 0 || length > size)) {
    report_.add(ModuleRule::small_code, sized(main_, size) + ": returned 0");
  }
  return true;
}

// The answer may have grown meanwhile, so that its length is taken again.
bool ModuleLint::try_exact(std::uint32_t exact) {
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i) {
    const HostAnswer* const answer = run_.collect(main_, exact);
    if (answer == nullptr) return false;
    if (answer->code != ERROR_MORE_DATA) return true;
    const auto now = run_.collect_all(main_);
    if (!now.has_value()) return false;
    if (*now == exact) break;
    exact = *now;
  }
  report_.add(ModuleRule::exact_refused, sized(main_, exact) + ": returned 234");
  return true;
}

bool ModuleLint::try_sizes() {
  const auto exact = run_.collect_all(main_);
  if (!exact.has_value()) return false;
  if (*exact == 0 || *exact > kLargestTrialBuffer) return true;
  has_objects_ = !run_.answers().objects().empty();
  main_size_ = std::max(kLeastTrialBuffer,
                        *exact < kLargestTrialBuffer / 2 ? *exact * 2 : kLargestTrialBuffer);
  std::set<std::uint32_t> small = {0, 8, *exact / 2, *exact - 1};
  if (*exact > 8) small.insert(*exact - 8);
  for (const std::uint32_t size : small) {
    if (size < *exact && !try_size(size, *exact)) return false;
  }
  return try_exact(*exact) && run_.collect(main_, *exact + 8) != nullptr;
}

// Each must be answered legally, whatever the answer is.
bool ModuleLint::try_queries() {
  const std::array<LintQuery, 5> queries = {{
      {.label = "NULL", .has_name = false},
      {.label = "\"\""},
      {.label = "Costly", .value_name = "Costly"},
      {.label = "Foreign", .value_name = "Foreign openperflib-test"},
      {.label = "global", .value_name = "global"},
  }};
  return std::ranges::all_of(
      queries, [&](const LintQuery& query) { return run_.collect_all(query).has_value(); });
}

std::vector<TitleIndex> ModuleLint::objects() {
  const auto listed = service_.service().objects();
  if (listed.has_value()) return *listed;
  return {run_.answers().object_indices().begin(), run_.answers().object_indices().end()};
}

bool ModuleLint::try_own_indices() {
  constexpr TitleIndex kSystem = 2;
  std::vector<TitleIndex> all = objects();
  for (const TitleIndex index : objects()) {
    for (const auto& indices : {std::vector{index}, std::vector{kSystem, index}}) {
      const LintQuery query = query_of(indices);
      if (!run_.collect_all(query).has_value()) return false;
      if (std::ranges::find(run_.answers().objects(), index, &AnsweredObject::index) ==
          run_.answers().objects().end()) {
        report_.add(ModuleRule::unanswered, fmt::format("{}: no object {}", query.label, index));
      }
    }
  }
  return all.empty() || run_.collect_all(query_of(all)).has_value();
}

// Indices that only begin like one of the service, and those of others.
bool ModuleLint::try_other_indices() {
  const TitleIndex first = service_.titles.first;
  for (const auto& indices : {std::vector<TitleIndex>{2, 238}, std::vector{first / 10},
                              std::vector{first * 10}, std::vector{service_.titles.last + 2}}) {
    const LintQuery query = query_of(indices);
    const HostAnswer* const answer = run_.collect(query, main_size_);
    if (answer == nullptr) return false;
    if (answer->trial.returned_size == 0 && answer->object_count == 0) continue;
    if (answer->code == ERROR_SUCCESS) {
      report_.add(ModuleRule::unasked, fmt::format("{}: {} bytes were written", query.label,
                                                   answer->trial.returned_size));
    }
  }
  return true;
}

bool ModuleLint::reopen() {
  const HostAnswer* answer = run_.call(TrialProcedure::close, "Close");
  if (answer == nullptr) return false;
  if (answer->code != ERROR_SUCCESS) {
    report_.add(ModuleRule::close_error, fmt::format("Close returned {}", answer->code));
  }
  answer = run_.call(TrialProcedure::open, "Open after Close");
  if (answer == nullptr) return false;
  if (answer->code != ERROR_SUCCESS) {
    report_.add(ModuleRule::reopen, fmt::format("Open returned {}", answer->code));
    return false;
  }
  run_.answers().forget_values();
  if (!run_.collect_all(main_).has_value()) return false;
  if (has_objects_ && run_.answers().objects().empty()) {
    report_.add(ModuleRule::reopen, "Collect has no objects after Close and Open");
  }
  return true;
}

std::expected<ModuleReport, std::string> ModuleLint::run() {
  if (const std::string fault = library_fault(report_.module); !fault.empty()) {
    report_.add(ModuleRule::library_refused, report_.module + ": " + fault);
  }
  if (!OPENPERFLIB_TRY(run_.open())) return std::move(report_);
  if (!try_sizes() || !try_queries() || !try_own_indices() || !try_other_indices()) {
    return std::move(report_);
  }
  judge_titles(service_, run_.answers(), report_);
  if (!reopen() || !look_for_leaks(run_, main_, main_size_, report_)) return std::move(report_);
  run_.close();
  if (report_.largest_us.value_or(0) > kSlow_us) {
    report_.add(ModuleRule::slow, fmt::format("a call took {} ms", *report_.largest_us / 1000));
  }
  return std::move(report_);
}

}  // namespace

std::expected<ModuleReport, std::string> lint_module(const ScratchService& service) {
  return ModuleLint(service).run();
}

}  // namespace openperflib::apps
