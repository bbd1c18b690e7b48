// Manifest: a .man of lodctr and ctrpp: which providers publish which counter sets.
//
// Value: owns its texts, and its mistakes.
// Source: docs/formats/manifest.md. Numbers are those of perflib.h and winperf.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/guid.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

// A counter set may have 64,000 counters, of some hundred bytes each.
inline constexpr std::size_t kMostManifestBytes = std::size_t{64} << 20U;
inline constexpr std::size_t kMostCountersOfSet = 64'000;

// Where the name and the description are among the resources of the provider's binary.
struct ManifestTextIds {
  std::optional<std::uint32_t> name;
  std::optional<std::uint32_t> description;
  bool operator==(const ManifestTextIds&) const = default;
};

// Value: a <counter>. base_id to multi_counter_id are ids of counters of the same set.
struct ManifestCounter {
  std::uint32_t id = 0;
  std::string uri = {};
  std::uint32_t type = 0;          // PERF_COUNTER_RAWCOUNT, ...
  std::uint32_t detail_level = 0;  // PERF_DETAIL_NOVICE, ...
  std::string name = {};           // UTF-8; empty: only without display, or in version 1.1
  std::string description = {};
  ManifestTextIds text_ids = {};
  std::string symbol = {};  // of a macro with the id; empty: none
  std::optional<std::uint32_t> base_id = {};
  std::optional<std::uint32_t> perf_time_id = {};
  std::optional<std::uint32_t> perf_freq_id = {};
  std::optional<std::uint32_t> multi_counter_id = {};
  std::int32_t default_scale = 0;               // a power of ten
  std::optional<std::uint32_t> aggregate = {};  // PERF_AGGREGATE_TOTAL, ...
  std::uint64_t attributes = 0;                 // PERF_ATTRIB_BY_REFERENCE, ...
  std::string struct_name = {};                 // where the value lies, of providers in kernel mode
  std::string field = {};
  std::size_t line = 1;
  bool operator==(const ManifestCounter&) const = default;
};

// Value: a <struct> that the counters of a set refer to by its name; `type` is a symbol of C.
struct ManifestStruct {
  std::string name = {};
  std::string type = {};
  std::size_t line = 1;
  bool operator==(const ManifestStruct&) const = default;
};

// Value: a <counterSet> with its counters.
struct ManifestCounterSet {
  Guid guid = {};
  std::string uri = {};
  std::string name = {};  // UTF-8
  std::string symbol = {};
  std::string description = {};
  ManifestTextIds text_ids = {};
  std::uint32_t instances = 0;  // PERF_COUNTERSET_SINGLE_INSTANCE, ...
  std::vector<ManifestStruct> structs = {};
  std::vector<ManifestCounter> counters = {};  // in the order of the file
  std::size_t line = 1;
  bool operator==(const ManifestCounterSet&) const = default;
};

// The version of the schema that the provider is written in.
enum class ManifestSchema : std::uint8_t { v1_1, v2_0 };

// Value: a <provider> with its counter sets.
struct ManifestProvider {
  // standard: "default". With custom, the program has a callback of its own.
  enum class Callback : std::uint8_t { standard, custom };
  ManifestSchema schema = ManifestSchema::v2_0;
  Guid guid = {};
  std::string application_identity = {};  // the binary with the resources
  std::string symbol = {};
  Callback callback = Callback::standard;
  std::uint32_t type = 0;  // PERF_PROVIDER_USER_MODE or _KERNEL_MODE
  std::string name = "Counters";
  std::optional<std::uint32_t> resource_base = {};
  std::vector<ManifestCounterSet> sets = {};
  std::size_t line = 1;
  bool operator==(const ManifestProvider&) const = default;
};

// Value: a manifest as far as it could be read. See above.
struct Manifest {
  std::vector<ManifestProvider> providers = {};
  TitleRemarks remarks = {};  // by line; what has mistakes is in `providers` as far as it was read
  bool operator==(const Manifest&) const = default;
};

// Reads as much as can be read: of a file that is not XML, nothing. Time and memory are linear in
// the size.
[[nodiscard]] Manifest read_manifest(Bytes bytes);

}  // namespace openperflib
