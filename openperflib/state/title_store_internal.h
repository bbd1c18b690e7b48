// What tests see of a TitleStore.
#pragma once

#include "openperflib/state/store_writer_internal.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

class TitleStoreSteps {
 public:
  // Calls `step` after each step of a change.
  static void watch(TitleStore& store, StoreStep step);
  // Whether the store has loaded SQLite.
  [[nodiscard]] static bool has_loaded_sqlite(const TitleStore& store);
};

}  // namespace openperflib
