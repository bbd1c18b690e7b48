#include "openperflib/wire/v2/perf_data_view.h"

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/wire/system_time_internal.h"
#include "openperflib/wire/v2/instance_headers.h"
#include "openperflib/wire/v2/part_reader_internal.h"
#include "openperflib/wire/validation_internal.h"

namespace openperflib {
namespace {

namespace perf_data = layout::perf_data_header;
namespace counter_header = layout::counter_header;
namespace ids = layout::multi_counters;
namespace multi = layout::multi_instances;
namespace data = layout::counter_data;

bool has_ids(std::uint32_t type) noexcept {
  return type == PERF_MULTIPLE_COUNTERS || type == PERF_COUNTERSET;
}
bool has_instances(std::uint32_t type) noexcept {
  return type == PERF_MULTIPLE_INSTANCES || type == PERF_COUNTERSET;
}

Verdict check_value(PartReader& reader) {
  const PartReader start = reader;
  const Bytes value = OPENPERFLIB_TRY(reader.take(members::kCounterDataSize, data::kSize));
  const auto size = load<std::uint32_t>(value, data::kDataSize);
  if (!contains(value.size(), data::kSize, size)) {
    return start.fault(Errc::outside, members::kCounterDataDataSize, size);
  }
  return {};
}

Verdict check_values(PartReader& reader, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) OPENPERFLIB_TRY(check_value(reader));
  return {};
}

// Returns how many ids there are.
std::expected<std::uint32_t, Error> check_ids(PartReader& reader) {
  const PartReader start = reader;
  const Bytes all = OPENPERFLIB_TRY(reader.take(members::kMultiCountersSize, ids::kSize));
  const auto count = load<std::uint32_t>(all, ids::kCounters);
  if (count > (all.size() - ids::kSize) / sizeof(std::uint32_t)) {
    return start.fault(Errc::outside, members::kMultiCountersCount, count);
  }
  return count;
}

Verdict check_instances(PartReader& reader, std::uint32_t values) {
  const PartReader start = reader;
  const Bytes all = OPENPERFLIB_TRY(reader.take(members::kMultiInstancesSize, multi::kSize));
  const auto count = load<std::uint32_t>(all, multi::kInstances);
  PartReader instances(all.subspan(multi::kSize), start.offset() + multi::kSize);
  for (std::uint32_t i = 0; i < count; ++i) {
    OPENPERFLIB_TRY(instances.take(members::kInstanceHeaderSize, layout::instance_header::kSize));
    OPENPERFLIB_TRY(check_values(instances, values));
  }
  if (instances.rest().empty()) return {};
  return start.fault(Errc::disagrees, members::kMultiInstancesSize,
                     static_cast<std::uint32_t>(all.size()));
}

// `start`: where the PERF_COUNTER_HEADER begins.
Verdict check_counter(const PartReader& start, Bytes block) {
  const auto type = load<std::uint32_t>(block, counter_header::kType);
  if (type != PERF_ERROR_RETURN && type != PERF_SINGLE_COUNTER && !has_ids(type) &&
      !has_instances(type)) {
    return start.fault(Errc::wrong_value, members::kCounterHeaderType, type);
  }
  PartReader payload(block.subspan(counter_header::kSize), start.offset() + counter_header::kSize);
  std::uint32_t values = type == PERF_ERROR_RETURN ? 0 : 1;
  if (has_ids(type)) values = OPENPERFLIB_TRY(check_ids(payload));
  OPENPERFLIB_TRY(has_instances(type) ? check_instances(payload, values)
                                      : check_values(payload, values));
  if (payload.rest().empty()) return {};
  return start.fault(Errc::disagrees, members::kCounterHeaderSize,
                     static_cast<std::uint32_t>(block.size()));
}

}  // namespace

std::optional<std::uint64_t> CounterDataView::number() const noexcept {
  const Bytes value = data();
  if (value.size() == sizeof(std::uint64_t)) return load<std::uint64_t>(value, 0);
  if (value.size() == sizeof(std::uint32_t)) return load<std::uint32_t>(value, 0);
  return std::nullopt;
}

