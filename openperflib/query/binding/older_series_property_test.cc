// Which series continue those of the binding before, against a look at each pair.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "openperflib/query/binding/older_series_internal.h"

namespace openperflib {
namespace {

using PathIdentity = std::pair<std::uint32_t, std::uint64_t>;

// Few paths and few identities, so that series stay, go, come and change places.
std::vector<Series> any_series() {
  auto keys = *rc::gen::container<std::vector<PathIdentity>>(
      rc::gen::pair(rc::gen::inRange<std::uint32_t>(0, 3), rc::gen::inRange<std::uint64_t>(1, 12)));
  std::ranges::stable_sort(keys, {}, &PathIdentity::first);
  std::vector<Series> all;
  for (const auto& [path, identity] : keys) {
    Series& added = all.emplace_back();
    added.path = path;
    added.identity = identity;
  }
  return all;
}

bool is_same(const Series& a, const Series& b) {
  return a.path == b.path && a.identity == b.identity;
}

RC_GTEST_PROP(OlderSeriesLaw, EachSeries_HasOneOfItsPathAndIdentityIfThereIsOne, ()) {
  OlderSeries kept;
  std::vector<Series> older;
  const auto layouts = *rc::gen::inRange(1, 6);
  for (int layout = 0; layout < layouts; ++layout) {
    const std::vector<Series> newer = any_series();
    kept.assign(older, newer);
    RC_ASSERT(kept.positions().size() == newer.size());
    for (std::size_t i = 0; i < newer.size(); ++i) {
      const std::uint32_t position = kept.positions()[i];
      const bool has_one =
          std::ranges::any_of(older, [&](const Series& one) { return is_same(one, newer[i]); });
      RC_ASSERT((position != OlderSeries::kNone) == has_one);
      if (has_one) RC_ASSERT(is_same(older[position], newer[i]));
    }
    older = newer;
  }
}

}  // namespace
}  // namespace openperflib
