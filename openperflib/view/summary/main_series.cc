#include "openperflib/view/summary/main_series.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// A counter of a disk, and the one that it is another spelling, or a part, of.
struct DiskSpelling {
  std::string_view counter;
  std::string_view main;
  bool is_same;
};
constexpr auto kDiskSpellings = std::to_array<DiskSpelling>({
    {"% Idle Time", "% Disk Time", true},
    {"Avg. Disk Queue Length", "% Disk Time", true},
    {"% Disk Read Time", "% Disk Time", false},
    {"% Disk Write Time", "% Disk Time", false},
    {"Avg. Disk Read Queue Length", "% Disk Read Time", true},
    {"Avg. Disk Write Queue Length", "% Disk Write Time", true},
});

// "3" of "0,3", "_Total" of "0,_Total": a machine of one node.
std::string processor_of(const std::string& instance) {
  return instance.starts_with("0,") ? instance.substr(2) : instance;
}

}  // namespace

std::string process_name_of(const std::string& instance) {
  return instance.substr(0, instance.rfind(':'));
}

std::optional<MainSeries> main_series_of(const CounterPath& path) {
  if (!path.instance.has_value()) return std::nullopt;
  CounterPath main = path;
  const std::string object = folded(path.object);
  if (object == "process v2") {
    main.object = "Process";
    main.instance = process_name_of(*path.instance);
    return MainSeries{.path = write(main)};
  }
  if (object == "processor information") {
    main.object = "Processor";
    main.instance = processor_of(*path.instance);
    return MainSeries{.path = write(main)};
  }
  if (object != "physicaldisk" && object != "logicaldisk") return std::nullopt;
  const auto spelling = std::ranges::find_if(kDiskSpellings, [&](const DiskSpelling& one) {
    return equal_ignoring_case(one.counter, path.counter);
  });
  if (spelling == kDiskSpellings.end()) return std::nullopt;
  main.counter = spelling->main;
  return MainSeries{.path = write(main), .is_same = spelling->is_same};
}

}  // namespace openperflib
