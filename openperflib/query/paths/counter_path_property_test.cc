#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Names without characters that have a special meaning.
rc::Gen<std::string> plain_name() {
  return rc::gen::nonEmpty(rc::gen::container<std::string>(
      rc::gen::elementOf(std::string("abcXYZ 019_%.,:[]-=<>$&+'\"\xC3\xA4"))));
}

// Realistic instance names: also with parentheses, backslashes and slashes.
rc::Gen<std::string> odd_name() {
  return rc::gen::nonEmpty(
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab 0()\\/#*?:"))));
}

rc::Gen<CounterPath> plain_path() {
  return rc::gen::build<CounterPath>(
      rc::gen::set(&CounterPath::machine,
                   rc::gen::oneOf(rc::gen::just(std::string()), plain_name())),
      rc::gen::set(&CounterPath::object, plain_name()),
      rc::gen::set(&CounterPath::parent,
                   rc::gen::oneOf(rc::gen::just(std::string()), plain_name())),
      rc::gen::set(&CounterPath::instance, rc::gen::map(plain_name(),
                                                        [](std::string name) {
                                                          return std::optional<std::string>(
                                                              std::move(name));
                                                        })),
      rc::gen::set(&CounterPath::index, rc::gen::inRange<std::uint32_t>(0, 1000)),
      rc::gen::set(&CounterPath::counter, plain_name()));
}

RC_GTEST_PROP(CounterPathLaw, WriteThenParse_GivesTheSamePath, ()) {
  const CounterPath path = *plain_path();
  const auto again = CounterPath::parse(write(path), ObjectParents::possible);
  RC_ASSERT(again.has_value());
  RC_ASSERT((*again == path));
}

RC_GTEST_PROP(CounterPathLaw, OddInstances_SurviveWhereNoNumberIsTheirTail, ()) {
  CounterPath path;
  path.object = "Object";
  path.instance = *odd_name() + "x";
  path.counter = "Counter/sec";
  const auto again = CounterPath::parse(write(path));
  RC_ASSERT(again.has_value());
  RC_ASSERT((*again == path));
}

RC_GTEST_PROP(CounterPathLaw, AnyText_IsReadTheSameWayAfterItWasWritten,
              (const std::string& text)) {
  const auto path = CounterPath::parse("\\" + text);
  if (!path.has_value()) {
    RC_ASSERT(path.error().offset <= text.size() + 1);
    return;
  }
  const auto again = CounterPath::parse(write(*path));
  RC_ASSERT(again.has_value());
  RC_ASSERT((*again == *path));
}

RC_GTEST_PROP(CounterPathLaw, WhatIsAPath_IsAPattern, ()) {
  const std::string text = write(*plain_path());
  const auto pattern = PathPattern::parse(text);
  RC_ASSERT(pattern.has_value());
  RC_ASSERT(pattern->text() == text);
}

RC_GTEST_PROP(NamePatternLaw, ANameMatchesItselfWithAnyPartReplacedByAStar, ()) {
  const std::string name = *plain_name();
  const auto begin = *rc::gen::inRange<std::size_t>(0, name.size() + 1);
  const auto end = *rc::gen::inRange<std::size_t>(begin, name.size() + 1);
  const std::string pattern = name.substr(0, begin) + "*" + name.substr(end);
  // Folding a name that was cut within a character is tested elsewhere.
  if (name.find('\xC3') != std::string::npos || name.find('\xA4') != std::string::npos) return;
  if (pattern.find("[*]") != std::string::npos)
    return;  // a literal star, between the name's brackets
  std::string folded_name = name;
  for (char& c : folded_name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  RC_ASSERT(NamePattern(pattern).matches(folded_name));
}

// Whether a text that has been folded is the whole pattern, of which only * is special: read from
// left to right, a star takes as little as it can.
bool is_matched(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() != '*') {
    return !text.empty() && pattern.front() == text.front() &&
           is_matched(pattern.substr(1), text.substr(1));
  }
  for (std::size_t taken = 0; taken <= text.size(); ++taken) {
    if (is_matched(pattern.substr(1), text.substr(taken))) return true;
  }
  return false;
}

RC_GTEST_PROP(NamePatternLaw, InPdhsGrammar_MatchesAsANaiveMatcherDoes, ()) {
  const auto characters = rc::gen::elementOf(std::string("ab*?[]"));
  const std::string pattern = *rc::gen::resize(8, rc::gen::container<std::string>(characters));
  const std::string text = *rc::gen::resize(8, rc::gen::container<std::string>(characters));
  RC_ASSERT(NamePattern(pattern, PathGrammar::pdh).matches(text) == is_matched(pattern, text));
}

RC_GTEST_PROP(CounterPathLaw, WhatIsAPath_IsAPatternOfPdhAndMatchesItself, ()) {
  const CounterPath path = *plain_path();
  const auto pattern = PathPattern::parse(write(path), PathGrammar::pdh);
  RC_ASSERT(pattern.has_value());
  RC_ASSERT(pattern->single_request()->counter.matches(folded(path.counter)));
  const std::string parent = path.parent.empty() ? "" : path.parent + "/";
  RC_ASSERT(
      pattern->single_request()->instance->matches(folded(parent + *path.instance), path.index));
}

}  // namespace
}  // namespace openperflib
