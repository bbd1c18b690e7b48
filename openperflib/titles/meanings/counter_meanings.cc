#include "openperflib/titles/meanings/counter_meanings.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Word = std::string_view;

constexpr auto kThreadStates =
    std::to_array<Word>({"initialized", "ready", "running", "standby", "terminated", "waiting",
                         "in transition", "unknown"});
constexpr auto kWaitReasons = std::to_array<Word>({
    "executive",       "free page",       "page in",   "pool allocation", "execution delay",
    "suspended",       "user request",    "executive", "free page",       "page in",
    "pool allocation", "execution delay", "suspended", "user request",    "event pair high",
    "event pair low",  "LPC receive",     "LPC reply", "virtual memory",  "page out",
});
constexpr auto kParking = std::to_array<Word>({"not parked", "parked"});
constexpr auto kReadOnly = std::to_array<Word>({"writable", "read-only"});
// In the order of ProcessStateNumber.
constexpr auto kProcessStates = std::to_array<Word>(
    {"running", "sleeping", "idle", "waiting for disk", "stopped", "traced", "zombie", "ended"});
static_assert(kProcessStates.size() == static_cast<std::size_t>(ProcessStateNumber::ended) + 1);
static_assert(kFirstUnusualProcessState ==
              static_cast<double>(ProcessStateNumber::waiting_for_disk));

constexpr auto kMeanings = std::to_array<CounterMeanings>({
    {"Thread", "Thread State", kThreadStates},
    {"Thread", "Thread Wait Reason", kWaitReasons},
    {"Processor Information", "Parking Status", kParking},
    {"Linux Filesystem", "Read Only", kReadOnly},
    {"Linux Process", "State", kProcessStates},
});

}  // namespace

std::span<const CounterMeanings> counter_meanings() noexcept { return kMeanings; }

bool has_meanings(std::string_view counter) noexcept {
  return std::ranges::any_of(kMeanings, [&](const CounterMeanings& one) {
    return one.counter.size() == counter.size() && equal_ignoring_case(one.counter, counter);
  });
}

std::span<const std::string_view> state_words_of(std::string_view object,
                                                 std::string_view counter) noexcept {
  const auto row = std::ranges::find_if(kMeanings, [&](const CounterMeanings& one) {
    return one.counter.size() == counter.size() && equal_ignoring_case(one.counter, counter) &&
           equal_ignoring_case(one.object, object);
  });
  return row == kMeanings.end() ? std::span<const std::string_view>() : row->words;
}

std::string_view value_meaning(std::string_view object, std::string_view counter,
                               double number) noexcept {
  const std::span<const std::string_view> words = state_words_of(object, counter);
  if (!(number >= 0) || number >= static_cast<double>(words.size())) return {};
  const auto position = static_cast<std::size_t>(number);
  return static_cast<double>(position) == number ? words[position] : std::string_view();
}

}  // namespace openperflib
