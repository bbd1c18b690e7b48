// What a binder finds in the entries of a log, against a look at each series.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "openperflib/query/binding/path_binder_internal.h"
#include "openperflib/query/query.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

struct NamedCounter {
  std::string machine, object, parent, instance, counter, original;
  std::uint32_t number;
  bool has_instance;
};

rc::Gen<std::string> one_of(std::vector<std::string> words) {
  return rc::gen::elementOf(std::move(words));
}

// Few words, so that names meet, come again and differ in case alone.
rc::Gen<NamedCounter> named_counter() {
  return rc::gen::build<NamedCounter>(
      rc::gen::set(&NamedCounter::machine, one_of({"db", "DB", "web"})),
      rc::gen::set(&NamedCounter::object, one_of({"Process", "process", "Memory", "6"})),
      rc::gen::set(&NamedCounter::parent, one_of({"", "", "bash"})),
      rc::gen::set(&NamedCounter::instance, one_of({"bash", "Bash", "\\home", "a/b", "x#1"})),
      rc::gen::set(&NamedCounter::counter, one_of({"% Processor Time", "ID Process", "6", "b/c"})),
      rc::gen::set(&NamedCounter::original, one_of({"", "", "Prozesskennung"})),
      rc::gen::set(&NamedCounter::number, rc::gen::inRange<std::uint32_t>(0, 3)),
      rc::gen::set(&NamedCounter::has_instance, rc::gen::arbitrary<bool>()));
}

void fill(Catalog& catalog, const std::vector<NamedCounter>& names) {
  catalog.clear();
  for (const NamedCounter& one : names) {
    Series series;
    series.machine = one.machine;
    series.object = one.object;
    series.counter = one.counter;
    series.original_counter = one.original;
    if (one.has_instance) {
      series.parent = one.parent;
      series.instance = one.instance;
      series.instance_number = one.number;
    }
    catalog.add(series);
  }
}

std::vector<PathPattern> patterns(const std::vector<std::string>& texts) {
  std::vector<PathPattern> paths;
  for (const std::string& text : texts) paths.push_back(PathPattern::parse(text).value());
  return paths;
}

rc::Gen<std::string> path() {
  return one_of({"\\Process(bash)\\ID Process", "\\Process(bash#1)\\ID Process",
                 "\\process(BASH/bash)\\% Processor Time", "\\Process(*)\\ID Process",
                 "\\Process(b*#*)\\*", "\\*(*)\\*", "\\*\\*", "\\Memory\\6", "\\6(/home)\\b/c",
                 "\\\\web\\Process(*)\\*", "\\\\mail\\Process(bash)\\ID Process",
                 "\\230(bash)\\784", "Process/bash/ID Process", "Process/a/b/b/c", "Memory/*",
                 "\\Process(bash)\\Prozesskennung", "\\Process(gone)\\ID Process",
                 "\\Process(x#1)\\b/c", "\\Thread(1)\\ID Process"});
}

bool are_equal(const PathBinder& a, const PathBinder& b) {
  const auto same = [](const BoundSeries& x, const BoundSeries& y) {
    return x.path == y.path && x.number == y.number && x.place == y.place;
  };
  return std::ranges::equal(a.series(), b.series(), same) &&
         std::ranges::equal(a.matches(), b.matches());
}

RC_GTEST_PROP(PathBinderLaw, EarlierCatalogs_ChangeNothing, ()) {
  const auto paths = patterns(*rc::gen::container<std::vector<std::string>>(path()));
  const auto catalogs = *rc::gen::container<std::vector<std::vector<NamedCounter>>>(
      rc::gen::container<std::vector<NamedCounter>>(named_counter()));
  const TitleTable titles = fixed_titles();
  PathBinder kept;
  kept.set_paths(paths);
  Catalog catalog;
  for (const auto& names : catalogs) {
    fill(catalog, names);
    kept.bind(catalog, {titles, {}, {}});
    PathBinder fresh;
    fresh.set_paths(paths);
    fresh.bind(catalog, {titles, {}, {}});
    RC_ASSERT(are_equal(kept, fresh));
  }
}

// Whether a path with backslashes and without numbers means a series, part by part.
bool means(const PathPattern& path, const Series& series) {
  const PathPattern::Request& request = *path.single_request();
  const std::string name = series.parent.empty()
                               ? std::string(series.instance.value_or(""))
                               : std::string(series.parent) + "/" + std::string(*series.instance);
  const bool is_counter = request.counter.matches(folded(series.counter)) ||
                          (!series.original_counter.empty() &&
                           request.counter.matches(folded(series.original_counter)));
  return path.is_for_machine(series.machine) &&
         path.objects().front().matches(folded(series.object)) && is_counter &&
         request.instance.has_value() == series.instance.has_value() &&
         (!request.instance.has_value() ||
          request.instance->matches(folded(name), series.instance_number));
}

