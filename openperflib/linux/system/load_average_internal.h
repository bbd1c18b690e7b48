// /proc/loadavg: "0.20 0.18 0.12 1/80 11206".
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string_view>

#include "openperflib/linux/table/object_table_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"
#include "openperflib/os/files/proc_root.h"

namespace openperflib::linux_objects {

struct CollectContext;

inline constexpr std::size_t kLoadAverages = 3;  // over 1, 5 and 15 minutes

// Value. The numbers of the line, each with its number or the reason why it is missing.
struct LoadAverage {
  using Number = std::expected<std::uint64_t, BadWord>;
  std::array<Number, kLoadAverages> hundredths;  // "0.20" is 20
  // Threads of the machine, including those of the kernel: the number after the slash in the fourth
  // word.
  Number threads;
};

[[nodiscard]] LoadAverage parse_load_average(std::string_view text) noexcept;

// Resource: the file, read once per collection.
class LoadAverageFile {
 public:
  void read(CollectContext& context);
  // Stores one of its numbers, or the reason why it is missing, in the first row of a table.
  void set(const LoadAverage::Number& number, std::string_view field, std::size_t order,
           Reasons& reasons, ObjectTable& table) const;
  // Reads the file and stores the number of threads in the first row of a table.
  void collect_threads(std::size_t order, CollectContext& context, ObjectTable& table);
  [[nodiscard]] const LoadAverage& numbers() const noexcept { return numbers_; }

 private:
  KeptFile file_{"proc/loadavg", FileEnd::short_read};
  LoadAverage numbers_;
  ReasonId failure_ = Reasons::kPresent;
  std::uint64_t collection_number_ = ~0ULL;
};

}  // namespace openperflib::linux_objects
