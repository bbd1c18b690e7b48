#include "apps/perflib/provider/published_line.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/base/whole_number_internal.h"

namespace openperflib::apps {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kDelete = "delete";
constexpr const char* kWrongEnd =
    "the line must end with \"= N\", \"+ N\" or \"- N\" (blanks around the sign)";

std::string_view without_blanks(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

// A path whose instance is one that a program may make.
std::expected<CounterPath, std::string> read_path(std::string_view text) {
  auto path = CounterPath::parse(text);
  if (!path.has_value()) return wrong_line(describe(path.error()));
  if (!path->machine.empty()) return wrong_line("a path of this machine has no name of a machine");
  if (path->index != 0) return wrong_line("an instance has a name of its own, without #N");
  if (path->instance == "*") return wrong_line("* stands for several instances: name one");
  return *std::move(path);
}

// The path is that of all counters, which the parser needs a name for.
std::expected<PublishedLine, std::string> read_removal(std::string_view instance) {
  PublishedLine line{.action = LineAction::remove};
  line.path = OPENPERFLIB_TRY(read_path(std::string(instance) + "\\*"));
  line.path.counter.clear();
  return line;
}

std::optional<LineAction> action_of(char sign) noexcept {
  switch (sign) {
    case '=':
      return LineAction::set;
    case '+':
      return LineAction::add;
    case '-':
      return LineAction::subtract;
    default:
      return std::nullopt;
  }
}

std::expected<std::uint64_t, std::string> read_whole_number(std::string_view text) {
  if (const auto number = whole_number<std::uint64_t>(text); number.has_value()) return *number;
  return wrong_line("\"" + std::string(text) + "\" is not a whole number from 0 to 2^64-1");
}

std::expected<PublishedLine, std::string> read_change(std::string_view text) {
  const std::size_t blank = text.find_last_of(kBlanks);
  if (blank == std::string_view::npos) return wrong_line(kWrongEnd);
  const std::string_view number = text.substr(blank + 1);
  const std::string_view before = without_blanks(text.substr(0, blank));
  const auto action = action_of(before.back());  // it begins with something else than a blank
  if (!action.has_value() || before.size() < 2 || !kBlanks.contains(before[before.size() - 2])) {
    return wrong_line(kWrongEnd);
  }
  PublishedLine line{.action = *action};
  line.path = OPENPERFLIB_TRY(read_path(without_blanks(before.substr(0, before.size() - 1))));
  line.number = OPENPERFLIB_TRY(read_whole_number(number));
  return line;
}

}  // namespace

std::unexpected<std::string> wrong_line(std::string why) { return std::unexpected(std::move(why)); }

bool is_blank(std::string_view line) noexcept {
  return line.find_first_not_of(kBlanks) == std::string_view::npos;
}

std::expected<PublishedLine, std::string> read_published_line(std::string_view line) {
  const std::string_view text = without_blanks(line);
  const std::string_view after = text.substr(std::min(kDelete.size(), text.size()));
  const bool removes = text.starts_with(kDelete) && !after.empty() && kBlanks.contains(after[0]);
  return removes ? read_removal(without_blanks(after)) : read_change(text);
}

}  // namespace openperflib::apps
