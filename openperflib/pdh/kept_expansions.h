// KeptExpansions: stores an expansion from the call that asks for its size until the call that
// fills a buffer, so that the list does not change between the two. A later call expands again.
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

// Value. The request of a thread.
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
  // Stores an expansion in place of that of an equal request. A 17th one drops the oldest.
  void keep(ExpansionRequest request, NameList paths) {
    const std::lock_guard lock(mutex_);
    remove(request);
    if (kept_.size() == kMostKept) kept_.erase(kept_.begin());
    kept_.emplace_back(std::move(request), std::move(paths));
  }
  // Returns and forgets the last stored expansion of an equal request; nullopt if none.
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

  // Returns and forgets the expansion of a request; nullopt if none. The caller holds the mutex.
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
