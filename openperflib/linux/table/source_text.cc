#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "openperflib/linux/table/source_text_internal.h"
#include "openperflib/snapshot/idle_process.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::linux_objects {
namespace {

bool is_total(std::string_view instance) {
  return instance == "_Total" || instance.ends_with(",_Total");
}

// The name after the number in "0 sda"; the device of a mount point.
std::string disk_name(const SourceQuestion& value) {
  if (is_total(value.instance)) return "every disk";
  if (value.object == title::kLogicalDisk) return fmt::format("the device of {}", value.shown);
  return std::string(value.instance.substr(value.instance.find(' ') + 1));
}

// "% cpu some" of a cgroup: "cpu.pressure of cgroup /system.slice".
std::string pressure_file(std::string_view counter, std::string_view instance) {
  const std::string_view words = counter.substr(counter.find(' ') + 1);
  const std::string_view resource = words.substr(0, words.find(' '));
  if (is_total(instance)) return fmt::format("/proc/pressure/{}", resource);
  return fmt::format("{}.pressure of cgroup {}", resource, instance);
}

// The text after some words of an instance; "N" if it does not contain them.
std::string_view behind(std::string_view instance, std::string_view words) {
  const std::size_t at = instance.find(words);
  return at == std::string_view::npos ? "N" : instance.substr(at + words.size());
}

// The same up to the next underscore: the 700 of "pid_700_luid_...".
std::string_view word_behind(std::string_view instance, std::string_view words) {
  const std::string_view rest = behind(instance, words);
  return rest.substr(0, rest.find('_'));
}

// "/sys/class/drm/card1" of "luid_0x00000000_0x00000001_phys_0".
std::string gpu_card(std::string_view instance) {
  const std::string_view digits = word_behind(instance, "luid_0x00000000_0x");
  std::uint32_t minor = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), minor, 16);
  return error == std::errc() ? fmt::format("/sys/class/drm/card{}", minor)
                              : "/sys/class/drm/cardN";
}

// "/proc/700/fdinfo, card1", followed by the key of the engine.
std::string gpu_source(std::string_view instance, SourceFamily family) {
  const std::string card = gpu_card(instance);
  std::string text = fmt::format("/proc/{}/fdinfo, {}", word_behind(instance, "pid_"),
                                 card.substr(card.rfind('/') + 1));
  if (family == SourceFamily::gpu_engine) {
    text += fmt::format(", drm-engine-{}", behind(instance, "_engtype_"));
  }
  return text;
}

// The replacement of {}: the name of the instance in its source.
std::string source_instance(const CatalogueCounter& counter, const SourceQuestion& value) {
  const std::string_view instance = value.instance;
  const SourceFamily family = on_linux(counter).family;
  switch (family) {
    case SourceFamily::fixed:
    case SourceFamily::machine:
      return {};
    case SourceFamily::processor: {
      const bool is_number = value.object != title::kProcessorInformation && !is_total(instance);
      return is_number ? fmt::format("cpu{}", instance) : "cpuN";
    }
    case SourceFamily::disk:
      return disk_name(value);
    case SourceFamily::mount:
      return is_total(instance) ? "every mount" : std::string(value.shown);
    case SourceFamily::process:
      return value.process_id == 0 ? "PID" : fmt::format("{}", value.process_id);
    case SourceFamily::thread:
      return "/proc/PID/task/TID";
    case SourceFamily::interface:
      return std::string(instance);
    case SourceFamily::cgroup: {
      std::string folder = is_total(instance) ? "\\*" : std::string(instance);
      std::ranges::replace(folder, '\\', '/');
      return "/sys/fs/cgroup" + folder;
    }
    case SourceFamily::thermal_zone:
    case SourceFamily::power_zone:
    case SourceFamily::sensor:  // "0 acpitz": the number or name of the folder, and its label
      return std::string(instance.substr(0, instance.find(' ')));
    case SourceFamily::gpu:
    case SourceFamily::gpu_engine:
      return gpu_source(instance, family);
    case SourceFamily::gpu_card:
      return gpu_card(instance);
    case SourceFamily::node:
      return is_total(instance) ? "N" : std::string(instance);
    case SourceFamily::swap:
      return is_total(instance) ? "every area" : std::string(value.shown);
    case SourceFamily::pressure:
      return pressure_file(counter.name, instance);
  }
  return {};
}

// The parts of an instance that sums up others.
std::string made_of(const LinuxCounter& counter, std::string_view instance) {
  const bool is_system = instance == "System" || instance == "System_2" || instance == "System:2";
  if (counter.family == SourceFamily::process && is_system) return "; System is all kernel threads";
  if (!is_total(instance) || counter.family == SourceFamily::pressure) return {};
  switch (counter.total) {
    case TotalRule::mean:
      return "; the mean of all";
    case TotalRule::sum:
      return "; summed over all";
    case TotalRule::zero:
      return "; 0 for _Total";
    case TotalRule::flags_or:
      return "; the flags of all";
    case TotalRule::now:
    case TotalRule::source:
    case TotalRule::no_total:
      break;
  }
  return {};
}

}  // namespace

std::string source_text(const CatalogueCounter& counter, const SourceQuestion& value) {
  const LinuxCounter& source = on_linux(counter);
  if (source.family == SourceFamily::fixed) return std::string(source.source_text);
  if (source.family == SourceFamily::process && is_idle_process(value.instance)) {
    return "not a process: Idle represents the CPUs, and its time is their idle time";
  }
  return fill_source(source.source_text, source_instance(counter, value)) +
         made_of(source, value.instance);
}

}  // namespace openperflib::linux_objects
