// Facts: what a log says about its machine, for rules that need it. Facts are never guessed.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/analysis/rule.h"
#include "openperflib/query/query.h"

namespace openperflib {

// The facts of one machine. Value.
struct Facts {
  std::string machine;
  std::array<double, kFacts> numbers = unknown_numbers();  // by Fact; NaN: unknown
  std::array<std::string, kFacts> sources;  // how it is known: "4 instances of Processor"

  // NaN if it is unknown.
  [[nodiscard]] double number(Fact fact) const noexcept {
    return numbers[static_cast<std::size_t>(fact)];
  }
  // `source` says how it is known, as a part of a sentence.
  void set(Fact fact, double number, std::string source);

  // NaN for each fact.
  static constexpr std::array<double, kFacts> unknown_numbers() {
    std::array<double, kFacts> numbers{};
    numbers.fill(std::numeric_limits<double>::quiet_NaN());
    return numbers;
  }
};

// Resource: finds the facts while the log is read. Counts processors, and looks for the size of
// memory until it is found.
class FactFinder {
 public:
  // The texts of `titles` must outlive it.
  explicit FactFinder(const TitleTable& titles);

  // One record of the log, of readings or values, or a block. `catalog`: that of the record.
  void add(const Catalog& catalog, const Record& record);

  // The paths of all that it looks at, for a query of a machine.
  [[nodiscard]] static std::span<const std::string_view> paths() noexcept;

  // The facts of each machine, in the order of the names.
  [[nodiscard]] std::vector<Facts> result() const;

 private:
  // What was found about one machine so far.
  struct Machine {
    std::string name;
    std::set<std::string> processors;                          // instances of Processor
    std::set<std::string> numa_processors;                     // of Processor Information: "0,1"
    double total = std::numeric_limits<double>::quiet_NaN();   // bytes of RAM, as Linux says
    double memory = std::numeric_limits<double>::quiet_NaN();  // the same, of the NUMA nodes
    double commit_limit = std::numeric_limits<double>::quiet_NaN();  // bytes
    double available = std::numeric_limits<double>::quiet_NaN();     // the maximum, in bytes
    bool has_linux = false;                                          // objects that only Linux has
    // RAM: what Linux says; else what the nodes say; at least what was available; else at most the
    // commit limit.
    void set_memory(Facts& facts) const;
  };
  // Takes the machines, their processors, and whether they have objects of Linux.
  void note_objects(const Catalog& catalog);
  // Takes the sizes of memory from the row of the query. Values that are not above 0 are ignored.
  void note_sizes();
  // Adds the machine if it is not known yet.
  Machine& machine(std::string_view name);

  Query query_;
  std::vector<Machine> machines_;
  std::uint64_t generation_ = 0;
  std::uint32_t generations_ = 0;
  bool has_sizes_ = false;
  std::uint32_t records_ = 0;
};

}  // namespace openperflib
