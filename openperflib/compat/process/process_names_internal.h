// What this process knows of the names that pdh.h asks for.
#pragma once

#include "openperflib/os/process/fork_locked.h"
#include "openperflib/pdh/kept_expansions.h"
#include "openperflib/pdh/source_names.h"

namespace openperflib::compat {

// Resource, one per process: created by the first call and never destroyed, so that threads that
// still run while the process exits may call. A forked child keeps what its parent knew.
class ProcessNames {
 public:
  static ProcessNames& instance();

  [[nodiscard]] SourceNames& names() noexcept { return names_; }
  [[nodiscard]] KeptExpansions& expansions() noexcept { return expansions_; }

 private:
  ProcessNames();
  friend class ForkLocked<ProcessNames>;
  void fork_begins();
  void fork_ends(bool is_child);
  SourceNames names_;
  KeptExpansions expansions_;
};

}  // namespace openperflib::compat
