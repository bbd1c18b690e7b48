#include <algorithm>
#include <array>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/titles/manifest/manifest_types_internal.h"

namespace openperflib {
namespace {

using enum ManifestType::Needs;

// No published header has a number for perf_counter_composite: such a counter never has a value.
// clang-format off
constexpr auto kTypes = std::to_array<ManifestType>({
    {"perf_counter_counter",                PERF_COUNTER_COUNTER},
    {"perf_counter_timer",                  PERF_COUNTER_TIMER},
    {"perf_counter_queuelen_type",          PERF_COUNTER_QUEUELEN_TYPE},
    {"perf_counter_large_queuelen_type",    PERF_COUNTER_LARGE_QUEUELEN_TYPE},
    {"perf_counter_100ns_queuelen_type",    PERF_COUNTER_100NS_QUEUELEN_TYPE},
    {"perf_counter_obj_time_queuelen_type", PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE, clock},
    {"perf_counter_bulk_count",             PERF_COUNTER_BULK_COUNT},
    {"perf_counter_text",                   PERF_COUNTER_TEXT},
    {"perf_counter_rawcount",               PERF_COUNTER_RAWCOUNT},
    {"perf_counter_large_rawcount",         PERF_COUNTER_LARGE_RAWCOUNT},
    {"perf_counter_rawcount_hex",           PERF_COUNTER_RAWCOUNT_HEX},
    {"perf_counter_large_rawcount_hex",     PERF_COUNTER_LARGE_RAWCOUNT_HEX},
    {"perf_sample_fraction",                PERF_SAMPLE_FRACTION,         base, PERF_SAMPLE_BASE},
    {"perf_sample_counter",                 PERF_SAMPLE_COUNTER},
    {"perf_counter_timer_inv",              PERF_COUNTER_TIMER_INV},
    {"perf_sample_base",                    PERF_SAMPLE_BASE},
    {"perf_average_timer",                  PERF_AVERAGE_TIMER,           base, PERF_AVERAGE_BASE},
    {"perf_average_base",                   PERF_AVERAGE_BASE},
    {"perf_average_bulk",                   PERF_AVERAGE_BULK,            base, PERF_AVERAGE_BASE},
    {"perf_obj_time_timer",                 PERF_OBJ_TIME_TIMER,          clock},
    {"perf_100nsec_timer",                  PERF_100NSEC_TIMER},
    {"perf_100nsec_timer_inv",              PERF_100NSEC_TIMER_INV},
    {"perf_counter_multi_timer",            PERF_COUNTER_MULTI_TIMER,     base_or_multi, PERF_COUNTER_MULTI_BASE},
    {"perf_counter_multi_timer_inv",        PERF_COUNTER_MULTI_TIMER_INV, base_or_multi, PERF_COUNTER_MULTI_BASE},
    {"perf_counter_multi_base",             PERF_COUNTER_MULTI_BASE},
    {"perf_100nsec_multi_timer",            PERF_100NSEC_MULTI_TIMER,     base_or_multi, PERF_COUNTER_MULTI_BASE},
    {"perf_100nsec_multi_timer_inv",        PERF_100NSEC_MULTI_TIMER_INV, base_or_multi, PERF_COUNTER_MULTI_BASE},
    {"perf_raw_fraction",                   PERF_RAW_FRACTION,            base, PERF_RAW_BASE},
    {"perf_large_raw_fraction",             PERF_LARGE_RAW_FRACTION,      base, PERF_LARGE_RAW_BASE},
    {"perf_raw_base",                       PERF_RAW_BASE},
    {"perf_large_raw_base",                 PERF_LARGE_RAW_BASE},
    {"perf_elapsed_time",                   PERF_ELAPSED_TIME,            clock},
    {"perf_counter_delta",                  PERF_COUNTER_DELTA},
    {"perf_counter_large_delta",            PERF_COUNTER_LARGE_DELTA},
    {"perf_precision_system_timer",         PERF_PRECISION_SYSTEM_TIMER,  base, PERF_LARGE_RAW_BASE},
    {"perf_precision_100ns_timer",          PERF_PRECISION_100NS_TIMER,   base, PERF_LARGE_RAW_BASE},
    {"perf_precision_object_timer",         PERF_PRECISION_OBJECT_TIMER,  base_or_clock, PERF_LARGE_RAW_BASE},
    {"perf_counter_composite",              PERF_COUNTER_NODATA},
});
// clang-format on
static_assert(kTypes.size() == 38);

}  // namespace

std::span<const ManifestType> manifest_types() noexcept { return kTypes; }

const ManifestType* find_manifest_type(std::string_view name) noexcept {
  const auto* const at = std::ranges::find(kTypes, name, &ManifestType::name);
  return at != kTypes.end() ? at : nullptr;
}

const ManifestType* find_manifest_type(std::uint32_t type) noexcept {
  const auto* const at = std::ranges::find(kTypes, type, &ManifestType::type);
  return at != kTypes.end() ? at : nullptr;
}

}  // namespace openperflib
