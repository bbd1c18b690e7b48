// Values and names for display in query, watch and explain.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/counter/human_text.h"
#include "openperflib/query/query.h"

namespace openperflib {

// Whether the instances of an object are mount points, with \ instead of /.
[[nodiscard]] bool has_mount_points(std::uint32_t object_title_index) noexcept;

// Whether titles name the machine, as they do when series of several machines are shown.
enum class MachineNames : std::uint8_t { hidden, shown };
// Shown if the series are of more than one machine.
[[nodiscard]] MachineNames machine_names_for(std::span<const Series> series) noexcept;

// "\LogicalDisk(/home)", "\Process(postgres:4711)", "\\db-17\Memory": the title that a series is
// shown under. Mount points are written as on Linux; processes have their id instead of #n.
[[nodiscard]] std::string group_title(const Series& series,
                                      MachineNames machines = MachineNames::hidden);

// "\Process(*)\% Processor Time": the title of a list of instances of one counter.
[[nodiscard]] std::string list_title(const Series& series, MachineNames machines);

// Whether the instances of an object with this name are processes, for machines and for logs
// without title indices.
[[nodiscard]] bool is_process_object(std::string_view object) noexcept;

// The text in the parentheses of group_title.
[[nodiscard]] std::string title_instance(const Series& series);

// Whether two series are shown under one title.
[[nodiscard]] bool same_group(const Series& a, const Series& b) noexcept;

// The word for a number of a counter that counts states, such as "waiting" for 5 of Thread State;
// empty: the counter has no such words, or none for that number, or the series is a total.
[[nodiscard]] std::string_view meaning_of(const Series& series, double number) noexcept;
// Returns the word for a value; a value without a number has none.
[[nodiscard]] std::string_view meaning_of(const Series& series, const Value& value) noexcept;

// Whether the series is the state of a process, as Linux Process has it, and whether a state is one
// that asks for no attention: the process runs, sleeps or idles.
[[nodiscard]] bool is_state_of_process(const Series& series) noexcept;
[[nodiscard]] bool is_usual_state(const Series& series, double number) noexcept;

// The value of a series in the newest row, for people: with its meaning in place of a unit; exact
// if the type shows its reading unchanged. Only if the value is usable.
[[nodiscard]] HumanText value_text(const Query& query, std::size_t series);

// Why a value of the newest row is missing, for people; unchanged from the source, so not yet
// printable.
[[nodiscard]] std::string why_missing(const Query& query, std::size_t series);

// `number` in the unit of that series, for averages and bounds.
[[nodiscard]] HumanText number_text(const Series& series, double number);

// "80.0 %", "2.1 GB", "410 us"; "?" for NaN. Impossible numbers are shown as powers of ten.
[[nodiscard]] std::string quantity_text(Quantity quantity, double number);

// `number` padded so that the decimal points of a column are aligned: `before` characters up to the
// point, `after` from the point on.
[[nodiscard]] std::string aligned(const std::string& number, std::size_t before, std::size_t after);

}  // namespace openperflib
