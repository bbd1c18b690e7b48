// DraftFiles: files that are written under names that are not their final ones, and then synced.
//
// Resource: keeps them open until sync(), so that the disk writes them together: one after the
//           other, each would wait for those before it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/state/store/store_fault.h"

namespace openperflib {

class DraftFiles {
 public:
  // Writes a file. `modified_ns`: the time that it gets. Faults: the system's, also of files before
  // it; nothing is left of a file that has a fault of its own.
  [[nodiscard]] std::expected<void, StoreFault> write(int folder_fd, const std::string& folder,
                                                      const std::string& name,
                                                      std::string_view text, mode_t mode,
                                                      std::int64_t modified_ns);
  // Afterwards all of them are whole and on the disk.
  [[nodiscard]] std::expected<void, StoreFault> sync();

 private:
  struct Draft {
    std::string path;
    UniqueFd fd;
  };
  std::vector<Draft> drafts_;
};

}  // namespace openperflib
