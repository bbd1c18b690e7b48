// Linux Pressure: the time tasks waited for CPU, memory and I/O. Source: docs/objects/pressure.md.
#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "openperflib/linux/cgroup/cgroup_folders_internal.h"
#include "openperflib/linux/cgroup/pressure_text_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/objects_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr const char* kPressureFolder = "proc/pressure";
constexpr std::array<std::string_view, 3> kResources = {"cpu", "memory", "io"};
constexpr std::array<std::string_view, kPressureLines> kLines = {"some", "full"};

// A stall cannot last longer than the time in which it is measured, and yet the kernel's totals
// grow by more at times: they are sampled from the CPUs without a lock, so that a part of one
// period is counted in the next (update_averages() in kernel/sched/psi.c), and they are read a
// moment after the clock of the block. What exceeds the time is therefore put off to the
// collections that follow, as the kernel does for its averages: nothing is lost, and no share is
// above 100 %.
class StallTotals {
 public:
  // Begins a collection; `now`: the clock of the block, nullopt: none, so nothing is put off.
  void begin(std::optional<FileTime> now) {
    now_ = now;
    ++collection_;
  }
  // The next numbers are those of that instance.
  void choose(std::string_view instance) {
    auto known = groups_.find(instance);
    if (known == groups_.end()) known = groups_.try_emplace(std::string(instance)).first;
    group_ = &known->second;
    elapsed_ = now_.has_value() && group_->at.has_value() ? *now_ - *group_->at : 0;
    group_->at = now_;
    group_->collection = collection_;
  }
  // Returns the total of a counter that the kernel gives, or the largest one that is possible.
  std::uint64_t possible(std::size_t order, std::uint64_t total) {
    std::optional<std::uint64_t>& before = group_->totals[order];
    const bool is_above = before.has_value() && elapsed_ > 0 && total > *before &&
                          total - *before > static_cast<std::uint64_t>(elapsed_);
    before = is_above ? *before + static_cast<std::uint64_t>(elapsed_) : total;
    return *before;
  }
  // A line that has no total now: what it had is no longer comparable.
  void forget(std::size_t order) { group_->totals[order].reset(); }
  // Ends a collection: groups that are gone are forgotten when they are as many as the others.
  void end(std::size_t instances) {
    if (groups_.size() <= 2 * instances + kKept) return;
    std::erase_if(groups_, [&](const auto& one) { return one.second.collection != collection_; });
  }

 private:
  struct Group {
    std::array<std::optional<std::uint64_t>, kResources.size() * kPressureLines> totals;
    std::optional<FileTime> at;
    std::uint64_t collection = 0;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>()(text);
    }
  };
  static constexpr std::size_t kKept = 16;

  std::unordered_map<std::string, Group, Hash, std::equal_to<>> groups_;
  Group* group_ = nullptr;
  std::optional<FileTime> now_;
  std::int64_t elapsed_ = 0;
  std::uint64_t collection_ = 0;
};

struct PressureState {
  std::array<KeptFile, kResources.size()> files = {
      KeptFile("proc/pressure/cpu", FileEnd::short_read),
      KeptFile("proc/pressure/memory", FileEnd::short_read),
      KeptFile("proc/pressure/io", FileEnd::short_read)};
  std::string name;
  StallTotals totals;
};

using FileText = std::expected<std::string_view, int>;

ReasonId why_not(const BadWord& bad, std::string_view line, std::string_view path,
                 Reasons& reasons) {
  if (bad.code == Errc::missing) return reasons.add_lacking(path, line);
  return reasons.add_bad_word(path, line, bad.offset, bad.code);
}

void set_line(const std::expected<std::uint64_t, BadWord>& total, std::size_t order,
              std::string_view path, StallTotals& totals, CollectContext& context,
              ObjectTable& table, std::size_t instance) {
  const std::string_view line = kLines[order % kPressureLines];
  if (!total.has_value()) {
    totals.forget(order);
    return table.set_missing(instance, order, why_not(total.error(), line, path, context.reasons));
  }
  const auto ticks = in_unit(*total, Unit::microseconds_as_100ns, context.page_size);
  if (ticks.has_value()) return table.set(instance, order, totals.possible(order, *ticks));
  const BadWord too_large{Errc::out_of_range, 0};
  table.set_missing(instance, order, why_not(too_large, line, path, context.reasons));
}

// Sets the two counters of one resource.
void set_resource(std::size_t resource, const FileText& text, std::string_view path,
                  StallTotals& totals, CollectContext& context, ObjectTable& table,
                  std::size_t instance) {
  const std::size_t first = resource * kPressureLines;
  if (!text.has_value()) {
    const ReasonId reason = context.reasons.add_file_errno(text.error(), path);
    for (std::size_t i = 0; i < kPressureLines; ++i) {
      totals.forget(first + i);
      table.set_missing(instance, first + i, reason);
    }
    return;
  }
  const PressureTotals lines = parse_pressure(*text);
  for (std::size_t i = 0; i < kPressureLines; ++i) {
    set_line(lines[i], first + i, path, totals, context, table, instance);
  }
}

void collect_cgroup(PressureState& state, const CgroupFolders& cgroups, std::string_view path,
                    CollectContext& context, ObjectTable& table) {
  state.name = path;
  std::ranges::replace(state.name, '/', '\\');
  const std::size_t instance = table.add_instance(state.name);
  state.totals.choose(state.name);
  for (std::size_t resource = 0; resource < kResources.size(); ++resource) {
    std::string& file = context.scratch;
    file = cgroups.mount();
    file += path;
    file += '/';
    file += kResources[resource];
    file += ".pressure";
    set_resource(resource, context.root.read(file.c_str(), context.buffer), file, state.totals,
                 context, table, instance);
  }
}

void collect_total(PressureState& state, CollectContext& context, ObjectTable& table) {
  const std::size_t total = table.add_instance("_Total");
  state.totals.choose("_Total");
  for (std::size_t resource = 0; resource < kResources.size(); ++resource) {
    KeptFile& file = state.files[resource];
    set_resource(resource, context.root.read(file, context.buffer), file.path(), state.totals,
                 context, table, total);
  }
}

void collect_pressure(PressureState& state, CollectContext& context, ObjectTable& table) {
  const CgroupFolders& cgroups = context.cgroups.list(context);
  state.totals.begin(context.instant.realtime);
  for (std::size_t folder = 0; folder < cgroups.size(); ++folder) {
    collect_cgroup(state, cgroups, cgroups.path(folder), context, table);
  }
  if (context.root.is_folder(kPressureFolder)) collect_total(state, context, table);
  state.totals.end(cgroups.size());
}

}  // namespace

std::unique_ptr<Collector> make_pressure_collector() {
  return make_collector<PressureState, collect_pressure>();
}

}  // namespace openperflib::linux_objects
