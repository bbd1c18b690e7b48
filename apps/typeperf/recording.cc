#include "apps/typeperf/recording.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "apps/collection/paced_session.h"
#include "apps/drop_in/computer.h"
#include "apps/drop_in/messages.h"
#include "apps/drop_in/options.h"
#include "apps/drop_in/quoted_paths.h"
#include "apps/drop_in/unmatched_path.h"
#include "apps/typeperf/row_output.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/query/paths/unquoted_path.h"

namespace openperflib::typeperf {
namespace {

using apps::PacedSession;
using drop_in::at_place;
using drop_in::failure;
using drop_in::with_code;
using Next = PacedSession::Next;

// The bytes after the last row: 48 columns, and two returns at the end, as the tool of Windows
// prints them.
constexpr std::string_view kClosing =
    "\r\nExiting, please wait...                         \r\n"
    "The command completed successfully.\r\n\r\r";

void remark_on(const WantedPath& wanted, std::string_view text) {
  drop_in::remark("typeperf", at_place(wanted.place, fmt::format("{}: {}", wanted.path, text)));
}

std::expected<Next, Failure> result_of(const std::expected<Next, SourceFault>& next) {
  if (next.has_value()) return *next;
  return failure(describe(next.error()));
}

// The paths that the shell did not change; the others are reported.
std::vector<WantedPath> quoted_paths(std::span<const WantedPath> paths, const TitleTable& titles) {
  const auto is_typed = [](const WantedPath& wanted) { return wanted.place.empty(); };
  std::vector<std::string> words;
  for (const WantedPath& wanted : paths) {
    if (is_typed(wanted)) words.push_back(wanted.path);
  }
  std::vector<bool> is_changed(words.size());
  for (const UnquotedPath& one : find_unquoted_paths(words, titles)) {
    drop_in::remark("typeperf", with_code(fmt::format("{}: {}", one.typed, describe(one)),
                                          CStatus::bad_counter_name));
    std::fill_n(is_changed.begin() + static_cast<std::ptrdiff_t>(one.first), one.count, true);
  }
  std::vector<WantedPath> quoted;
  std::size_t word = 0;
  for (const WantedPath& wanted : paths) {
    if (!is_typed(wanted) || !is_changed[word++]) quoted.push_back(wanted);
  }
  return quoted;
}

// The paths that a query accepts, by their number in it; others are reported and left out.
std::vector<WantedPath> add_paths(PacedSession& collection, std::span<const WantedPath> paths) {
  std::vector<WantedPath> added;
  for (const WantedPath& wanted : paths) {
    const auto number = collection.session().add(wanted.path);
    if (number.has_value()) {
      added.push_back(wanted);
    } else {
      const std::string why = drop_in::not_a_path(wanted.path);
      drop_in::remark("typeperf",
                      at_place(wanted.place, with_code(why, CStatus::bad_counter_name)));
    }
  }
  return added;
}

void remark_on_unmatched(const PacedSession& collection, std::span<const WantedPath> paths) {
  for (std::uint32_t i = 0; i < paths.size(); ++i) {
    const std::string why = drop_in::why_unmatched(
        collection.session().query(), collection.session().snapshot(), paths[i].path, i);
    if (!why.empty()) remark_on(paths[i], why);
  }
}

bool names_no_machine(const WantedPath& wanted) {
  const auto pattern = PathPattern::parse(wanted.path);
  return pattern.has_value() && pattern->machine().empty();
}

// -s applies to paths without a machine.
Outcome check_computer(const Options& options, std::string_view machine) {
  if (std::ranges::none_of(options.paths, names_no_machine)) return {};
  return drop_in::check_computer(options.computer, machine);
}

// Writes rows until the last requested or available one. The current row of the query is the first.
Outcome write_rows(PacedSession& collection, RowOutput& output, const Options& options) {
  for (std::uint64_t written = 0;;) {
    OPENPERFLIB_TRY(output.write(collection.session().query()));
    if (++written == options.samples) return {};
    if (OPENPERFLIB_TRY(result_of(collection.next())) != Next::row) return {};
  }
}

// Writes the header and the rows, after a silent sample if a counter needs two. A log of readings
// has that sample too: the first rate is calculated from it.
Outcome write_all_rows(PacedSession& collection, RowOutput& output, const Options& options) {
  OPENPERFLIB_TRY(output.begin(collection.session()));
  if (collection.session().query().wants_another_sample() && is_text(options.format)) {
    const Next second = OPENPERFLIB_TRY(result_of(collection.next()));
    if (second == Next::stopped) return {};  // a single root folder is one sample, which is shown
  }
  return write_rows(collection, output, options);
}

}  // namespace

Outcome record(const Options& options) {
  auto opened = apps::open_live(*options.environment, options.roots, options.interval);
  if (!opened.has_value()) return drop_in::cannot_read(opened.error());
  PacedSession collection = *std::move(opened);
  const std::vector<WantedPath> paths =
      add_paths(collection, quoted_paths(options.paths, options.environment->titles));
  const bool is_file = options.target.has_value() && !options.target->is_set();
  if (is_file && !paths.empty()) {
    OPENPERFLIB_TRY(drop_in::ask_to_overwrite(options.output, options.overwrite));
  }
  (void)OPENPERFLIB_TRY(result_of(collection.collect()));
  OPENPERFLIB_TRY(check_computer(options, collection.session().query().binding().machine()));
  remark_on_unmatched(collection, paths);
  if (collection.session().query().binding().series().empty()) return failure("No valid counters.");

  std::vector<std::string> written_paths;
  for (const WantedPath& wanted : paths) written_paths.push_back(wanted.path);
  RowOutput output(options, std::move(written_paths));
  const Outcome written = write_all_rows(collection, output, options);
  const Outcome ended = output.end();  // also after a fault, so that the file is complete
  OPENPERFLIB_TRY(written);
  OPENPERFLIB_TRY(ended);
  return drop_in::print(kClosing);
}

}  // namespace openperflib::typeperf
