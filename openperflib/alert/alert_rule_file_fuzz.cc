// Reads any bytes as a file of alert rules: accepted rules can be run, and errors name a line.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "openperflib/alert/alert_rule_file.h"

namespace openperflib {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void run(const AlertRule& rule) {
  const AlertCondition& condition = rule.condition;
  check(condition.needed >= 1 && condition.needed <= condition.window && !rule.counter.empty());
  if (rule.only_while.has_value()) {
    const std::vector<double> numbers(rule.companions.size(), condition.threshold);
    const double held = rule.only_while->condition.evaluate(numbers);
    check(held == 0 || held == 1);
  }
  AlertState state(condition);
  for (int i = 0; i < 4; ++i) {
    (void)state.take(i,
                     Value{.number = condition.threshold + i - 1, .status = CStatus::valid_data});
  }
}

void read(std::string_view text) {
  const auto rules = read_alert_rules(text);
  if (!rules.has_value()) {
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    return check(rules.error().line >= 1 && rules.error().line <= lines &&
                 !rules.error().reason.empty());
  }
  check(!rules->empty());
  std::ranges::for_each(*rules, run);
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::read({reinterpret_cast<const char*>(data), size});
  return 0;
}
