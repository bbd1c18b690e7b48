// What a tool says of a counter path that stands for nothing here.
#pragma once

#include <cstdint>
#include <string>

#include "apps/collection/live_collection.h"

namespace openperflib::windows_tool {

// Why the path of that number in the collection's query stands for nothing in its newest snapshot,
// with the nearest names and the code; empty: it stands for something.
[[nodiscard]] std::string why_unmatched(const apps::LiveCollection& collection,
                                        const std::string& path, std::uint32_t number);

}  // namespace openperflib::windows_tool
