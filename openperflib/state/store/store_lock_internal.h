// StoreLock: the right to change the store of one folder, and what its last owner left undone.
#pragma once

#include <chrono>
#include <expected>
#include <string>
#include <string_view>

#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/state/store/store_fault.h"

namespace openperflib {

// Resource: holds the lock file FOLDER/titles.lock until it ends. The file's text is the record of
// a change under way; it is empty unless the process that made the change was killed.
class StoreLock {
 public:
  static constexpr const char* kName = "titles.lock";

  // Makes the folder if it is missing and waits for the lock. Faults: no_permission, not_trusted;
  // io with ETIMEDOUT where another process held the lock for `patience`.
  [[nodiscard]] static std::expected<StoreLock, StoreFault> take(
      const std::string& folder, mode_t folder_mode, std::chrono::milliseconds patience);

  StoreLock(StoreLock&&) noexcept = default;
  StoreLock& operator=(StoreLock&&) = delete;
  ~StoreLock();

  [[nodiscard]] int folder_fd() const noexcept { return folder_fd_.get(); }
  [[nodiscard]] std::expected<std::string, StoreFault> record() const;
  [[nodiscard]] std::expected<void, StoreFault> set_record(std::string_view text) const;
  // Removes the lock file, because its folder has no store, and the folder if take() made it.
  void remove() const;

 private:
  StoreLock(std::string folder, UniqueFd folder_fd, UniqueFd fd, bool is_folder_new);
  std::string folder_;
  UniqueFd folder_fd_;
  UniqueFd fd_;
  bool is_folder_new_;
};

}  // namespace openperflib
