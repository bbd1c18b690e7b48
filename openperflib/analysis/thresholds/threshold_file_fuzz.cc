// Any bytes as a file of rules: a mistake is reported with a line, and what is read is complete.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/analysis/thresholds/read_rule_file.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_text(std::string_view text) { check(valid_utf8(text).replaced == 0); }

void check_rule(const Rule& rule) {
  check(!rule.id.empty() && !rule.title.empty() && !rule.group.empty() && !rule.text.empty());
  check(!rule.levels.empty() && rule.levels.size() <= 3 && !rule.counters.empty());
  for (const std::string* text : {&rule.id, &rule.title, &rule.group, &rule.text})
    check_text(*text);
  const std::vector<double> statistics(kFacts + kStatistics, 1.0);
  for (const RuleLevel& level : rule.levels) {
    const double held = level.when.evaluate(statistics);
    check(held == 0 || held == 1);
  }
}

void check_file(Bytes bytes) {
  const auto read = read_rule_file(bytes);
  if (!read.has_value()) {
    check(read.error().line >= 1 && !describe(read.error()).empty());
    return;
  }
  for (const Rule& rule : read->rules) check_rule(rule);
  for (const LeftOutRule& one : read->left_out) {
    check(!one.title.empty() && !one.reason.empty());
    check_text(one.title);
    check_text(one.reason);
  }
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::check_file(std::as_bytes(std::span(data, size)));
  return 0;
}
