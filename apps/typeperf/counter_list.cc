#include "apps/typeperf/counter_list.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "apps/drop_in/computer.h"
#include "apps/drop_in/messages.h"
#include "apps/typeperf/output_file.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/query/names.h"
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

// What this machine has, and whether the object that is asked for is one that it could have.
struct Collected {
  Catalog catalog;
  bool is_known = false;
};

std::expected<Collected, Failure> collect_catalog(const Options& options) {
  LocalSourceOptions source_options;
  source_options.roots = options.roots;
  source_options.providers = options.environment->providers;
  source_options.log_event = options.environment->log_event;
  source_options.time_limit = apps::kSingleCollectionLimit;
  const TitleTable& titles = options.environment->titles;
  auto source = LocalSource::open(titles, std::move(source_options));
  if (!source.has_value()) return drop_in::cannot_read(source.error());
  Snapshot snapshot;
  const auto read = (*source)->read(ObjectRequest(), snapshot);
  if (!read.has_value()) return drop_in::cannot_read(read.error());
  Catalog catalog = catalog_of(snapshot, titles);
  const Names names(catalog, titles, (*source)->describe());
  const bool is_known = names.find(object_name(options.object)) != nullptr;
  return Collected{std::move(catalog), is_known};
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
  const auto [catalog, is_known] = OPENPERFLIB_TRY(collect_catalog(options));
  OPENPERFLIB_TRY(drop_in::check_computer(options.computer, catalog.machine()));
  const auto instances = options.job == Job::list_counters ? ListedInstances::as_wildcard
                                                           : ListedInstances::one_by_one;
  const auto list = counter_list(catalog, options.object, instances, options.computer,
                                 options.environment->titles);
  if (list.has_value()) return write_list(options, *list);
  if (is_known) {
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
