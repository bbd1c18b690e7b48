#include "openperflib/wire/v2/perf_data_builder.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/wire/layout.h"
#include "openperflib/wire/stored_length_internal.h"
#include "openperflib/wire/system_time_internal.h"
#include "openperflib/wire/v2/consumer_layout.h"
#include "openperflib/wire/v2/instance_headers.h"

namespace openperflib {
namespace {

namespace perf_data = layout::perf_data_header;
namespace counter_header = layout::counter_header;
namespace multi_ids = layout::multi_counters;
namespace multi = layout::multi_instances;
namespace data = layout::counter_data;

}  // namespace

MutableBytes PerfDataBuilder::append(std::size_t size) noexcept {
  const std::size_t start = used_;
  used_ += size;
  return has_room() ? room_.subspan(start, size) : MutableBytes();
}

void PerfDataBuilder::begin(const ReplyTimes& times, MutableBytes room) noexcept {
  room_ = room;
  used_ = 0;
  counters_ = 0;
  const MutableBytes to = append(perf_data::kSize);
  if (to.empty()) return;
  store(to, perf_data::kPerfTimeStamp, times.perf_time);
  store(to, perf_data::kPerfTime100NSec, times.perf_time_100ns);
  store(to, perf_data::kPerfFreq, times.perf_freq);
  store_system_time(to, perf_data::kSystemTime, times.system_time);
}

void PerfDataBuilder::begin_counter(std::uint32_t type) noexcept {
  counter_ = used_;
  instances_ = 0;
  ++counters_;
  const MutableBytes to = append(counter_header::kSize);
  if (to.empty()) return;
  std::ranges::fill(to, std::byte{0});
  store(to, counter_header::kType, type);
}

void PerfDataBuilder::append_ids(std::span<const std::uint32_t> ids) noexcept {
  const std::size_t length = multi_ids::kSize + ids.size_bytes();
  const std::size_t padded =
      (length + layout::kAlignment - 1) / layout::kAlignment * layout::kAlignment;
  const MutableBytes to = append(padded);
  if (to.empty()) return;
  store(to, padded - sizeof(std::uint64_t), std::uint64_t{0});
  store(to, multi_ids::kStoredSize, as_stored(padded));
  store(to, multi_ids::kCounters, as_stored(ids.size()));
  std::ranges::copy(std::as_bytes(ids), to.subspan(multi_ids::kSize).begin());
}

void PerfDataBuilder::begin_instances() noexcept {
  instances_ = used_;
  instance_count_ = 0;
  (void)append(multi::kSize);
}

void PerfDataBuilder::add_error(std::uint32_t status) noexcept {
  begin_counter(PERF_ERROR_RETURN);
  if (has_room()) store(room_, counter_ + counter_header::kStatus, status);
  end_counter();
}

void PerfDataBuilder::begin_single_counter() noexcept { begin_counter(PERF_SINGLE_COUNTER); }

void PerfDataBuilder::begin_multiple_counters(std::span<const std::uint32_t> ids) noexcept {
  begin_counter(PERF_MULTIPLE_COUNTERS);
  append_ids(ids);
}

void PerfDataBuilder::begin_multiple_instances() noexcept {
  begin_counter(PERF_MULTIPLE_INSTANCES);
  begin_instances();
}

void PerfDataBuilder::begin_counter_set(std::span<const std::uint32_t> ids) noexcept {
  begin_counter(PERF_COUNTERSET);
  append_ids(ids);
  begin_instances();
}

void PerfDataBuilder::begin_instance(std::u16string_view name, std::uint32_t id) noexcept {
  ++instance_count_;
  const MutableBytes to = append(instance_header_size(name.size()));
  if (!to.empty()) store_instance_header(to, name, id);
}

void PerfDataBuilder::add_values(std::span<const std::uint64_t> values,
                                 std::span<const std::uint32_t> widths) noexcept {
  constexpr std::uint64_t kSizes = std::uint64_t{data::kWritten} << 32U;  // dwDataSize 0, dwSize
  constexpr std::array<std::uint64_t, 9> kMasks = {
      0, 0, 0, 0, std::numeric_limits<std::uint32_t>::max(), 0, 0, 0, ~std::uint64_t{0}};
  const MutableBytes to = append(values.size() * data::kWritten);
  if (to.empty()) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    store(to, i * data::kWritten, kSizes | widths[i]);
    store(to, i * data::kWritten + data::kSize, values[i] & kMasks[widths[i]]);
  }
}

void PerfDataBuilder::add_instance(std::u16string_view name, std::uint32_t id,
                                   std::span<const std::uint64_t> values) noexcept {
  constexpr std::uint64_t kSizes = std::uint64_t{data::kWritten} << 32U | sizeof(std::uint64_t);
  const std::size_t header_size = instance_header_size(name.size());
  ++instance_count_;
  const MutableBytes to = append(header_size + values.size() * data::kWritten);
  if (to.empty()) return;
  store_instance_header(to.first(header_size), name, id);
  std::byte* at = to.data() + header_size;
  for (const std::uint64_t value : values) {
    const std::array words = {kSizes, value};
    std::memcpy(at, words.data(), sizeof words);
    at += sizeof words;
  }
}

void PerfDataBuilder::end_counter() noexcept {
  if (!has_room()) return;
  store(room_, counter_ + counter_header::kStoredSize, as_stored(used_ - counter_));
  if (instances_ == 0) return;
  store(room_, instances_ + multi::kTotalSize, as_stored(used_ - instances_));
  store(room_, instances_ + multi::kInstances, instance_count_);
}

std::uint64_t PerfDataBuilder::finish() noexcept {
  if (has_room()) {
    store(room_, perf_data::kTotalSize, as_stored(used_));
    store(room_, perf_data::kNumCounters, counters_);
  }
  return used_;
}

}  // namespace openperflib
