#include "apps/perflib/provider/trial_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

HostTrial trial_of(const LintQuery& query, std::uint32_t size) {
  return {.procedure = TrialProcedure::collect,
          .value_name = utf16_from_utf8(query.value_name),
          .has_name = query.has_name ? 1U : 0U,
          .indices = query.indices,
          .buffer_size = size,
          .counts_usage = 0};
}

}  // namespace

LintQuery query_of(const std::vector<TitleIndex>& indices) {
  LintQuery query;
  for (const TitleIndex index : indices) {
    query.value_name += (query.value_name.empty() ? "" : " ") + std::to_string(index);
    query.indices.push_back(index);
  }
  query.label = "\"" + query.value_name + "\"";
  return query;
}

std::string sized(const LintQuery& query, std::uint32_t size) {
  return fmt::format("{}, {} bytes", query.label, size);
}

bool TrialRun::is_answered(TrialReply reply, const std::string& what) {
  switch (reply) {
    case TrialReply::answered:
      return true;
    case TrialReply::ended:
      report_.add(ModuleRule::crash, what + ": its process has ended");
      return false;
    case TrialReply::late:
      report_.add(ModuleRule::hang, what + ": did not return");
      return false;
    case TrialReply::invalid:
      report_.add(ModuleRule::crash, what + ": wrote to the socket of its process");
      return false;
  }
  return false;
}

std::expected<bool, std::string> TrialRun::open() {
  auto started = start_host_process(service_.settings, service_.places);
  if (!started.has_value()) return std::unexpected(describe(started.error()));
  host_.emplace(*std::move(started));
  const ModuleSettings& settings = service_.settings;
  if (!is_answered(host_->ask(settings.start, settings.open_timeout), "Open")) return false;
  const HostAnswer& answer = host_->answer();
  if (answer.outcome == HostOutcome::not_confined) return std::unexpected(answer.text);
  return take_opened(answer);
}

bool TrialRun::take_opened(const HostAnswer& answer) {
  if (answer.outcome == HostOutcome::raised) {
    report_.add(ModuleRule::exception, "Open: " + answer.text);
  } else if (answer.outcome == HostOutcome::open_failed) {
    const bool is_exception = answer.code == 0;
    report_.add(
        is_exception ? ModuleRule::exception : ModuleRule::open_error,
        is_exception ? "Open: " + answer.text : fmt::format("Open returned {}", answer.code));
  } else if (answer.outcome != HostOutcome::done) {
    report_.add(ModuleRule::not_loaded, answer.text);
  } else {
    report_.confinement = answer.text;
    report_.open_ms = answer.open_ms;
    if (std::chrono::milliseconds(answer.open_ms) > service_.settings.open_wait) {
      report_.add(ModuleRule::open_slow, fmt::format("Open took {} ms", answer.open_ms));
    }
    return true;
  }
  return false;
}

const HostAnswer* TrialRun::collect(const LintQuery& query, std::uint32_t size, bool counts_usage) {
  HostTrial trial = trial_of(query, size);
  trial.counts_usage = counts_usage ? 1 : 0;
  const std::string what = sized(query, size);
  ++report_.collections;
  if (!is_answered(host_->ask(trial, service_.settings.collect_timeout), "Collect, " + what)) {
    return nullptr;
  }
  const HostAnswer& answer = host_->answer();
  answers_.judge(what, trial, answer);
  report_.largest_us = std::max(report_.largest_us.value_or(0), answer.trial.call_us);
  return &answer;
}

std::optional<std::uint32_t> TrialRun::collect_all(const LintQuery& query) {
  for (std::uint32_t size = kLeastTrialBuffer;; size *= 2) {
    const HostAnswer* const answer = collect(query, size);
    if (answer == nullptr) return std::nullopt;
    if (answer->code != ERROR_MORE_DATA) return answer->trial.returned_size;
    if (size >= kLargestTrialBuffer) {
      report_.add(ModuleRule::never_enough, sized(query, size) + ": returned 234");
      return 0;
    }
  }
}

const HostAnswer* TrialRun::call(TrialProcedure procedure, const char* name) {
  const HostTrial trial{.procedure = procedure};
  if (!is_answered(host_->ask(trial, service_.settings.open_timeout), name)) return nullptr;
  const HostAnswer& answer = host_->answer();
  if (answer.outcome == HostOutcome::raised) {
    report_.add(ModuleRule::exception, std::string(name) + ": " + answer.text);
  }
  return &answer;
}

void TrialRun::close() {
  if (!is_answered(host_->ask(HostClose{}, service_.settings.open_timeout), "Close")) return;
  const HostAnswer& answer = host_->answer();
  if (answer.outcome == HostOutcome::raised) {
    report_.add(ModuleRule::exception, "Close: " + answer.text);
  } else if (answer.code != ERROR_SUCCESS) {
    report_.add(ModuleRule::close_error, fmt::format("Close returned {}", answer.code));
  }
}

}  // namespace openperflib::apps
