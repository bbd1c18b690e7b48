#include <algorithm>
#include <cerrno>
#include <tuple>
#include <utility>

#include "openperflib/base/checked.h"
#include "openperflib/linux/gpu/gpu_scan_internal.h"
#include "openperflib/linux/process/hidden_processes_internal.h"
#include "openperflib/linux/process/process_scan_internal.h"
#include "openperflib/linux/process/process_state_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr const char* kCards = "sys/class/drm";

// Whether the error means that the process or descriptor has ended; in a recording it is just
// missing.
bool has_ended(int errno_value, const ProcRoot& root) noexcept {
  return root.is_live() && (errno_value == ENOENT || errno_value == ESRCH);
}

void add_memory(GpuMemory& sum, const GpuMemory& more) noexcept {
  add(sum.dedicated, more.dedicated);
  add(sum.shared, more.shared);
  add(sum.committed, more.committed);
}

GpuMemory missing_memory(ReasonId reason) noexcept {
  return {missing(reason), missing(reason), missing(reason)};
}

// The use of an adapter, created if it does not exist.
GpuUse& use_of(GpuProcess& process, std::uint32_t adapter) {
  const auto at = std::ranges::lower_bound(process.uses, adapter, {}, &GpuUse::adapter);
  if (at != process.uses.end() && at->adapter == adapter) return *at;
  return *process.uses.insert(at, GpuUse{.adapter = adapter, .clients = {}, .engines = {}});
}

GpuClient& client_of(GpuUse& use, std::uint64_t id) {
  const auto known = std::ranges::find(use.clients, id, &GpuClient::id);
  if (known != use.clients.end()) return *known;
  return use.clients.emplace_back(GpuClient{.id = id, .nanoseconds = {}, .memory = {}});
}

// The time of a client that was closed stays in the sum of its process; a client that could not be
// read is not considered closed.
void end_closed_clients(GpuUse& use) {
  if (use.problem != Reasons::kPresent) return;
  for (const GpuClient& client : use.clients) {
    if (client.is_open) continue;
    for (std::size_t i = 0; i < client.nanoseconds.size(); ++i) {
      use.engines[i].ended = saturating_add(use.engines[i].ended, client.nanoseconds[i]);
    }
  }
  std::erase_if(use.clients, [](const GpuClient& client) { return !client.is_open; });
}

void forget_collection(GpuUse& use) noexcept {
  use.is_open = false;
  use.problem = Reasons::kPresent;
  for (GpuClient& client : use.clients) client.is_open = false;
  for (GpuEngineTime& engine : use.engines) engine.problem = Reasons::kPresent;
}

// Resets what was seen of the process in the previous collection; clears everything if another
// process has the id.
void begin(GpuProcess& process, std::uint64_t start) {
  if (process.start != start) process = {.id = process.id, .start = start, .uses = {}};
  std::ranges::for_each(process.uses, forget_collection);
}

std::uint32_t id_of(const std::unique_ptr<GpuProcess>& process) noexcept { return process->id; }

}  // namespace

void GpuScan::note_unlisted(ReasonId reason) noexcept {
  if (why_unlisted_ == Reasons::kPresent) why_unlisted_ = reason;
}

GpuProcess* GpuScan::find(std::uint32_t id) noexcept {
  const auto at = std::ranges::lower_bound(processes_, id, {}, id_of);
  return at != processes_.end() && (*at)->id == id ? at->get() : nullptr;
}

GpuProcess& GpuScan::make(std::uint32_t id, std::uint64_t start) {
  const auto at = std::ranges::lower_bound(processes_, id, {}, id_of);
  GpuProcess process{.id = id, .start = start, .uses = {}};
  return **processes_.insert(at, std::make_unique<GpuProcess>(std::move(process)));
}

void GpuScan::ensure_read(CollectContext& context) {
  if (collection_number_ == context.number) return;
  collection_number_ = context.number;
  why_unlisted_ = Reasons::kPresent;
  adapters_.list(context);
  for (const auto& process : processes_) process->is_seen = false;
  if (adapters_.may_be_used()) look_at_all(context);
  std::erase_if(processes_, [](const auto& process) { return !process->is_seen; });
}

