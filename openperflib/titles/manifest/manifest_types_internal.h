// The 38 counter types of manifests, and what a counter of each refers to.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace openperflib {

struct ManifestType {
  // Which other counters of its set a counter needs.
  enum class Needs : std::uint8_t {
    nothing,
    base,           // baseID, of the type `base`
    base_or_multi,  // baseID or multiCounterID
    clock,          // perfTimeID and perfFreqID
    base_or_clock,  // baseID, or both of the others
  };
  std::string_view name;
  std::uint32_t type;
  Needs needs = Needs::nothing;
  std::uint32_t base = 0;
};

// In the order of the schema.
[[nodiscard]] std::span<const ManifestType> manifest_types() noexcept;

// Null: no type of manifests.
[[nodiscard]] const ManifestType* find_manifest_type(std::string_view name) noexcept;
[[nodiscard]] const ManifestType* find_manifest_type(std::uint32_t type) noexcept;

}  // namespace openperflib
