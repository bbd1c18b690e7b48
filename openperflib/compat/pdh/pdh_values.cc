// The functions of pdh.h that give values and readings.
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/pdh/pdh_calls_internal.h"
#include "openperflib/compat/pdh/pdh_query.h"
#include "openperflib/compat/pdh/pdh_texts_internal.h"

namespace openperflib::compat {
namespace {

// The union of a PDH_FMT_COUNTERVALUE has the number that the format asks for: the 64 bits of a
// real or a large one, or 32.
PDH_FMT_COUNTERVALUE value_of(FormattedValue value, NumberKind kind) noexcept {
  PDH_FMT_COUNTERVALUE out;
  out.CStatus = pdh_code(value.status);
  out.largeValue = value.integer();
  if (kind == NumberKind::integer_32) out.longValue = static_cast<LONG>(value.integer());
  return out;
}

// Writes a value, or only the status of a value that is missing.
PdhStatus write_pdh_value(const std::expected<PdhValue, PdhStatus>& value, NumberKind kind,
                          LPDWORD type, PPDH_FMT_COUNTERVALUE out) noexcept {
  if (!value.has_value()) return value.error();
  if (value->status != kPdhSuccess) {
    out->CStatus = pdh_code(value->value.status);
    return value->status;
  }
  *out = value_of(value->value, kind);
  if (type != nullptr) *type = value->type.bits();
  return kPdhSuccess;
}

FILETIME file_time(FileTime time) noexcept {
  const auto bits = static_cast<std::uint64_t>(time);
  return {.dwLowDateTime = static_cast<DWORD>(bits),
          .dwHighDateTime = static_cast<DWORD>(bits >> 32U)};
}

PDH_RAW_COUNTER raw_counter(const RawCounter& raw, FileTime time_local) noexcept {
  return {.CStatus = pdh_code(raw.status),
          .TimeStamp = file_time(time_local),
          .FirstValue = static_cast<LONGLONG>(raw.first),
          .SecondValue = static_cast<LONGLONG>(raw.second),
          .MultiCount = raw.multi};
}

RawCounter reading_of(const PDH_RAW_COUNTER& raw) noexcept {
  return {.first = static_cast<std::uint64_t>(raw.FirstValue),
          .second = static_cast<std::uint64_t>(raw.SecondValue),
          .multi = raw.MultiCount,
          .size = sizeof(raw.FirstValue),
          .status = cstatus_from_pdh_code(raw.CStatus).value_or(CStatus::invalid_data)};
}

std::optional<RawCounter> optional_reading(const PDH_RAW_COUNTER* raw) noexcept {
  return raw == nullptr ? std::nullopt : std::optional(reading_of(*raw));
}

// What a caller wants filled: an array that its names follow.
template <typename Item>
struct ArrayRoom {
  LPDWORD size;  // bytes
  LPDWORD count;
  Item* items;
  [[nodiscard]] bool is_valid() const noexcept { return size != nullptr && count != nullptr; }
};

template <typename Char>
struct ItemTypes;
template <>
struct ItemTypes<CHAR> {
  using Value = PDH_FMT_COUNTERVALUE_ITEM_A;
  using Raw = PDH_RAW_COUNTER_ITEM_A;
};
template <>
struct ItemTypes<WCHAR> {
  using Value = PDH_FMT_COUNTERVALUE_ITEM_W;
  using Raw = PDH_RAW_COUNTER_ITEM_W;
};

template <typename Char>
auto names_of(const PdhInstances& instances) noexcept {
  if constexpr (kEncodingOf<Char> == Encoding::utf8) {
    return instances.names_utf8();
  } else {
    return instances.names_utf16();
  }
}

template <typename Char>
std::size_t name_offset(const PdhInstances& instances, std::size_t instance) noexcept {
  return kEncodingOf<Char> == Encoding::utf8 ? instances.utf8_offset(instance)
                                             : instances.utf16_offset(instance);
}

// Calls fill(item, instance) for each instance, if there is room for all of them and their names.
template <typename Char, typename Item, typename Fill>
PdhStatus give_array(const PdhInstances& instances, const ArrayRoom<Item>& room, Fill fill) {
  const auto names = names_of<Char>(instances);
  const std::size_t array_bytes = instances.size() * sizeof(Item);
  const std::size_t bytes = array_bytes + names.size() * sizeof(Char);
  const bool fits = has_room(room.items, *room.size, bytes);
  *room.size = static_cast<DWORD>(bytes);
  *room.count = static_cast<DWORD>(instances.size());
  if (!fits) return PDH_MORE_DATA;
  auto* const texts = reinterpret_cast<Char*>(room.items + instances.size());
  std::memcpy(texts, names.data(), names.size() * sizeof(Char));
  for (std::size_t i = 0; i < instances.size(); ++i) {
    room.items[i].szName = texts + name_offset<Char>(instances, i);
    fill(room.items[i], i);
  }
  return kPdhSuccess;
}

template <typename Char>
PDH_STATUS formatted_array(PDH_HCOUNTER counter, DWORD flags,
                           const ArrayRoom<typename ItemTypes<Char>::Value>& room) {
  if (!room.is_valid()) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_counter(counter, [&](const OpenCounter& open, PdhQuery& query) -> PdhStatus {
    const auto format = ValueFormat::of_flags(flags);
    if (!format.has_value()) return PDH_INVALID_ARGUMENT;
    const auto instances = query.instances(open.id);
    if (!instances.has_value()) return instances.error();
    if (!instances->has_values()) return PDH_INVALID_ARGUMENT;
    return give_array<Char>(*instances, room, [&](auto& item, std::size_t instance) {
      item.FmtValue = value_of(instances->value(instance, *format), format->kind());
    });
  });
}

template <typename Char>
PDH_STATUS raw_array(PDH_HCOUNTER counter, const ArrayRoom<typename ItemTypes<Char>::Raw>& room) {
  if (!room.is_valid()) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_counter(counter, [&](const OpenCounter& open, PdhQuery& query) -> PdhStatus {
    const auto instances = query.instances(open.id);
    if (!instances.has_value()) return instances.error();
    if (!instances->has_readings()) return PDH_INVALID_DATA;
    return give_array<Char>(*instances, room, [&](auto& item, std::size_t instance) {
      item.RawValue = raw_counter(instances->reading(instance), instances->time_local());
    });
  });
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

PDH_STATUS PdhGetFormattedCounterValue(PDH_HCOUNTER counter, DWORD format, LPDWORD type,
                                       PPDH_FMT_COUNTERVALUE value) {
  if (value == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_counter(counter, [&](const OpenCounter& open, PdhQuery& query) -> PdhStatus {
    const auto wanted = ValueFormat::of_flags(format);
    if (!wanted.has_value()) return PDH_INVALID_ARGUMENT;
    return write_pdh_value(query.value(open.id, *wanted), wanted->kind(), type, value);
  });
}

PDH_STATUS PdhGetFormattedCounterArrayW(PDH_HCOUNTER counter, DWORD format, LPDWORD size,
                                        LPDWORD count, PPDH_FMT_COUNTERVALUE_ITEM_W items) {
  return formatted_array<WCHAR>(counter, format, {size, count, items});
}

PDH_STATUS PdhGetFormattedCounterArrayA(PDH_HCOUNTER counter, DWORD format, LPDWORD size,
                                        LPDWORD count, PPDH_FMT_COUNTERVALUE_ITEM_A items) {
  return formatted_array<CHAR>(counter, format, {size, count, items});
}

PDH_STATUS PdhGetRawCounterValue(PDH_HCOUNTER counter, LPDWORD type, PPDH_RAW_COUNTER value) {
  if (value == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_counter(counter, [&](const OpenCounter& open, PdhQuery& query) -> PdhStatus {
    const auto reading = query.reading(open.id);
    if (!reading.has_value()) return reading.error();
    *value = raw_counter(reading->raw, reading->time_local);
    if (type != nullptr) *type = reading->type.bits();
    return kPdhSuccess;
  });
}

PDH_STATUS PdhGetRawCounterArrayW(PDH_HCOUNTER counter, LPDWORD size, LPDWORD count,
                                  PPDH_RAW_COUNTER_ITEM_W items) {
  return raw_array<WCHAR>(counter, {size, count, items});
}

PDH_STATUS PdhGetRawCounterArrayA(PDH_HCOUNTER counter, LPDWORD size, LPDWORD count,
                                  PPDH_RAW_COUNTER_ITEM_A items) {
  return raw_array<CHAR>(counter, {size, count, items});
}

PDH_STATUS PdhCalculateCounterFromRawValue(PDH_HCOUNTER counter, DWORD format,
                                           PPDH_RAW_COUNTER newer, PPDH_RAW_COUNTER older,
                                           PPDH_FMT_COUNTERVALUE value) {
  if (newer == nullptr || value == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_counter(counter, [&](const OpenCounter& open, PdhQuery& query) -> PdhStatus {
    const auto wanted = ValueFormat::of_flags(format);
    if (!wanted.has_value()) return PDH_INVALID_ARGUMENT;
    const auto calculated =
        query.calculated(open.id, *wanted, reading_of(*newer), optional_reading(older));
    return write_pdh_value(calculated, wanted->kind(), nullptr, value);
  });
}

PDH_STATUS PdhFormatFromRawValue(DWORD type, DWORD format, LONGLONG* time_base,
                                 PPDH_RAW_COUNTER newer, PPDH_RAW_COUNTER older,
                                 PPDH_FMT_COUNTERVALUE value) {
  if (newer == nullptr || value == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return pdh_call([&]() -> PdhStatus {
    const auto wanted = ValueFormat::of_flags(format);
    if (!wanted.has_value()) return PDH_INVALID_ARGUMENT;
    const auto ticks = time_base == nullptr
                           ? std::nullopt
                           : std::optional(static_cast<std::uint64_t>(std::max(*time_base, 0L)));
    const auto formatted = format_readings(CounterType(type), *wanted, ticks, reading_of(*newer),
                                           optional_reading(older));
    return write_pdh_value(formatted, wanted->kind(), nullptr, value);
  });
}

PDH_STATUS PdhComputeCounterStatistics(PDH_HCOUNTER counter, DWORD format, DWORD first, DWORD count,
                                       PPDH_RAW_COUNTER readings, PPDH_STATISTICS statistics) {
  if (readings == nullptr || statistics == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_counter(counter, [&](const OpenCounter& open, PdhQuery& query) -> PdhStatus {
    const auto wanted = ValueFormat::of_flags(format);
    if (!wanted.has_value() || first >= count) return PDH_INVALID_ARGUMENT;
    std::vector<RawCounter> ring;
    for (const PDH_RAW_COUNTER& raw : std::span(readings, count)) ring.push_back(reading_of(raw));
    const auto of_ring = query.statistics(open.id, *wanted, std::move(ring), first);
    if (!of_ring.has_value()) return of_ring.error();
    *statistics = {.dwFormat = format,
                   .count = static_cast<DWORD>(of_ring->count),
                   .min = value_of(of_ring->minimum, wanted->kind()),
                   .max = value_of(of_ring->maximum, wanted->kind()),
                   .mean = value_of(of_ring->mean, wanted->kind())};
    return kPdhSuccess;
  });
}

PDH_STATUS PdhGetCounterTimeBase(PDH_HCOUNTER counter, LONGLONG* time_base) {
  if (time_base == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_counter(counter, [&](const OpenCounter& open, PdhQuery& query) -> PdhStatus {
    const auto ticks = query.time_base(open.id);
    if (!ticks.has_value()) return ticks.error();
    *time_base = static_cast<LONGLONG>(*ticks);
    return kPdhSuccess;
  });
}

PDH_STATUS PdhSetCounterScaleFactor(PDH_HCOUNTER counter, LONG factor) {
  return with_pdh_counter(counter, [&](const OpenCounter& open, PdhQuery& query) {
    return query.set_scale(open.id, factor);
  });
}