void GpuScan::look_at_all(CollectContext& context) {
  context.processes.ensure_read(context);
  note_unlisted(context.hidden_processes.reason(context));
  for (const auto& process : context.processes.state().processes) {
    if (!process->is_alive || process->is_kernel_thread) continue;  // a kernel thread has none
    if (process->start_ticks.has_value()) {
      look_at(process->id, *process->start_ticks, context);
    } else {
      note_unlisted(process->reason(ProcessFile::stat));
    }
  }
}

void GpuScan::look_at(std::uint32_t id, std::uint64_t start, CollectContext& context) {
  GpuProcess* process = find(id);
  if (process != nullptr) begin(*process, start);
  const auto visited = links_.visit(id, context, [&](std::uint32_t number, std::string_view link) {
    const auto node = drm_node_of_link(link);
    if (!node.has_value()) return;
    if (process == nullptr) process = &make(id, start);
    take_descriptor(use_of(*process, adapters_.adapter_of(*node)), {id, number}, context);
  });
  if (!visited.has_value() && has_ended(visited.error(), context.root)) return;
  if (!visited.has_value()) {
    note_unlisted(context.reasons.add_file_errno(visited.error(), context.scratch));
  }
  if (process == nullptr) return;
  process->is_seen = !visited.has_value() || is_still(*process, context);
  if (visited.has_value()) std::ranges::for_each(process->uses, end_closed_clients);
}

// Whether the process that has the id is still the one that was scanned: otherwise the descriptors
// belong to another process.
bool GpuScan::is_still(const GpuProcess& process, CollectContext& context) {
  path_.assign("proc/");
  append_number(path_, process.id);
  path_.append("/stat");
  const auto text = context.root.read(path_.c_str(), buffer_);
  ProcessNumbers numbers;
  return text.has_value() && parse_process_stat(*text, numbers).has_value() &&
         numbers.get(ProcessNumber::start_ticks) == process.start;
}

void GpuScan::take_descriptor(GpuUse& use, Descriptor descriptor, CollectContext& context) {
  path_.assign("proc/");
  append_number(path_, descriptor.process);
  path_.append("/fdinfo/");
  append_number(path_, descriptor.number);
  const auto text = context.root.read(path_.c_str(), buffer_, kLargestDrmText);
  if (!text.has_value() && has_ended(text.error(), context.root)) return;
  use.is_open = true;
  Reasons& reasons = context.reasons;
  if (!text.has_value()) {
    use.problem = reasons.add_file_errno(text.error(), path_);
    return;
  }
  const auto parsed = parse_drm_client(*text, text_);
  if (!parsed.has_value()) {
    const BadWord& word = parsed.error();
    use.problem = reasons.add_bad_word(path_, "engines or regions", word.offset, word.code);
  } else if (text_.driver.value_or("").empty()) {
    use.problem = reasons.add_lacking(path_, "drm-driver");
  } else if (!text_.client_id.has_value()) {
    use.problem = reasons.add_lacking(path_, "drm-client-id");
  } else if (!text_.client_id->has_value()) {
    const BadWord& word = text_.client_id->error();
    use.problem = reasons.add_bad_word(path_, "drm-client-id", word.offset, word.code);
  } else {
    take_client(use, context);
  }
}

void GpuScan::take_client(GpuUse& use, CollectContext& context) {
  GpuClient& client = client_of(use, **text_.client_id);
  if (client.is_open) return;  // seen through an earlier descriptor
  client.is_open = true;
  client.memory = client_memory(context.reasons);
  for (const DrmEngine& engine : text_.engines) {
    if (!engine.nanoseconds.has_value() && !engine.has_cycles) continue;  // only a capacity
    take_engine(use, client, engine, context.reasons);
  }
}

void GpuScan::take_engine(GpuUse& use, GpuClient& client, const DrmEngine& engine,
                          Reasons& reasons) {
  const std::size_t place = adapters_.engine_place(use.adapter, *text_.driver, engine.name);
  if (use.engines.size() <= place) use.engines.resize(place + 1);
  if (client.nanoseconds.size() <= place) client.nanoseconds.resize(place + 1);
  GpuEngineTime& time = use.engines[place];
  time.is_known = true;
  time.capacity = 1;
  if (engine.capacity.has_value()) {
    time.capacity = engine.capacity->has_value() ? std::optional(**engine.capacity) : std::nullopt;
  }
  if (engine.nanoseconds.has_value() && engine.nanoseconds->has_value()) {
    client.nanoseconds[place] = std::max(client.nanoseconds[place], **engine.nanoseconds);
  } else {
    time.problem = problem_of(engine, reasons);
  }
}

