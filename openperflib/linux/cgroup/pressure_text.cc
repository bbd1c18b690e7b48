#include "openperflib/linux/cgroup/pressure_text_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::string_view kTotal = "total=";
constexpr std::size_t kMountPoint =
    4;  // 36 25 0:31 / /sys/fs/cgroup rw shared:9 - cgroup2 cgroup2 rw

std::expected<std::uint64_t, BadWord> pressure_total(Words words,
                                                     std::size_t line_offset) noexcept {
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (!word.starts_with(kTotal)) continue;
    const auto total = number_in(word.substr(kTotal.size()));
    if (total.has_value()) return *total;
    return std::unexpected(BadWord{total.error(), line_offset + words.offset() + kTotal.size()});
  }
  return std::unexpected(BadWord{Errc::missing, line_offset});
}

std::string_view filesystem_type(Words words) noexcept {
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "-") return words.next();  // ends the optional fields
  }
  return {};
}

}  // namespace

PressureTotals parse_pressure(std::string_view text) noexcept {
  PressureTotals totals = {std::unexpected(BadWord{Errc::missing, 0}),
                           std::unexpected(BadWord{Errc::missing, 0})};
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    Words words(line);
    const std::string_view kind = words.next();
    if (kind == "some") totals[0] = pressure_total(words, lines.offset());
    if (kind == "full") totals[1] = pressure_total(words, lines.offset());
  }
  return totals;
}

void parse_cgroup_mounts(std::string_view mountinfo, std::vector<std::string_view>& points) {
  points.clear();
  Lines lines(mountinfo);
  for (std::string_view line; lines.next(line);) {
    if (filesystem_type(Words(line)) != "cgroup2") continue;
    points.push_back(word_at(line, kMountPoint));
  }
}

}  // namespace openperflib::linux_objects
