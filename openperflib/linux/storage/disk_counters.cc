#include <fmt/core.h>

#include <cstdlib>
#include <iterator>
#include <utility>

#include "openperflib/base/checked.h"
#include "openperflib/linux/storage/disk_counters_internal.h"
#include "openperflib/linux/table/row_numbers.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::string_view kDiskStats = "proc/diskstats";
constexpr std::uint64_t kTwoTo32 = 1ULL << 32;
constexpr std::array kMillisecondFieldsInOrder = {DiskField::ms_reading, DiskField::ms_writing,
                                                  DiskField::ms_busy};

// The unit of a counter, which determines the factor for the number in the line.
enum class DiskUnit : std::uint8_t {
  plain,
  sectors_as_bytes,  // 512, whatever the sector size of the device
  milliseconds_as_100ns,
  milliseconds_as_ticks,  // of the block's PerfFreq, 10 MHz
  idle_100ns,             // DiskReading::idle_100ns
  time_100ns,             // DiskReading::time_100ns
};

constexpr std::uint64_t factor_of(DiskUnit unit) noexcept {
  switch (unit) {
    case DiskUnit::sectors_as_bytes:
      return 512;
    case DiskUnit::milliseconds_as_100ns:
      return 10'000;
    case DiskUnit::milliseconds_as_ticks:
      return static_cast<std::uint64_t>(kTicksPerSecond) / 1000;
    default:
      return 1;
  }
}

struct DiskCounterRow {
  std::uint8_t order;  // after the first shared counter
  Part part;
  DiskUnit unit;
  DiskField field;
  std::optional<DiskField> added = std::nullopt;
};

using enum DiskField;
constexpr Part kValue = Part::value, kBase = Part::base;
constexpr DiskUnit kPlain = DiskUnit::plain, kSectorBytes = DiskUnit::sectors_as_bytes;
constexpr DiskUnit k100ns = DiskUnit::milliseconds_as_100ns,
                   kTicks = DiskUnit::milliseconds_as_ticks;

using Row = PhysicalDiskRow;
// clang-format off
constexpr auto kDiskRows = std::to_array<DiskCounterRow>({
    {Row::kCurrentDiskQueueLength, kValue, kPlain, in_flight},
    {Row::kPercentDiskTime, kValue, k100ns, ms_reading, ms_writing},
    {Row::kPercentDiskTime, kBase, DiskUnit::time_100ns, ms_reading},
    {Row::kAvgDiskQueueLength, kValue, k100ns, ms_reading, ms_writing},
    {Row::kPercentDiskReadTime, kValue, k100ns, ms_reading},
    {Row::kPercentDiskReadTime, kBase, DiskUnit::time_100ns, ms_reading},
    {Row::kAvgDiskReadQueueLength, kValue, k100ns, ms_reading},
    {Row::kPercentDiskWriteTime, kValue, k100ns, ms_writing},
    {Row::kPercentDiskWriteTime, kBase, DiskUnit::time_100ns, ms_writing},
    {Row::kAvgDiskWriteQueueLength, kValue, k100ns, ms_writing},
    {Row::kAvgDiskSecPerTransfer, kValue, kTicks, ms_reading, ms_writing},
    {Row::kAvgDiskSecPerTransfer, kBase, kPlain, reads, writes},
    {Row::kAvgDiskSecPerRead, kValue, kTicks, ms_reading},
    {Row::kAvgDiskSecPerRead, kBase, kPlain, reads},
    {Row::kAvgDiskSecPerWrite, kValue, kTicks, ms_writing},
    {Row::kAvgDiskSecPerWrite, kBase, kPlain, writes},
    {Row::kDiskTransfersPerSec, kValue, kPlain, reads, writes},
    {Row::kDiskReadsPerSec, kValue, kPlain, reads},
    {Row::kDiskWritesPerSec, kValue, kPlain, writes},
    {Row::kDiskBytesPerSec, kValue, kSectorBytes, sectors_read, sectors_written},
    {Row::kDiskReadBytesPerSec, kValue, kSectorBytes, sectors_read},
    {Row::kDiskWriteBytesPerSec, kValue, kSectorBytes, sectors_written},
    {Row::kAvgDiskBytesPerTransfer, kValue, kSectorBytes, sectors_read, sectors_written},
    {Row::kAvgDiskBytesPerTransfer, kBase, kPlain, reads, writes},
    {Row::kAvgDiskBytesPerRead, kValue, kSectorBytes, sectors_read},
    {Row::kAvgDiskBytesPerRead, kBase, kPlain, reads},
    {Row::kAvgDiskBytesPerWrite, kValue, kSectorBytes, sectors_written},
    {Row::kAvgDiskBytesPerWrite, kBase, kPlain, writes},
    {Row::kPercentIdleTime, kValue, DiskUnit::idle_100ns, ms_busy},
    {Row::kPercentIdleTime, kBase, DiskUnit::time_100ns, ms_busy},
});
// clang-format on