ReasonId GpuScan::problem_of(const DrmEngine& engine, Reasons& reasons) {
  if (!engine.nanoseconds.has_value()) {
    field_.assign("drm-cycles-").append(engine.name).append(" counts cycles, not time");
    return reasons.add(field_, MissingReason::not_on_this_machine);
  }
  field_.assign("drm-engine-").append(engine.name);
  const BadWord& word = engine.nanoseconds->error();
  return reasons.add_bad_word(path_, field_, word.offset, word.code);
}

Cell GpuScan::region_cell(const std::optional<DrmNumber>& number, std::string_view key,
                          std::string_view region, Reasons& reasons) {
  if (number.has_value() && number->has_value()) return {**number};
  field_.assign(key).append(region);
  if (!number.has_value()) return missing(reasons.add_lacking(path_, field_));
  const BadWord& word = number->error();
  return missing(reasons.add_bad_word(path_, field_, word.offset, word.code));
}

// A driver that reports regions reports all of them: if none is of a kind, there is no such memory.
GpuMemory GpuScan::client_memory(Reasons& reasons) {
  GpuMemory memory;
  bool has_regions = false;
  for (const DrmRegion& region : text_.regions) {
    const DrmRegionKind kind = kind_of_region(region.name);
    if (kind == DrmRegionKind::other) continue;
    has_regions = true;
    const auto& resident = region.resident.has_value() ? region.resident : region.older_resident;
    add(kind == DrmRegionKind::dedicated ? memory.dedicated : memory.shared,
        region_cell(resident, "drm-resident-", region.name, reasons));
    add(memory.committed, region_cell(region.total, "drm-total-", region.name, reasons));
  }
  return has_regions ? memory : missing_memory(reasons.add_lacking(path_, "drm-resident-memory"));
}

GpuMemory GpuScan::memory_of(const GpuUse& use) const noexcept {
  if (use.problem != Reasons::kPresent) return missing_memory(use.problem);
  GpuMemory sum;
  for (const GpuClient& client : use.clients) {
    if (client.is_open) add_memory(sum, client.memory);
  }
  return sum;
}

GpuMemory GpuScan::memory_of_adapter(std::uint32_t adapter, Reasons& reasons) {
  if (why_unlisted_ != Reasons::kPresent) return missing_memory(why_unlisted_);
  counted_.clear();
  ReasonId problem = Reasons::kPresent;
  for_each_use([&](const GpuProcess&, const GpuUse& use) {
    if (use.adapter != adapter) return;
    if (use.problem != Reasons::kPresent) problem = use.problem;
    for (const GpuClient& client : use.clients) {
      if (client.is_open) counted_.push_back({client.id, counted_.size(), &client.memory});
    }
  });
  if (problem != Reasons::kPresent) return missing_memory(problem);
  if (counted_.empty()) {
    return missing_memory(reasons.add("no process has opened this card"));
  }
  std::ranges::sort(counted_, {}, [](const Counted& one) { return std::tuple(one.id, one.turn); });
  GpuMemory sum;
  for (std::size_t i = 0; i < counted_.size(); ++i) {
    if (i == 0 || counted_[i].id != counted_[i - 1].id) add_memory(sum, *counted_[i].memory);
  }
  return sum;
}

ReasonId GpuScan::why_no_adapter(CollectContext& context) const {
  if (!context.root.is_folder(kCards)) return context.reasons.add_file_errno(ENOENT, kCards);
  return context.reasons.add("no graphics card: /sys/class/drm has no cardN",
                             MissingReason::not_on_this_machine);
}

ReasonId GpuScan::why_no_use(CollectContext& context) const {
  if (adapters_.cards().empty()) return why_no_adapter(context);
  if (why_unlisted_ != Reasons::kPresent) return why_unlisted_;
  return context.reasons.add("no process has opened a card in /dev/dri");
}

}  // namespace openperflib::linux_objects
