// A collection as a systemd user unit: it starts with the user's systemd, and keeps running when
// the user who started it logs out.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "apps/logman/collection/collection_store.h"
#include "apps/logman/run/failure.h"

namespace openperflib::logman {

// The file of a collection's unit, in $XDG_CONFIG_HOME/systemd/user, else ~/.config/systemd/user.
// Errors: the home folder is not known.
[[nodiscard]] std::expected<std::string, Failure> unit_path(std::string_view collection);

// Whether this file exists.
[[nodiscard]] bool has_unit(std::string_view collection);

// Writes the unit, and lets systemd enable and start it; if a step fails, nothing remains. Errors:
// the collection is already running; the step that failed.
[[nodiscard]] Outcome start_unit(const CollectionStore& store, const std::string& name);

// Lets systemd stop and disable the unit, and removes its file. Errors: there is no unit; systemd
// failed.
[[nodiscard]] Outcome stop_unit(const std::string& name);

}  // namespace openperflib::logman
