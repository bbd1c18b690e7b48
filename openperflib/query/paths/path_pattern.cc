#include "openperflib/query/paths/path_pattern.h"

#include <algorithm>
#include <iterator>

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/paths/path_parts_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// No object or counter has more slashes in its name. A path is not split at further ones, so that
// its cost is limited whatever it contains.
constexpr std::size_t kMostSlashesOfObject = 3;
constexpr std::size_t kMostSlashesOfCounter = 15;

// object/counter or object/instance/counter, as far as this can be checked without knowing the
// names.
std::expected<void, Error> check_shell_spelling(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == kNotFound || slash == 0) return path_fault(Errc::syntax, 0);
  if (text.ends_with('/')) return path_fault(Errc::syntax, text.size());
  return {};
}

}  // namespace

std::expected<PathPattern, Error> PathPattern::parse(std::string_view text, PathGrammar grammar) {
  const auto checked = check_path_text(text);
  if (!checked.has_value()) return std::unexpected(checked.error());
  PathPattern pattern;
  pattern.text_ = text;
  pattern.grammar_ = grammar;
  pattern.has_wildcards_ = openperflib::has_wildcards(text, grammar);
  if (!text.starts_with('\\') && grammar == PathGrammar::full) {
    const auto shell = check_shell_spelling(text);
    if (!shell.has_value()) return std::unexpected(shell.error());
    pattern.read_shell_spelling();
    return pattern;
  }
  const auto parts = split_path(text);
  if (!parts.has_value()) return std::unexpected(parts.error());
  pattern.read_parts(*parts);
  return pattern;
}

void PathPattern::read_parts(const PathParts& parts) {
  if (!parts.machine.empty()) machine_ = NamePattern(parts.machine, grammar_);
  objects_.emplace_back(parts.object, grammar_);
  if (parts.instance.has_value()) request_.instance = InstancePattern(*parts.instance, grammar_);
  request_.counter = NamePattern(parts.counter, grammar_);
}

void PathPattern::read_shell_spelling() {
  spelling_ = Spelling::shell;
  std::size_t slash = text_.find('/');
  for (std::size_t i = 0; i <= kMostSlashesOfObject && slash != kNotFound; ++i) {
    objects_.emplace_back(std::string_view(text_).substr(0, slash));
    slash = text_.find('/', slash + 1);
  }
}

std::string_view PathPattern::machine() const noexcept {
  return machine_.has_value() ? machine_->text() : std::string_view();
}

bool PathPattern::is_for_this_machine() const noexcept {
  if (!machine_.has_value()) return true;
  const std::string& asked = machine_->folded_text();
  return asked == "." || asked == "localhost";
}

bool PathPattern::is_for_machine(std::string_view machine) const {
  if (is_for_this_machine()) return true;
  // No machine is called *.
  if (grammar_ == PathGrammar::pdh && machine_->has_wildcards()) return false;
  return machine_->matches(folded(machine));
}

bool PathPattern::is_for_machine(std::string_view machine, std::size_t position) const {
  return is_for_this_machine() ? position == 0 : is_for_machine(machine);
}

std::vector<PathPattern::Request> PathPattern::requests_behind(const NamePattern& object) const {
  if (spelling_ == Spelling::windows) return {request_};
  const std::string_view rest = std::string_view(text_).substr(object.text().size() + 1);
  std::vector<Request> requests;
  std::size_t slash = rest.rfind('/');
  for (std::size_t i = 0; i <= kMostSlashesOfCounter && slash != kNotFound && slash != 0; ++i) {
    requests.push_back(
        {InstancePattern(rest.substr(0, slash)), NamePattern(rest.substr(slash + 1))});
    slash = rest.rfind('/', slash - 1);
  }
  requests.push_back({std::nullopt, NamePattern(rest)});
  std::ranges::reverse(requests);
  if (rest.starts_with('/')) {  // LogicalDisk//% Free Space: the root, without its own slash
    requests.push_back({InstancePattern("/"), NamePattern(rest.substr(1))});
  }
  return requests;
}

std::vector<PathPattern::Request> PathPattern::requests_for(
    std::string_view folded_object, std::uint32_t object_title_index,
    std::string_view folded_original) const {
  std::vector<Request> requests;
  for (const NamePattern& object : objects_) {
    const bool is_meant = object.matches(folded_object, object_title_index) ||
                          (!folded_original.empty() && object.matches(folded_original));
    if (!is_meant) continue;
    std::ranges::move(requests_behind(object), std::back_inserter(requests));
  }
  return requests;
}

}  // namespace openperflib
