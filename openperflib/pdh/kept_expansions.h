// KeptExpansions: expansions of paths that callers have asked the size of, until they fill their
// buffers. So a list does not change between the two calls, and a later one starts again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/name_list.h"
#include "openperflib/query/path_expansion.h"

namespace openperflib {

// Value. What a thread asked for.
struct ExpansionRequest {
  DataSource source = {};
  std::string path = {};
  PathExpansion expansion = {};
  std::thread::id thread = std::this_thread::get_id();
  bool operator==(const ExpansionRequest&) const = default;
};

// Resource: the last 16 of them. Any number of threads may call all functions.
class KeptExpansions {
 public:
  // Replaces what was kept for an equal request. A 17th one drops the oldest.
  void keep(ExpansionRequest request, NameList paths) {
    const std::lock_guard lock(mutex_);
    remove(request);
    if (kept_.size() == kMostKept) kept_.erase(kept_.begin());
    kept_.emplace_back(std::move(request), std::move(paths));
  }
  // Gives away what was kept last; nullopt: there is none.
  [[nodiscard]] std::optional<NameList> take(const ExpansionRequest& request) {
    const std::lock_guard lock(mutex_);
    return remove(request);
  }

  // Around fork(): the child must not inherit it while a thread changes it.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  using Kept = std::pair<ExpansionRequest, NameList>;
  static constexpr std::size_t kMostKept = 16;

  // Gives away what is kept for a request; nullopt: nothing is. The caller has the mutex.
  std::optional<NameList> remove(const ExpansionRequest& request) {
    const auto found = std::ranges::find(kept_, request, &Kept::first);
    if (found == kept_.end()) return std::nullopt;
    NameList paths = std::move(found->second);
    kept_.erase(found);
    return paths;
  }

  std::mutex mutex_;
  std::vector<Kept> kept_;
};

}  // namespace openperflib
