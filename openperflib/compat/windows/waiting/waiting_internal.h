// Waiting for objects of the table, as WaitForSingleObject and RegisterWaitForSingleObject do.
#pragma once

#include <span>

#include "openperflib/compat/windows/handles/object_table_internal.h"
#include "openperflib/compat/windows/shared_memory/deadline_internal.h"

namespace openperflib::compat {

// nullopt for INFINITE.
[[nodiscard]] Deadline deadline_in(DWORD milliseconds);

// Whether there is an object, of a kind that is signalled.
[[nodiscard]] bool is_waitable(const ObjectPointer& object);

// Waits for one of the objects, the first of those that are signalled, or for all of them. Returns
// what WaitForMultipleObjects returns, but never WAIT_FAILED.
[[nodiscard]] DWORD wait_for(std::span<const ObjectPointer> objects, bool all,
                             const Deadline& deadline);

}  // namespace openperflib::compat