Bytes InstanceHeaderView::name() const noexcept {
  const Bytes name = bytes_.subspan(layout::instance_header::kSize);
  std::size_t end = 0;
  while (contains(name.size(), end, sizeof(char16_t)) && load<std::uint16_t>(name, end) != 0) {
    end += sizeof(char16_t);
  }
  return name.first(end);
}

InstanceDataView InstanceDataRange::Iterator::operator*() const noexcept {
  const std::size_t length = InstanceHeaderStep::length(rest_, {});
  return {InstanceHeaderView(rest_.first(length)),
          CounterDataRange(rest_.subspan(length), values_, {})};
}

InstanceDataRange::Iterator& InstanceDataRange::Iterator::operator++() noexcept {
  rest_ = rest_.subspan(InstanceHeaderStep::length(rest_, {}));
  for (std::uint32_t i = 0; i < values_; ++i) {
    rest_ = rest_.subspan(CounterDataStep::length(rest_, {}));
  }
  --left_;
  return *this;
}

std::uint32_t CounterHeaderView::id_count() const noexcept {
  if (!has_ids(type())) return 0;
  return load<std::uint32_t>(bytes_, counter_header::kSize + ids::kCounters);
}

std::uint32_t CounterHeaderView::id(std::uint32_t position) const noexcept {
  return load<std::uint32_t>(bytes_,
                             counter_header::kSize + ids::kSize + position * sizeof(std::uint32_t));
}

Bytes CounterHeaderView::after_ids() const noexcept {
  const Bytes payload = bytes_.subspan(counter_header::kSize);
  return has_ids(type()) ? payload.subspan(load<std::uint32_t>(payload, ids::kStoredSize))
                         : payload;
}

CounterDataRange CounterHeaderView::values() const noexcept {
  if (type() == PERF_SINGLE_COUNTER) return {after_ids(), 1, {}};
  if (type() == PERF_MULTIPLE_COUNTERS) return {after_ids(), id_count(), {}};
  return {};
}

InstanceDataRange CounterHeaderView::instances() const noexcept {
  if (!has_instances(type())) return {{}, 0, 0};
  const Bytes all = after_ids();
  return {all.subspan(multi::kSize), load<std::uint32_t>(all, multi::kInstances),
          has_ids(type()) ? id_count() : 1};
}

SystemTime PerfDataView::system_time() const noexcept {
  return load_system_time(bytes_, perf_data::kSystemTime);
}
std::int64_t PerfDataView::perf_time() const noexcept {
  return load<std::int64_t>(bytes_, perf_data::kPerfTimeStamp);
}
FileTime PerfDataView::perf_time_100ns() const noexcept {
  return load<std::int64_t>(bytes_, perf_data::kPerfTime100NSec);
}
std::int64_t PerfDataView::perf_freq() const noexcept {
  return load<std::int64_t>(bytes_, perf_data::kPerfFreq);
}

CounterHeaderRange PerfDataView::counters() const noexcept {
  return {
      bytes_.subspan(perf_data::kSize), load<std::uint32_t>(bytes_, perf_data::kNumCounters), {}};
}

std::expected<PerfDataView, Error> PerfDataView::parse(Bytes bytes, const Limits& limits) noexcept {
  const PartReader start(bytes);
  PartReader reader = start;
  const Bytes all = OPENPERFLIB_TRY(reader.take(members::kDataTotalSize, perf_data::kSize));
  const auto size = static_cast<std::uint32_t>(all.size());
  if (size > limits.bytes) return start.fault(Errc::over_limit, members::kDataTotalSize, size);
  const auto count = load<std::uint32_t>(all, perf_data::kNumCounters);
  if (count > (all.size() - perf_data::kSize) / counter_header::kSize) {
    return start.fault(Errc::outside, members::kDataNumCounters, count);
  }
  PartReader counters(all.subspan(perf_data::kSize), perf_data::kSize);
  for (std::uint32_t i = 0; i < count; ++i) {
    const PartReader place = counters;
    const Bytes block =
        OPENPERFLIB_TRY(counters.take(members::kCounterHeaderSize, counter_header::kSize));
    OPENPERFLIB_TRY(check_counter(place, block));
  }
  if (counters.rest().empty()) return PerfDataView(all);
  return start.fault(Errc::disagrees, members::kDataTotalSize, size);
}

}  // namespace openperflib
