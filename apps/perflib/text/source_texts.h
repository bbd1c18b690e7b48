// The source of a counter on Linux, in words for people who want to look it up: file, line, field.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/linux/table/object_catalogue.h"
#include "openperflib/query/query.h"

namespace openperflib::apps {

// How the source names the instance of a series.
enum class SourceFamily : std::uint8_t {
  machine,
  processor,
  disk,
  mount,
  process,
  thread,
  interface,
  pressure,
  swap,
  node,
  thermal_zone,
  power_zone,
  sensor,
  cgroup,
  gpu,
  gpu_engine,
  gpu_card,
};

struct SourceText {
  std::uint32_t object;  // title index; both kinds of disks and of processors share theirs
  std::string_view counter;
  SourceFamily family;
  std::string_view text;  // {} is the instance
};

[[nodiscard]] std::span<const SourceText> source_texts() noexcept;

// "/proc/diskstats, sda: reads completed (base), milliseconds reading x 10,000". If there is no
// text, the first sentence of the catalogue's note. Not yet printable.
[[nodiscard]] std::string source_text(const Series& series, const CatalogueCounter& counter);

}  // namespace openperflib::apps
