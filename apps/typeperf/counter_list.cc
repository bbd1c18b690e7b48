#include "apps/typeperf/counter_list.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "apps/drop_in/computer.h"
#include "apps/drop_in/messages.h"
#include "apps/typeperf/output_file.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/machine_jobs/machine_catalog.h"
#include "openperflib/query/path_expansion.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/text/printable.h"

namespace openperflib::typeperf {
namespace {

using drop_in::failure;
using drop_in::with_code;

// "\Processor(*)", "\\db-17\Processor" and "Processor" name one object.
std::string_view object_name(std::string_view text) {
  if (text.starts_with("\\\\")) text.remove_prefix(std::min(text.find('\\', 2), text.size()));
  if (text.starts_with('\\')) text.remove_prefix(1);
  return text.substr(0, text.find_first_of("(\\"));
}

// The objects, also those that this machine could have.
std::expected<MachineCatalog, Failure> read_catalog(const Options& options) {
  const apps::Environment& environment = *options.environment;
  LocalSourceOptions machine = environment.machine;
  machine.roots = options.roots;
  auto read = read_machine_catalog(
      {.machine = std::move(machine), .folder = MachineCatalogOptions::Folder::first},
      environment.titles);
  if (!read.has_value()) return drop_in::cannot_read(read.error().source);
  return *std::move(read);
}

Outcome write_list(const Options& options, const std::string& list) {
  if (options.output.empty()) {
    return drop_in::print(fmt::format("\r\n{}\r\n{}\r\n", list, drop_in::kCompleted));
  }
  OPENPERFLIB_TRY(drop_in::ask_to_overwrite(options.output, options.overwrite));
  auto file = OPENPERFLIB_TRY(OutputFile::create(options.output));
  OPENPERFLIB_TRY(file.write(list));
  return drop_in::print(fmt::format("\r\n{}\r\n", drop_in::kCompleted));
}

}  // namespace

std::optional<std::string> counter_list(const Catalog& catalog, std::string_view object,
                                        ListedInstances instances, std::string_view computer,
                                        const TitleTable& titles) {
  using enum PathExpansion::Part;
  const PathSelection selection{.object = NamePattern(object.empty() ? "*" : object_name(object)),
                                .instance = InstancePattern("*"),
                                .counter = NamePattern("*"),
                                .as = PathSelection::As::list};
  const PathExpansion expansion{.instances =
                                    instances == ListedInstances::as_wildcard ? kept : expanded};
  std::string text;
  const ExpandedPath found = expand(selection, catalog, titles, expansion, [&](CounterPath path) {
    path.machine = computer;
    text += on_one_line(write(path));
    text += "\r\n";
  });
  const bool is_there = object.empty() || found.match != PathMatch::no_object;
  return is_there ? std::optional(std::move(text)) : std::nullopt;
}

Outcome list_counters(const Options& options) {
  const MachineCatalog machine = OPENPERFLIB_TRY(read_catalog(options));
  OPENPERFLIB_TRY(drop_in::check_computer(options.computer, machine.catalog.machine()));
  const auto instances = options.job == Job::list_counters ? ListedInstances::as_wildcard
                                                           : ListedInstances::one_by_one;
  const auto list = counter_list(machine.catalog, options.object, instances, options.computer,
                                 options.environment->titles);
  if (list.has_value()) return write_list(options, *list);
  if (machine.knows(object_name(options.object))) {
    return failure(with_code(fmt::format("{0}: this machine has none now; perflib list --missing "
                                         "'{0}' says why",
                                         object_name(options.object)),
                             CStatus::no_instance));
  }
  return failure(
      with_code(fmt::format("{}: {}", options.object, explanation_of(CStatus::no_object)),
                CStatus::no_object));
}

}  // namespace openperflib::typeperf
