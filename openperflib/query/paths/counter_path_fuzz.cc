// Any text as a path: it is parsed, written, parsed again, read as a pattern, matched against names
// and bound to a block.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/paths/path_parts_internal.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/query/query.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

// A few titles, so that an input costs microseconds.
constexpr auto kNames = std::to_array<Title>({{4, "Memory"},
                                              {6, "% Processor Time"},
                                              {24, "Available Bytes"},
                                              {26, "Committed Bytes"},
                                              {56, "Pool Paged Bytes"},
                                              {208, "Avg. Disk sec/Read"},
                                              {230, "Process"},
                                              {232, "Thread"},
                                              {236, "LogicalDisk"},
                                              {408, "% Free Space"},
                                              {684, "Elapsed Time"},
                                              {784, "ID Process"},
                                              {1762, "Committed Bytes"}});
constexpr auto kByName = std::to_array<std::uint32_t>({9, 1, 2, 5, 3, 12, 10, 11, 8, 0, 4, 6, 7});
constexpr TitleTable kTitles(kNames, {}, kByName);

// Objects of every shape that a path may name: without instances, with odd names, with parents.
const Snapshot& machine() {
  static const Snapshot snapshot =
      TestBlock()
          .object(4, {{24}, {26}}, Instances::none)
          .single({1, 2})
          .object(236, {{408}, {208, PERF_AVERAGE_TIMER}, {208, PERF_AVERAGE_BASE, 4}})
          .instance("\\", {1, 2, 3})
          .instance("\\home", {1, 2, 3})
          .instance("a/b (c)#1", {1, 2, 3})
          .instance("_Total", {1, 2, 3})
          .object(230, {{6, PERF_100NSEC_TIMER}, {684, PERF_ELAPSED_TIME}, {784}})
          .instance("bash", {1, 2, 3})
          .instance("bash", {1, 2, 4})
          .object(232, {{6, PERF_100NSEC_TIMER}})
          .instance("0", {1}, {ParentInstance{230, 0}, -1})
          .instance("0", {1}, {ParentInstance{230, 1}, -1})
          .status()
          .left_out("not here", 4, 56)
          .snapshot();
  return snapshot;
}

void check(bool holds) {
  if (!holds) std::abort();
}

void check_law(std::string_view text, ObjectParents parents) {
  const auto path = CounterPath::parse(text, parents);
  if (!path.has_value()) return check(path.error().offset <= text.size() + kLongestPath);
  const auto again = CounterPath::parse(write(*path), parents);
  // "a#1#0" is an instance called "a#1", which Windows cannot distinguish from a second "a".
  const bool is_ambiguous = path->index == 0 && path->instance.has_value() &&
                            split_number(*path->instance).number.has_value();
  check(again.has_value() && (is_ambiguous || *again == *path));
}

void bind(std::string_view text, PathGrammar grammar) {
  QueryOptions options;
  options.grammar = grammar;
  Query query(kTitles, options);
  if (!query.add(text).has_value()) return;
  query.take(machine());
  query.take(machine());
  for (std::size_t i = 0; i < query.binding().series().size(); ++i) {
    const auto shown = PathPattern::parse(query.binding().path_of(i));
    // The name of the machine, which `text` need not have, may make a path too long.
    check(shown.has_value() || shown.error().code == Errc::over_limit);
    (void)query.reason(i);
  }
  (void)query.left_out_reason(0);
  check((query.match(0) == Query::Match::matched) <= !query.binding().series().empty());
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  openperflib::check_law(text, openperflib::ObjectParents::none);
  openperflib::check_law(text, openperflib::ObjectParents::possible);
  openperflib::bind(text, openperflib::PathGrammar::full);
  openperflib::bind(text, openperflib::PathGrammar::pdh);
  (void)openperflib::suggestion_for(text, openperflib::machine(), openperflib::kTitles);
  return 0;
}