RC_GTEST_PROP(PathBinderLaw, Path_FindsTheSeriesWhosePartsItMatches, ()) {
  const auto paths = patterns(*rc::gen::container<std::vector<std::string>>(path()));
  Catalog catalog;
  fill(catalog, *rc::gen::container<std::vector<NamedCounter>>(named_counter()));
  const TitleTable titles = fixed_titles();
  PathBinder binder;
  binder.set_paths(paths);
  binder.bind(catalog, {titles, {}, {}});
  for (std::uint32_t i = 0; i < paths.size(); ++i) {
    const bool has_numbers = paths[i].single_request() == nullptr ||
                             paths[i].objects().front().number().has_value() ||
                             paths[i].single_request()->counter.number().has_value();
    if (has_numbers) continue;
    std::vector<std::uint32_t> expected;
    for (std::uint32_t k = 0; k < catalog.series().size(); ++k) {
      if (means(paths[i], catalog.series()[k])) expected.push_back(k);
    }
    std::vector<std::uint32_t> found;
    for (const BoundSeries& one : binder.series()) {
      if (one.path == i && one.number != BoundSeries::kNone) found.push_back(one.number);
    }
    RC_ASSERT(found == expected);
    RC_ASSERT((binder.matches()[i] == Query::Match::matched) == !expected.empty());
  }
}

// What each series is matched by does not depend on the others beside it.
RC_GTEST_PROP(PathBinderLaw, PathOfASeries_FindsItAmongAllOthers, ()) {
  const auto names =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<NamedCounter>>(named_counter()));
  Catalog catalog;
  fill(catalog, names);
  const TitleTable titles = fixed_titles();
  std::vector<std::string> texts;
  for (const Series& one : catalog.series()) texts.push_back(exact_path_of(one));
  const auto paths = patterns(texts);
  PathBinder binder;
  binder.set_paths(paths);
  binder.bind(catalog, {titles, {}, {}});
  for (std::uint32_t i = 0; i < paths.size(); ++i) {
    RC_ASSERT(std::ranges::any_of(
        binder.series(), [&](const BoundSeries& one) { return one.path == i && one.number == i; }));
  }
}

// A block with the objects of path(): a name in two cases, a number as a name, a parent.
Snapshot block_of(const std::vector<std::string>& instances) {
  TestBlock block;
  block.object(230, {{784}, {6}});
  for (const std::string& name : instances) block.instance(name, {1, 2});
  block.object(4, {{24}, {6}}, Instances::none).single({1, 2});
  return block.snapshot();
}

// The same series, one by one, in the same order.
void fill(Catalog& entries, const Catalog& grid) {
  entries.clear();
  for (std::size_t i = 0; i < grid.series_count(); ++i) {
    const Catalog::Place place = grid.place_of(i);
    const Catalog::Object& object = grid.objects()[place.object];
    Series series;
    series.machine = object.machine;
    series.object = object.name;
    series.object_title_index = object.title_index;
    series.counter = object.counters[place.counter].name;
    series.counter_title_index = object.counters[place.counter].title_index;
    if (place.instance != Catalog::Place::kNone) {
      const Catalog::Instance& instance = object.instances[place.instance];
      series.parent = instance.parent;
      series.instance = instance.name;
      series.instance_number = instance.number;
    }
    entries.add(series);
  }
}

RC_GTEST_PROP(PathBinderLaw, BlockAndItsSeriesAsEntries_AreBoundTheSame, ()) {
  const auto paths = patterns(*rc::gen::container<std::vector<std::string>>(path()));
  const TitleTable titles = fixed_titles();
  const Snapshot snapshot =
      block_of(*rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(
          one_of({"bash", "Bash", "x", "\\home", "_Total"}))));
  const Catalog grid = catalog_of(snapshot, titles);
  Catalog entries;
  fill(entries, grid);
  PathBinder of_block;
  of_block.set_paths(paths);
  of_block.bind(grid, {titles, {}, grid.machine()});
  PathBinder of_entries;
  of_entries.set_paths(paths);
  of_entries.bind(entries, {titles, {}, {}});
  RC_ASSERT(are_equal(of_block, of_entries));
}

}  // namespace
}  // namespace openperflib
