// Values and names as query, watch and explain show them.
#pragma once

#include <cstdint>
#include <string>

#include "openperflib/counter/human_text.h"
#include "openperflib/query/query.h"

namespace openperflib::apps {

// Whether the instances of an object are mount points, with \ for /.
[[nodiscard]] bool has_mount_points(std::uint32_t object_title_index) noexcept;

// "\LogicalDisk(/home)", "\Process(postgres:4711)": what a series is shown under. Mount points are
// as Linux writes them, processes have their id instead of #n.
[[nodiscard]] std::string group_title(const Series& series);

// What stands in the brackets of group_title.
[[nodiscard]] std::string shown_instance(const Series& series);

// Whether two series are shown under one title.
[[nodiscard]] bool same_group(const Series& a, const Series& b) noexcept;

// The value of a series in the newest row, in words of people; exact where the type shows its
// reading as it is. Only where the value is usable.
[[nodiscard]] HumanText value_text(const Query& query, std::size_t series);

// Why a value of the newest row is missing, for people; as the source says it, so not yet
// printable.
[[nodiscard]] std::string why_missing(const Query& query, std::size_t series);

// `number` in the unit of that series: averages and bounds of it.
[[nodiscard]] HumanText number_text(const Series& series, double number);

// `number` padded so that the decimal points of a column stand below each other: `before`
// characters up to the point, `after` from the point on.
[[nodiscard]] std::string aligned(const std::string& number, std::size_t before, std::size_t after);

}  // namespace openperflib::apps
