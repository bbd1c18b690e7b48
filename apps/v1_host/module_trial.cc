// Module::attempt: one call of a procedure, reported as it was rather than judged.
#include <chrono>
#include <cstdint>
#include <limits>

#include "apps/v1_host/module.h"
#include "apps/v1_host/module_call_internal.h"
#include "apps/v1_host/process_usage.h"
#include "openperflib/abi/windows_error_constants.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kBeyond = kNotCounted - 1;  // larger than its field, or before the start

// Runs a procedure and notes how long it took. Errors: an exception left it.
template <typename Procedure>
std::expected<DWORD, HostAnswer> timed(HostTrialResult& result, Procedure procedure) {
  const auto before = std::chrono::steady_clock::now();
  const auto code = call(procedure);
  const auto took =
      std::chrono::ceil<std::chrono::microseconds>(std::chrono::steady_clock::now() - before);
  result.call_us = took.count() < kBeyond ? static_cast<std::uint32_t>(took.count()) : kBeyond;
  return code;
}

// The addresses need not belong to one array.
std::uint32_t distance(const void* from, const void* to) noexcept {
  const auto bytes = reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from);
  return bytes < kBeyond ? static_cast<std::uint32_t>(bytes) : kBeyond;
}

HostAnswer reported(std::expected<DWORD, HostAnswer> code, const HostTrialResult& result) {
  HostAnswer answer = code.has_value() ? answer_of(HostOutcome::done, *code) : code.error();
  answer.trial = result;
  return answer;
}

}  // namespace

HostAnswer Module::attempt_collect(const HostTrial& trial) {
  if (trial.buffer_size > kLargestBuffer) return answer_of(HostOutcome::needs_more);
  if (!buffer_ || buffer_->bytes().size() != trial.buffer_size) {
    buffer_ = GuardedBuffer::create(trial.buffer_size);
  }
  if (!buffer_) return answer_of(HostOutcome::needs_more, ERROR_NOT_ENOUGH_MEMORY);
  std::vector<WCHAR> name = wide(std::as_bytes(std::span(trial.value_name)));
  std::vector<DWORD> list = query_list(trial.indices);
  const MutableBytes bytes = buffer_->bytes();
  LPVOID end = bytes.data();
  DWORD size = trial.buffer_size;
  DWORD objects = kGarbage;
  HostTrialResult result;
  const auto code = timed(result, [&] {
    return collect_ != nullptr
               ? collect_(trial.has_name != 0 ? name.data() : nullptr, &end, &size, &objects)
               : query_(list.data(), &end, &size, &objects);
  });
  result.moved = distance(bytes.data(), end);
  result.returned_size = size;
  HostAnswer answer = reported(code, result);
  answer.object_count = objects;
  answer.buffer_size = trial.buffer_size;
  if (size <= bytes.size()) answer.bytes.assign(bytes.begin(), bytes.begin() + size);
  if (buffer_->is_intact()) return answer;
  buffer_->restore_guards();
  if (answer.outcome == HostOutcome::done) answer.outcome = HostOutcome::guard_changed;
  return answer;
}

HostAnswer Module::attempt(const HostTrial& trial, const HostStart& start) {
  HostAnswer answer;
  HostTrialResult result;
  switch (trial.procedure) {
    case TrialProcedure::collect:
      answer = attempt_collect(trial);
      break;
    case TrialProcedure::open: {
      std::vector<WCHAR> context = wide(start.context);
      const auto code = timed(result, [&]() -> DWORD {
        if (open_ == nullptr) return 0;
        return open_(start.context.empty() ? nullptr : context.data());
      });
      answer = reported(code, result);
      break;
    }
    case TrialProcedure::close: {
      const auto code = timed(result, [&]() -> DWORD { return close_ == nullptr ? 0 : close_(); });
      answer = reported(code, result);
      break;
    }
  }
  if (trial.counts_usage != 0) count_usage(answer.trial);
  return answer;
}

}  // namespace openperflib
