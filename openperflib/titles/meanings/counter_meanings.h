// What the numbers of counters that count states mean, in words: those of Windows as its own help
// texts tell them, and those of our objects.
#pragma once

#include <span>
#include <string_view>

namespace openperflib {

// A counter whose numbers are states. View: its texts are constants.
struct CounterMeanings {
  std::string_view object;                  // English, as in objects.csv
  std::string_view counter;                 // the same
  std::span<const std::string_view> words;  // by number, from 0 on; empty: has no word
};

[[nodiscard]] std::span<const CounterMeanings> counter_meanings() noexcept;

// Returns the words of a counter of states, by number. Case is ignored in both names. Empty: the
// counter is not in the table.
[[nodiscard]] std::span<const std::string_view> state_words_of(std::string_view object,
                                                               std::string_view counter) noexcept;

// Returns the word for a number of a counter: "waiting" for 5 of Thread State. Case is ignored in
// both names. Empty: the counter is not in the table, or it has no word for that number.
[[nodiscard]] std::string_view value_meaning(std::string_view object, std::string_view counter,
                                             double number) noexcept;

// Returns whether a counter of that name, in some object, is in the table. Case is ignored.
[[nodiscard]] bool has_meanings(std::string_view counter) noexcept;

// The states of Linux Process, by severity: from kFirstUnusualProcessState on a process is stuck,
// was stopped, or has ended without being collected by its parent.
enum class ProcessStateNumber : unsigned char {
  running,
  sleeping,
  idle,  // a kernel thread that waits for work
  waiting_for_disk,
  stopped,
  traced,
  zombie,
  ended
};
inline constexpr double kFirstUnusualProcessState = 3;

}  // namespace openperflib