// A number or the reason why it is missing.
using Number = std::expected<std::uint64_t, ReasonId>;

Number too_large(Reasons& reasons) {
  return std::unexpected(
      reasons.add("/proc/diskstats: a sum above 2^64-1", MissingReason::out_of_range));
}

Number number_or(std::uint64_t value, ReasonId reason) noexcept {
  if (reason != Reasons::kPresent) return std::unexpected(reason);
  return value;
}

Number field_of(const DiskReading& reading, DiskField field) noexcept {
  const auto index = static_cast<std::size_t>(field);
  return number_or(reading.values[index], reading.reasons[index]);
}

Number disk_sum(const DiskReading& reading, const DiskCounterRow& row, Reasons& reasons) {
  const Number first = field_of(reading, row.field);
  if (!first.has_value() || !row.added.has_value()) return first;
  const Number second = field_of(reading, *row.added);
  if (!second.has_value()) return second;
  const auto sum = checked_add(*first, *second);
  return sum.has_value() ? Number(*sum) : too_large(reasons);
}

Number value_of(const DiskReading& reading, const DiskCounterRow& row, Reasons& reasons) {
  if (row.unit == DiskUnit::time_100ns) return number_or(reading.time_100ns, reading.time_reason);
  if (row.unit == DiskUnit::idle_100ns) return number_or(reading.idle_100ns, reading.idle_reason);
  const Number sum = disk_sum(reading, row, reasons);
  if (!sum.has_value()) return sum;
  const auto product = checked_mul(*sum, factor_of(row.unit));
  return product.has_value() ? Number(*product) : too_large(reasons);
}

ReasonId fault_reason(const DiskLine& line, std::size_t field, Reasons& reasons) {
  const DiskLine::Fault& fault = line.faults[field];
  if (fault.code == Errc::missing) return reasons.add_lacking(kDiskStats, kDiskFieldNames[field]);
  return reasons.add_bad_word(kDiskStats, kDiskFieldNames[field], fault.offset, fault.code);
}

std::string folder_name(std::string_view device) {
  std::string name(device);
  for (char& c : name) {
    if (c == '/') c = '!';
  }
  return name;
}

// The path of a device's diskseq; empty before Linux 5.15 and if sysfs does not show it.
std::string sequence_path(std::string_view device, const ProcRoot& root) {
  const std::string name = folder_name(device);
  std::string path = fmt::format("sys/block/{}/diskseq", name);
  if (root.exists(path.c_str())) return path;
  path = fmt::format("sys/class/block/{}/../diskseq", name);
  return root.exists(path.c_str()) ? path : std::string();
}

}  // namespace

bool ClockWatch::was_set(const Instant& now) noexcept {
  const Instant last = std::exchange(last_, now);
  if (!now.realtime || !last.realtime || !now.monotonic_100ns || !last.monotonic_100ns)
    return false;
  const std::int64_t monotonic = *now.monotonic_100ns - *last.monotonic_100ns;
  const std::int64_t difference = *now.realtime - *last.realtime - monotonic;
  return std::abs(difference) > std::abs(monotonic) / 100 + kTicksPerSecond / 100;
}

DiskRecord::DiskRecord(const DiskLine& line, const ProcRoot& root)
    : device_(line.device), sequence_file_(sequence_path(line.name, root)) {}

void DiskRecord::forget() noexcept {
  milliseconds_.fill({});
  last_reads_ = last_writes_ = last_idle_100ns_ = 0;
}

bool DiskRecord::is_replaced(ProcRoot& root, TextBuffer& buffer) {
  if (sequence_file_.path().empty()) return false;
  const auto text = root.read(sequence_file_, buffer);
  if (!text.has_value()) return false;
  const auto sequence = lone_number(*text);
  if (!sequence.has_value()) return false;
  const std::uint64_t before = std::exchange(sequence_, *sequence);
  if (before == 0 || before == sequence_) return false;
  forget();
  return true;
}

