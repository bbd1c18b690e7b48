// ScriptedSource: a machine of the tests, which a session reads as it reads another machine. What
// it has, how long its answers take, whether it answers at all and when it was started are
// scripted. Nothing waits. It is not installed.
#pragma once

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/snapshot/source.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_set.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Memory with a rate that grows (the square of the seconds), and two processors with a rate of
// 25 %. `seconds`: since the machine was started.
inline void write_memory_and_processors(TestBlock& block, std::uint64_t seconds) {
  block.object(title::kMemory,
               {{title::kAvailableBytes}, {title::kPageFaultsPerSec, PERF_COUNTER_BULK_COUNT}},
               Instances::none);
  block.single({1000 + seconds, seconds * seconds});
  block.object(title::kProcessor, {{title::kPercentUserTime, PERF_100NSEC_TIMER}});
  for (const std::string_view name : {"0", "1"}) block.instance(name, {seconds * 2'500'000});
}

// One thread at a time, as every source.
class ScriptedSource final : public Source {
 public:
  // What the next readings do; may be changed between them. A second passes with each of them,
  // whether or not it succeeds.
  struct Script {
    std::function<void(TestBlock& block, std::uint64_t seconds)> write =
        write_memory_and_processors;
    std::chrono::seconds needs_time{0};         // from ask() to its answer
    bool is_gone = false;                       // it refuses the connection
    bool has_ended = false;                     // it has no further reading
    std::vector<std::string>* calls = nullptr;  // gets "ask a" and "read a", for a machine a
  };

  explicit ScriptedSource(std::string machine) : machine_(std::move(machine)) {}

  [[nodiscard]] Script& script() noexcept { return script_; }  // valid as long as this
  // The titles besides the fixed ones, from the next reading on.
  void set_titles(std::vector<Title> more) {
    titles_ = std::make_shared<const TitleSet>(fixed_titles(), more, ++generation_);
  }
  // The machine is started again: its clocks were at 0 that many seconds before. The time of day
  // runs on.
  void restart(std::int64_t seconds_ago) {
    ahead_ += seconds_ - seconds_ago;
    seconds_ = seconds_ago;
  }
  // Moves the time of the source forward.
  void pass(std::int64_t seconds) { seconds_ += seconds; }
  // Writes the blocks of the next readings now, so that these allocate nothing.
  void prepare(std::size_t readings) {
    prepared_.clear();
    next_prepared_ = 0;
    for (std::size_t i = 1; i <= readings; ++i) {
      prepared_.push_back(block_at(seconds_ + static_cast<std::int64_t>(i)));
    }
  }
  // What the last reading was asked for.
  [[nodiscard]] const ObjectRequest& requested() const noexcept { return requested_; }

  void ask(const ObjectRequest& /*request*/) override {
    note("ask ");
    asked_ = std::chrono::steady_clock::now();
  }

  // Errors: ECONNREFUSED where it is gone; ETIMEDOUT if the script needs more time than there is.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(const ObjectRequest& request,
                                                            Deadline deadline,
                                                            Snapshot& into) override {
    note("read ");
    requested_ = request;
    ++seconds_;
    const auto asked =
        std::exchange(asked_, std::nullopt).value_or(std::chrono::steady_clock::now());
    const bool is_late = deadline.has_value() && asked + script_.needs_time > *deadline;
    if (script_.is_gone || is_late) {
      return std::unexpected(SourceFault{.errno_value = is_late ? ETIMEDOUT : ECONNREFUSED,
                                         .file = machine_,
                                         .error = std::nullopt});
    }
    if (script_.has_ended) return ReadResult::end;
    if (next_prepared_ == prepared_.size()) {
      prepared_.assign(1, block_at(seconds_));
      next_prepared_ = 0;
    }
    into.assign(prepared_[next_prepared_++]).value();
    return ReadResult::reading;
  }
  using Source::read;
  [[nodiscard]] bool is_live() const noexcept override { return true; }  // always
  [[nodiscard]] std::shared_ptr<const TitleSet> titles() override { return titles_; }
  // "the script of a".
  [[nodiscard]] std::string source_of(const SourceQuestion& /*value*/) const override {
    return "the script of " + machine_;
  }

 private:
  void note(const char* call) {
    if (script_.calls != nullptr) script_.calls->push_back(call + machine_);
  }
  [[nodiscard]] std::vector<std::byte> block_at(std::int64_t seconds) const {
    TestBlock block(seconds * kTicksPerSecond, ahead_ * kTicksPerSecond, machine_);
    script_.write(block, static_cast<std::uint64_t>(seconds));
    const Bytes bytes = block.bytes();
    return {bytes.begin(), bytes.end()};
  }

  std::string machine_;
  Script script_;
  std::int64_t seconds_ = 100;  // since the machine was started
  std::int64_t ahead_ = 0;      // of the time of day, before it
  std::uint64_t generation_ = 0;
  std::shared_ptr<const TitleSet> titles_ = title_set_of(fixed_titles());
  ObjectRequest requested_;
  std::optional<std::chrono::steady_clock::time_point> asked_;
  std::vector<std::vector<std::byte>> prepared_;
  std::size_t next_prepared_ = 0;
};

}  // namespace openperflib
