#include "openperflib/analysis/thresholds/read_rule_file.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "openperflib/analysis/rule_file.h"
#include "openperflib/base/try_internal.h"

namespace openperflib {
namespace {

using namespace std::string_view_literals;

// Byte order marks, the other bytes of characters in UTF-16, and blanks.
constexpr std::string_view kBeforeXml = "\xEF\xBB\xBF\xFF\xFE\0 \t\r\n"sv;

bool is_xml(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBeforeXml);
  return first != text.npos && text[first] == '<';
}

}  // namespace

std::expected<ReadRules, RuleFault> read_rule_file(Bytes bytes) {
  if (is_xml(as_text(bytes))) return read_thresholds(bytes);
  return ReadRules{.rules = OPENPERFLIB_TRY(read_rules(as_text(bytes))), .left_out = {}};
}

}  // namespace openperflib
