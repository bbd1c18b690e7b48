// CollectionStore: the collections of a user, a file each, in the state folder.
//
// Source: docs/logman.md, "Where collections are kept".
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/logman/collection_set.h"
#include "apps/logman/collector_lock.h"
#include "apps/logman/failure.h"

namespace openperflib::logman {

// Value, cheap: a folder. Each file is written whole or not at all, so several tools may use one
// folder at once. Names are equal without regard to case, as on Windows.
class CollectionStore {
 public:
  // Errors: nobody says where the state folder is.
  [[nodiscard]] static std::expected<CollectionStore, Failure> open();

  // The names of all, sorted without regard to case; none where nothing was ever kept. Names are
  // shown as they were given, but for files that cannot be read. Errors: the folder cannot be read.
  [[nodiscard]] std::expected<std::vector<std::string>, Failure> names() const;
  // Also one that is damaged.
  [[nodiscard]] bool has(std::string_view name) const;
  // Errors: kNotFound, or "FILE:LINE: REASON" of a file that is damaged.
  [[nodiscard]] std::expected<CollectionSet, Failure> load(std::string_view name) const;
  // Errors: kAlreadyExists.
  [[nodiscard]] Outcome create(const CollectionSet& set) const;
  // In place of the one of that name. Errors: the system's.
  [[nodiscard]] Outcome replace(const CollectionSet& set) const;
  // With all that was kept of it; its logs stay. Errors: kNotFound.
  [[nodiscard]] Outcome remove(std::string_view name) const;

  // The file that its process holds locked.
  [[nodiscard]] std::string lock_path(std::string_view name) const;
  // The log that was written last; "" before the first one.
  [[nodiscard]] std::string latest_output(std::string_view name) const;
  [[nodiscard]] Outcome set_latest_output(std::string_view name, std::string_view path) const;

  // Where logs go that were given no place.
  [[nodiscard]] const std::string& log_folder() const noexcept { return log_folder_; }

 private:
  explicit CollectionStore(const std::string& state);
  [[nodiscard]] std::string path_of(std::string_view name, std::string_view ending) const;
  void remove_outputs_of_others(std::string_view name) const;

  std::string folder_;
  std::string log_folder_;
};

}  // namespace openperflib::logman