bool DiskRecord::requests_fell(const DiskLine& line) noexcept {
  bool fell = false;
  if (line.has(reads)) fell |= line[reads] < std::exchange(last_reads_, line[reads]);
  if (line.has(writes)) fell |= line[writes] < std::exchange(last_writes_, line[writes]);
  return fell;
}

void DiskRecord::carry(DiskReading& reading, CollectContext& context) {
  for (std::size_t i = 0; i < kMillisecondFields; ++i) {
    const auto field = static_cast<std::size_t>(kMillisecondFieldsInOrder[i]);
    if (reading.reasons[field] != Reasons::kPresent) continue;
    Milliseconds& known = milliseconds_[i];
    const std::uint64_t last = std::exchange(known.last, reading.values[field]);
    if (known.last < last && last < kTwoTo32) known.carried += kTwoTo32;
    const auto sum = checked_add(known.last, known.carried);
    if (!sum.has_value()) reading.reasons[field] = too_large(context.reasons).error();
    reading.values[field] = sum.value_or(0);
  }
}

void DiskRecord::set_idle(DiskReading& reading, CollectContext& context, bool clock_was_set) {
  reading.idle_reason = reading.time_reason;
  if (reading.idle_reason != Reasons::kPresent) return;
  const Number milliseconds = field_of(reading, ms_busy);
  if (!milliseconds.has_value()) {
    reading.idle_reason = milliseconds.error();
    return;
  }
  const auto busy = checked_mul(*milliseconds, factor_of(DiskUnit::milliseconds_as_100ns));
  if (!busy.has_value() || *busy > reading.time_100ns) {
    reading.idle_reason =
        context.reasons.add("/proc/diskstats: the I/O time is longer than the time since 1601",
                            MissingReason::out_of_range);
    return;
  }
  const std::uint64_t idle = reading.time_100ns - *busy;
  if (clock_was_set || idle > last_idle_100ns_) last_idle_100ns_ = idle;
  reading.idle_100ns = last_idle_100ns_;
}

DiskReading DiskRecord::follow(const DiskLine& line, CollectContext& context, bool clock_was_set) {
  DiskReading reading;
  for (std::size_t i = 0; i < kDiskFieldCount; ++i) {
    reading.values[i] = line.values[i];
    if (line.missing >> i & 1U) reading.reasons[i] = fault_reason(line, i, context.reasons);
  }
  if (requests_fell(line)) milliseconds_.fill({});
  carry(reading, context);
  const auto realtime = context.instant.realtime;
  reading.time_100ns = static_cast<std::uint64_t>(realtime.value_or(0));
  if (!realtime.has_value()) {
    reading.time_reason =
        context.reasons.add("no time of day: no /proc/uptime or no btime", MissingReason::no_clock);
  }
  set_idle(reading, context, clock_was_set);
  return reading;
}

std::uint64_t DiskRecord::key() const noexcept {
  const std::uint64_t device = static_cast<std::uint64_t>(device_.major) << 20 | device_.minor;
  return device << 32 | (sequence_ & 0xFFFFFFFF) | (device == 0 ? 1ULL << 63 : 0);
}

void device_text(const DiskLine& line, std::string& text) {
  text.clear();
  fmt::format_to(std::back_inserter(text), "{}:{} {}", line.device.major, line.device.minor,
                 line.name);
}

void set_disk_counters(ObjectTable& table, std::size_t instance, std::size_t first_order,
                       const DiskReading& reading, Reasons& reasons) {
  std::optional<std::uint8_t> missing;  // the order of a counter without value
  for (const DiskCounterRow& row : kDiskRows) {
    if (row.order == missing) continue;  // value and base are missing together
    const std::size_t order = first_order + row.order;
    const Number number = value_of(reading, row, reasons);
    if (number.has_value()) {
      table.set(instance, order, *number, row.part);
    } else {
      table.set_missing(instance, order, number.error());
      missing = row.order;
    }
  }
}

void set_disk_counters_missing(ObjectTable& table, std::size_t instance, std::size_t first_order,
                               ReasonId reason) {
  for (const DiskCounterRow& row : kDiskRows) {
    table.set_missing(instance, first_order + row.order, reason);
  }
}

}  // namespace openperflib::linux_objects
