#include "openperflib/linux/process/thread_text_internal.h"
#include "openperflib/linux/table/stat_words_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

// Positions of words in proc(5), ascending.
constexpr int kStateWord = 3, kUserTicksWord = 14, kSystemTicksWord = 15, kPriorityWord = 18,
              kNiceWord = 19, kStartTicksWord = 22, kPolicyWord = 41;

constexpr std::size_t kSafeDigits = 19;  // numbers with this many digits fit 64 bits

// Optimised for short numbers, which are the most frequent.
std::optional<std::uint64_t> number_at(StatWords& words, int position) noexcept {
  const std::string_view word = words.at(position);
  if (word.empty()) return std::nullopt;
  if (word.size() > kSafeDigits) {
    const auto number = number_in(word);
    return number.has_value() ? std::optional(*number) : std::nullopt;
  }
  std::uint64_t number = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

std::optional<std::int64_t> signed_number_at(StatWords& words, int position) noexcept {
  const auto number = signed_number_in(words.at(position));
  return number.has_value() ? std::optional(*number) : std::nullopt;
}

}  // namespace

bool parse_thread_stat(std::string_view text, ThreadStat& stat) noexcept {
  const auto comm = comm_in_stat(text);
  if (!comm.has_value()) return false;
  StatWords words(behind_comm(text, *comm));
  const std::string_view state = words.at(kStateWord);
  stat.state = state.size() == 1 ? state.front() : '\0';
  stat.user_ticks = number_at(words, kUserTicksWord);
  stat.system_ticks = number_at(words, kSystemTicksWord);
  stat.priority = signed_number_at(words, kPriorityWord);
  stat.nice = signed_number_at(words, kNiceWord);
  stat.start_ticks = number_at(words, kStartTicksWord);
  stat.policy = number_at(words, kPolicyWord);
  return true;
}

}  // namespace openperflib::linux_objects
