// Where Linux takes a counter from, in words for whoever looks the number up: file, line, field.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/linux/object_catalogue.h"
#include "openperflib/query/query.h"

namespace openperflib::apps {

// How the instance of a series is called in its source.
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

// "/proc/diskstats, sda: reads completed (base), milliseconds reading x 10,000". Where nobody has
// written a text: the first sentence of the catalogue's note. Not yet printable.
[[nodiscard]] std::string source_text(const Series& series, const CatalogueCounter& counter);

}  // namespace openperflib::apps
