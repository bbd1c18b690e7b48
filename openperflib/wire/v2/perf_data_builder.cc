#include "openperflib/wire/v2/perf_data_builder.h"

#include <algorithm>
#include <array>
#include <limits>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/wire/layout.h"
#include "openperflib/wire/system_time_internal.h"
#include "openperflib/wire/v2/instance_headers.h"
#include "openperflib/wire/v2/part_reader_internal.h"

namespace openperflib {
namespace {

namespace header = layout::perf_data_header;
namespace counter = layout::counter_header;
namespace multi_ids = layout::multi_counters;
namespace multi = layout::multi_instances;
namespace data = layout::counter_data;

// Nobody sees the lengths of a reply beyond 32 bits: finish() refuses it.
std::uint32_t as_stored(std::size_t length) noexcept { return static_cast<std::uint32_t>(length); }

}  // namespace

MutableBytes PerfDataBuilder::append(std::size_t size) {
  const std::size_t start = used_;
  used_ += size;
  if (used_ > buffer_.size()) buffer_.resize(std::max(used_, 2 * buffer_.size()));
  return MutableBytes(buffer_).subspan(start, size);
}

void PerfDataBuilder::begin(const ReplyTimes& times) {
  used_ = 0;
  counters_ = 0;
  const MutableBytes to = append(header::kSize);
  store(to, header::kPerfTimeStamp, times.perf_time);
  store(to, header::kPerfTime100NSec, times.perf_time_100ns);
  store(to, header::kPerfFreq, times.perf_freq);
  store_system_time(to, header::kSystemTime, times.system_time);
}

void PerfDataBuilder::begin_counter(std::uint32_t type) {
  counter_ = used_;
  instances_ = 0;
  ++counters_;
  const MutableBytes to = append(counter::kSize);
  std::ranges::fill(to, std::byte{0});
  store(to, counter::kType, type);
}

void PerfDataBuilder::append_ids(std::span<const std::uint32_t> ids) {
  const std::size_t length = multi_ids::kSize + ids.size_bytes();
  const std::size_t padded =
      (length + layout::kAlignment - 1) / layout::kAlignment * layout::kAlignment;
  const MutableBytes to = append(padded);
  store(to, padded - sizeof(std::uint64_t), std::uint64_t{0});
  store(to, multi_ids::kStoredSize, as_stored(padded));
  store(to, multi_ids::kCounters, as_stored(ids.size()));
  std::ranges::copy(std::as_bytes(ids), to.subspan(multi_ids::kSize).begin());
}

void PerfDataBuilder::begin_instances() {
  instances_ = used_;
  instance_count_ = 0;
  (void)append(multi::kSize);
}

void PerfDataBuilder::add_error(std::uint32_t status) {
  begin_counter(PERF_ERROR_RETURN);
  store(at(counter_), counter::kStatus, status);
  end_counter();
}

void PerfDataBuilder::begin_single_counter() { begin_counter(PERF_SINGLE_COUNTER); }

void PerfDataBuilder::begin_multiple_counters(std::span<const std::uint32_t> ids) {
  begin_counter(PERF_MULTIPLE_COUNTERS);
  append_ids(ids);
}

void PerfDataBuilder::begin_multiple_instances() {
  begin_counter(PERF_MULTIPLE_INSTANCES);
  begin_instances();
}

void PerfDataBuilder::begin_counter_set(std::span<const std::uint32_t> ids) {
  begin_counter(PERF_COUNTERSET);
  append_ids(ids);
  begin_instances();
}

void PerfDataBuilder::begin_instance(std::u16string_view name, std::uint32_t id) {
  ++instance_count_;
  store_instance_header(append(instance_header_size(name.size())), name, id);
}

void PerfDataBuilder::add_values(std::span<const std::uint64_t> values,
                                 std::span<const std::uint32_t> widths) {
  constexpr std::uint64_t kSizes = std::uint64_t{data::kWritten} << 32U;  // dwDataSize 0, dwSize
  constexpr std::array<std::uint64_t, 9> kMasks = {
      0, 0, 0, 0, std::numeric_limits<std::uint32_t>::max(), 0, 0, 0, ~std::uint64_t{0}};
  const MutableBytes to = append(values.size() * data::kWritten);
  for (std::size_t i = 0; i < values.size(); ++i) {
    store(to, i * data::kWritten, kSizes | widths[i]);
    store(to, i * data::kWritten + data::kSize, values[i] & kMasks[widths[i]]);
  }
}

void PerfDataBuilder::end_counter() {
  store(at(counter_), counter::kStoredSize, as_stored(used_ - counter_));
  if (instances_ == 0) return;
  store(at(instances_), multi::kTotalSize, as_stored(used_ - instances_));
  store(at(instances_), multi::kInstances, instance_count_);
}

std::expected<Bytes, Error> PerfDataBuilder::finish() {
  if (used_ > std::numeric_limits<std::uint32_t>::max()) {
    return std::unexpected(Error{Errc::over_limit, as_stored(used_),
                                 &members::kDataTotalSize.field, header::kTotalSize});
  }
  store(at(0), header::kTotalSize, as_stored(used_));
  store(at(0), header::kNumCounters, counters_);
  return Bytes(buffer_).first(used_);
}

}  // namespace openperflib
