// A collection as a unit of systemd --user: it is started with the user's systemd, and lives on
// when its starter logs out.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "apps/logman/collection_store.h"
#include "apps/logman/failure.h"

namespace openperflib::logman {

// The file of a collection's unit, in $XDG_CONFIG_HOME/systemd/user, else ~/.config/systemd/user.
// Errors: nobody says where that is.
[[nodiscard]] std::expected<std::string, Failure> unit_path(std::string_view collection);

// Whether that file is there.
[[nodiscard]] bool has_unit(std::string_view collection);

// Writes the unit, and has systemd enable and start it: all of it or nothing. Errors: the
// collection runs already; what of this failed.
[[nodiscard]] Outcome start_unit(const CollectionStore& store, const std::string& name);

// Has systemd stop and disable it, and removes its file. Errors: there is none; systemd did not do
// it.
[[nodiscard]] Outcome stop_unit(const std::string& name);

}  // namespace openperflib::logman
