// RegisteredProvider and RegisteredSet: the providers and counter sets that manifests have
// registered, as a program that runs later finds them.
//
// Values. Source: docs/formats/title_store.md. Numbers are those of perflib.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/base/guid.h"
#include "openperflib/state/store/registered_service.h"
#include "openperflib/titles/service_titles.h"

namespace openperflib {

// A counter of a set, without its texts. An id of 0xFFFFFFFF: there is no such counter.
struct SetCounter {
  std::uint32_t id = 0;
  std::uint32_t type = 0;          // PERF_COUNTER_RAWCOUNT, ...
  std::uint64_t attributes = 0;    // PERF_ATTRIB_ flags
  std::uint32_t detail_level = 0;  // PERF_DETAIL_NOVICE, ...
  std::int32_t scale = 0;          // a power of ten
  std::uint32_t base_id = 0xFFFF'FFFF;
  std::uint32_t perf_time_id = 0xFFFF'FFFF;
  std::uint32_t perf_freq_id = 0xFFFF'FFFF;
  std::uint32_t multi_id = 0xFFFF'FFFF;
  std::uint32_t aggregate = 0;  // PERF_AGGREGATE_TOTAL, ...
  bool operator==(const SetCounter&) const = default;
};

// A set as a manifest and its translations describe it.
struct SetRecord {
  Guid guid = {};
  std::string uri = {};
  std::uint32_t instance_type = 0;  // PERF_COUNTERSET_SINGLE_INSTANCE, ...
  std::vector<SetCounter> counters = {};
  // Ascending by language. The texts of the set have the distance 0, those of its counters 2, 4,
  // ...
  std::vector<LanguageTexts> languages = {};
  TitleIndex first = 0;  // of its titles; 0: it has none yet
  bool operator==(const SetRecord&) const = default;
};

// A provider likewise.
struct ProviderRecord {
  Guid guid = {};
  std::string name = {};
  std::string identity = {};         // the full path of its binary, which need not exist
  std::uint32_t type = 0;            // PERF_PROVIDER_USER_MODE or _KERNEL_MODE
  std::vector<SetRecord> sets = {};  // ascending by GUID
  bool operator==(const ProviderRecord&) const = default;
};

// A provider that is registered. Its sets name it.
struct RegisteredProvider {
  Guid guid = {};
  StoreScope scope = StoreScope::system;
  std::string name = {};
  std::string identity = {};
  std::uint32_t type = 0;
  bool operator==(const RegisteredProvider&) const = default;
};

// A set that is registered. Registration::title() has the texts of an index.
struct RegisteredSet {
  Guid guid = {};
  Guid provider = {};
  StoreScope scope = StoreScope::system;
  std::string uri = {};
  std::uint32_t instance_type = 0;
  TitleRange range = {};  // the name of the set, then that of each counter
  std::vector<SetCounter> counters = {};
  std::string name = {};        // in English, or in its first language; UTF-8
  std::string shown_name = {};  // its English title: "NAME {GUID}" if another has the name

  // How far the name of the counter at a position is from the set's; its help text is one more.
  [[nodiscard]] static TitleIndex counter_distance(std::size_t position) noexcept {
    return static_cast<TitleIndex>(2 + 2 * position);
  }
  bool operator==(const RegisteredSet&) const = default;
};

}  // namespace openperflib
