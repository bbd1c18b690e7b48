// A binder that has seen other catalogs gives the same series as one that sees its first: what it
// keeps of the names of before changes nothing.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "openperflib/query/binding/series_binding_internal.h"
#include "openperflib/query/query.h"
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

bool are_equal(const SeriesBinder& a, const SeriesBinder& b) {
  const auto same = [](const BoundSeries& x, const BoundSeries& y) {
    return x.path == y.path && x.source == y.source && x.like == y.like;
  };
  return std::ranges::equal(a.series(), b.series(), same) &&
         std::ranges::equal(a.matches(), b.matches());
}

RC_GTEST_PROP(SeriesBinderLaw, EarlierCatalogs_ChangeNothing, ()) {
  const auto paths = patterns(*rc::gen::container<std::vector<std::string>>(path()));
  const auto catalogs = *rc::gen::container<std::vector<std::vector<NamedCounter>>>(
      rc::gen::container<std::vector<NamedCounter>>(named_counter()));
  const TitleTable titles = fixed_titles();
  SeriesBinder kept;
  kept.set_paths(paths, titles);
  Catalog catalog;
  for (const auto& names : catalogs) {
    fill(catalog, names);
    kept.assign(catalog);
    SeriesBinder fresh;
    fresh.set_paths(paths, titles);
    fresh.assign(catalog);
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

RC_GTEST_PROP(SeriesBinderLaw, Path_FindsTheSeriesWhosePartsItMatches, ()) {
  const auto paths = patterns(*rc::gen::container<std::vector<std::string>>(path()));
  Catalog catalog;
  fill(catalog, *rc::gen::container<std::vector<NamedCounter>>(named_counter()));
  const TitleTable titles = fixed_titles();
  SeriesBinder binder;
  binder.set_paths(paths, titles);
  binder.assign(catalog);
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
      if (one.path == i && one.source != BoundSeries::kNone) found.push_back(one.source);
    }
    RC_ASSERT(found == expected);
    RC_ASSERT((binder.matches()[i] == Query::Match::matched) == !expected.empty());
  }
}

// What each series is matched by does not depend on the others beside it.
RC_GTEST_PROP(SeriesBinderLaw, PathOfASeries_FindsItAmongAllOthers, ()) {
  const auto names =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<NamedCounter>>(named_counter()));
  Catalog catalog;
  fill(catalog, names);
  const TitleTable titles = fixed_titles();
  std::vector<std::string> texts;
  for (const Series& one : catalog.series()) texts.push_back(exact_path_of(one));
  const auto paths = patterns(texts);
  SeriesBinder binder;
  binder.set_paths(paths, titles);
  binder.assign(catalog);
  for (std::uint32_t i = 0; i < paths.size(); ++i) {
    RC_ASSERT(std::ranges::any_of(
        binder.series(), [&](const BoundSeries& one) { return one.path == i && one.source == i; }));
  }
}

// Names that go make room: what is kept is bounded by the largest catalog.
TEST(SeriesBinder, NamesThatAreGone_AreForgotten) {
  const auto paths = patterns({"\\Process(*)\\ID Process", "\\Process(p7)\\ID Process"});
  const TitleTable titles = fixed_titles();
  SeriesNames names;
  SeriesBinder binder;
  binder.set_paths(paths, titles);
  Catalog catalog;
  for (int round = 0; round < 5000; ++round) {
    fill(catalog, {{.machine = "db",
                    .object = "Process",
                    .parent = "",
                    .instance = "p" + std::to_string(round),
                    .counter = "ID Process",
                    .original = "",
                    .number = 0,
                    .has_instance = true}});
    binder.assign(catalog);
    ASSERT_EQ(binder.series().size(), 2U);
    ASSERT_EQ(binder.matches()[1] == Query::Match::matched, round == 7);
    (void)names.assign(catalog, titles);
    ASSERT_LE(names.names().size(), 1200U);
  }
}

}  // namespace
}  // namespace openperflib
