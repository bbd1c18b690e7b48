#include "openperflib/analysis/facts.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "openperflib/counter/human_text.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// The paths of the query, then those whose instances are counted.
constexpr auto kPaths = std::to_array<std::string_view>(
    {"\\Linux Memory\\MemTotal Bytes", "\\NUMA Node Memory(*)\\Total MBytes",
     "\\Memory\\Commit Limit", "\\Memory\\Available Bytes", "\\Memory\\Available KBytes",
     "\\Memory\\Available MBytes", "\\Processor(*)\\% Processor Time",
     "\\Processor Information(*)\\% Processor Time"});
constexpr std::uint32_t kTotalPath = 0;
constexpr std::uint32_t kCommitLimitPath = 2;
constexpr double kMebibyte = 1048576;
// The units of the paths after kCommitLimitPath.
constexpr auto kAvailableUnits = std::to_array<double>({1, 1024, kMebibyte});
constexpr std::size_t kSizePaths = kCommitLimitPath + 1 + kAvailableUnits.size();
// What is missing after this many records will not come; processors do not change every minute.
constexpr std::uint32_t kEnoughRecords = 100;
constexpr std::uint32_t kEnoughGenerations = 16;

bool is_total(std::string_view instance) { return instance.ends_with("_Total"); }

void add_instances(const Catalog::Object& object, std::set<std::string>& into) {
  for (const Catalog::Instance& instance : object.instances) {
    if (!instance.name.empty() && !is_total(instance.name)) into.emplace(instance.name);
  }
}

std::string bytes_text(double bytes) {
  const HumanText text = human_text(Quantity::bytes, bytes);
  return fmt::format("{} {}", text.number, text.unit);
}

}  // namespace

void Facts::set(Fact fact, double number, std::string source) {
  numbers[static_cast<std::size_t>(fact)] = number;
  sources[static_cast<std::size_t>(fact)] = std::move(source);
}

FactFinder::FactFinder(const TitleTable& titles) : query_(titles) {
  for (const std::string_view path : std::span(kPaths).first<kSizePaths>()) (void)query_.add(path);
}

std::span<const std::string_view> FactFinder::paths() noexcept { return kPaths; }

FactFinder::Machine& FactFinder::machine(std::string_view name) {
  const auto known = std::ranges::find(machines_, name, &Machine::name);
  if (known != machines_.end()) return *known;
  return machines_.emplace_back(
      Machine{.name = std::string(name), .processors = {}, .numa_processors = {}});
}

void FactFinder::note_objects(const Catalog& catalog) {
  for (const Catalog::Object& object : catalog.objects()) {
    if (!object.has_data || (object.has_instances && object.instances.empty())) continue;
    Machine& one = machine(object.machine);
    one.has_linux = one.has_linux || equal_ignoring_case(object.name.substr(0, 6), "Linux ");
    if (equal_ignoring_case(object.name, "Processor")) add_instances(object, one.processors);
    if (equal_ignoring_case(object.name, "Processor Information"))
      add_instances(object, one.numa_processors);
  }
}

void FactFinder::note_sizes() {
  const auto series = query_.binding().series();
  for (std::size_t i = 0; i < series.size(); ++i) {
    const Value& value = query_.row().values[i];
    if (!value.usable() || value.number <= 0) continue;
    Machine& one = machine(series[i].machine);
    if (series[i].path > kCommitLimitPath) {
      const double unit = kAvailableUnits[series[i].path - kCommitLimitPath - 1];
      one.available = std::fmax(one.available, value.number * unit);
      continue;
    }
    if (series[i].path == kTotalPath) {
      one.total = value.number;
    } else if (series[i].path == kCommitLimitPath) {
      one.commit_limit = value.number;
    } else if (series[i].instance.has_value() && is_total(*series[i].instance)) {
      one.memory = value.number * kMebibyte;
    }
    has_sizes_ = true;
  }
}

void FactFinder::add(const Catalog& catalog, const Record& record) {
  if (catalog.generation() != generation_ && generations_ < kEnoughGenerations) {
    note_objects(catalog);
    generation_ = catalog.generation();
    ++generations_;
  }
  if (has_sizes_ || records_++ >= kEnoughRecords) return;
  query_.take(record);
  note_sizes();
}

std::vector<Facts> FactFinder::result() const {
  std::vector<Facts> all;
  for (const Machine& one : machines_) {
    Facts& facts = all.emplace_back();
    facts.machine = one.name;
    const auto& cpus = one.processors.empty() ? one.numa_processors : one.processors;
    const char* const object = one.processors.empty() ? "Processor Information" : "Processor";
    if (!cpus.empty()) {
      facts.set(Fact::cpus, static_cast<double>(cpus.size()),
                fmt::format("instances of {}", object));
    }
    one.set_memory(facts);
    facts.set(
        Fact::linux_kernel, one.has_linux ? 1 : 0,
        one.has_linux ? "has objects that only Linux has" : "has no object that only Linux has");
  }
  return all;
}

// Linux says how much it has. Elsewhere a virtual machine may have memory that no node counts, but
// the available memory cannot exceed the total.
void FactFinder::Machine::set_memory(Facts& facts) const {
  if (!std::isnan(total)) {
    facts.set(Fact::ram, total, "Linux Memory\\MemTotal Bytes");
  } else if (available > memory) {
    facts.set(Fact::ram, available,
              fmt::format("at least: this much was available, although NUMA Node Memory says {}",
                          bytes_text(memory)));
  } else if (!std::isnan(memory)) {
    facts.set(Fact::ram, memory, "NUMA Node Memory(_Total)\\Total MBytes");
  } else if (!std::isnan(commit_limit)) {
    facts.set(Fact::ram, commit_limit, "at most: Memory\\Commit Limit, which includes page files");
  }
}

}  // namespace openperflib
