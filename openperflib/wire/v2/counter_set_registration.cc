#include "openperflib/wire/v2/counter_set_registration.h"

#include "openperflib/wire/v2/part_reader_internal.h"

namespace openperflib {
namespace {

namespace set_info = layout::counter_set_reg_info;
namespace counter_info = layout::counter_reg_info;

}  // namespace

CounterRegistration CounterRegView::read() const noexcept {
  const auto word = [this](std::size_t offset) { return load<std::uint32_t>(bytes_, offset); };
  return {.id = word(counter_info::kCounterId),
          .type = word(counter_info::kType),
          .attributes = load<std::uint64_t>(bytes_, counter_info::kAttrib),
          .detail_level = word(counter_info::kDetailLevel),
          .default_scale = load<std::int32_t>(bytes_, counter_info::kDefaultScale),
          .base_id = word(counter_info::kBaseCounterId),
          .perf_time_id = word(counter_info::kPerfTimeId),
          .perf_freq_id = word(counter_info::kPerfFreqId),
          .multi_id = word(counter_info::kMultiId),
          .aggregate = word(counter_info::kAggregateFunc)};
}

std::expected<CounterSetRegView, Error> CounterSetRegView::parse(Bytes bytes,
                                                                 const Limits& limits) noexcept {
  const PartReader start(bytes);
  if (bytes.size() < set_info::kSize) {
    return start.fault(Errc::truncated, members::kRegNumCounters,
                       static_cast<std::uint32_t>(set_info::kSize - bytes.size()));
  }
  const auto count = load<std::uint32_t>(bytes, set_info::kNumCounters);
  if (count > limits.counters) {
    return start.fault(Errc::over_limit, members::kRegNumCounters, count);
  }
  if (count > (bytes.size() - set_info::kSize) / counter_info::kSize) {
    return start.fault(Errc::outside, members::kRegNumCounters, count);
  }
  return CounterSetRegView(bytes);
}

CounterRegRange CounterSetRegView::counters() const noexcept {
  return {bytes_.subspan(set_info::kSize), load<std::uint32_t>(bytes_, set_info::kNumCounters), {}};
}

void append_counter_set_reg(std::vector<std::byte>& to, const Guid& set, std::uint32_t detail_level,
                            std::uint32_t counters, std::uint32_t instance_type) {
  const std::size_t start = to.size();
  to.resize(start + set_info::kSize);
  const MutableBytes bytes = MutableBytes(to).subspan(start);
  store_guid(bytes, set_info::kCounterSetGuid, set);
  store(bytes, set_info::kDetailLevel, detail_level);
  store(bytes, set_info::kNumCounters, counters);
  store(bytes, set_info::kInstanceType, instance_type);
}

void append_counter_reg(std::vector<std::byte>& to, const CounterRegistration& counter) {
  const std::size_t start = to.size();
  to.resize(start + counter_info::kSize);
  const MutableBytes bytes = MutableBytes(to).subspan(start);
  store(bytes, counter_info::kCounterId, counter.id);
  store(bytes, counter_info::kType, counter.type);
  store(bytes, counter_info::kAttrib, counter.attributes);
  store(bytes, counter_info::kDetailLevel, counter.detail_level);
  store(bytes, counter_info::kDefaultScale, counter.default_scale);
  store(bytes, counter_info::kBaseCounterId, counter.base_id);
  store(bytes, counter_info::kPerfTimeId, counter.perf_time_id);
  store(bytes, counter_info::kPerfFreqId, counter.perf_freq_id);
  store(bytes, counter_info::kMultiId, counter.multi_id);
  store(bytes, counter_info::kAggregateFunc, counter.aggregate);
}

}  // namespace openperflib
