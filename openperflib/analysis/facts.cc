#include "openperflib/analysis/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace openperflib {
namespace {

// Where the sizes are, and in what unit; in the order of add().
constexpr std::uint32_t kMemoryPath = 0;
constexpr double kMebibyte = 1048576;
// What is not there after so many records will not come; processors do not change by the minute.
constexpr std::uint32_t kEnoughRecords = 100;
constexpr std::uint32_t kEnoughGenerations = 16;

bool is_total(std::string_view instance) { return instance.ends_with("_Total"); }

}  // namespace

void Facts::set(Fact fact, double number, std::string source) {
  numbers[static_cast<std::size_t>(fact)] = number;
  sources[static_cast<std::size_t>(fact)] = std::move(source);
}

FactFinder::FactFinder(const TitleTable& titles) : query_(titles) {
  (void)query_.add("\\NUMA Node Memory(*)\\Total MBytes");
  (void)query_.add("\\Memory\\Commit Limit");
}

FactFinder::Machine& FactFinder::machine(std::string_view name) {
  const auto known = std::ranges::find(machines_, name, &Machine::name);
  if (known != machines_.end()) return *known;
  return machines_.emplace_back(
      Machine{.name = std::string(name), .processors = {}, .numa_processors = {}});
}

void FactFinder::note_series(const SeriesCatalog& catalog) {
  for (const Series& series : catalog.series()) {
    Machine& one = machine(series.machine);
    one.has_linux = one.has_linux || series.object.starts_with("Linux ");
    const std::string instance(series.instance.value_or(std::string_view()));
    if (instance.empty() || is_total(instance)) continue;
    if (series.object == "Processor") one.processors.insert(instance);
    if (series.object == "Processor Information") one.numa_processors.insert(instance);
  }
}

void FactFinder::note_sizes() {
  const auto series = query_.binding().series();
  for (std::size_t i = 0; i < series.size(); ++i) {
    const Value& value = query_.row().values[i];
    if (!value.usable() || value.number <= 0) continue;
    Machine& one = machine(series[i].machine);
    if (series[i].path != kMemoryPath) {
      one.commit_limit = value.number;
    } else if (series[i].instance.has_value() && is_total(*series[i].instance)) {
      one.memory = value.number * kMebibyte;
    }
    has_sizes_ = true;
  }
}

void FactFinder::add(const SeriesCatalog& catalog, const Sample& sample, const Row* calculated) {
  if (catalog.generation() != generation_ && generations_ < kEnoughGenerations) {
    note_series(catalog);
    generation_ = catalog.generation();
    ++generations_;
  }
  if (has_sizes_ || records_++ >= kEnoughRecords) return;
  query_.take(catalog, sample, calculated);
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
    if (!std::isnan(one.memory)) {
      facts.set(Fact::ram, one.memory, "NUMA Node Memory(_Total)\\Total MBytes");
    } else if (!std::isnan(one.commit_limit)) {
      facts.set(Fact::ram, one.commit_limit, "at most: Memory\\Commit Limit, page files included");
    }
    facts.set(Fact::linux_kernel, one.has_linux ? 1 : 0,
              one.has_linux ? "objects of Linux" : "no object of Linux");
  }
  return all;
}

}  // namespace openperflib
