#include <algorithm>

#include "openperflib/linux/cgroup/job_processes_internal.h"

namespace openperflib::linux_objects {

namespace {

std::expected<void, BadWord> append_ids(std::string_view text, std::vector<std::uint32_t>& ids) {
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    Words words(line, lines.offset());
    const Word word = words.next_word();
    if (word.text.empty()) continue;
    const auto id = number_in(word.text);
    if (!id.has_value()) return std::unexpected(BadWord{id.error(), word.offset});
    if (*id > UINT32_MAX) return std::unexpected(BadWord{Errc::out_of_range, word.offset});
    ids.push_back(static_cast<std::uint32_t>(*id));
  }
  return {};
}

}  // namespace

std::expected<void, BadWord> parse_job_processes(std::string_view text,
                                                 std::vector<std::uint32_t>& ids) {
  ids.clear();
  const auto appended = append_ids(text, ids);
  if (!appended.has_value()) {
    ids.clear();
    return appended;
  }
  std::ranges::sort(ids);
  const auto duplicates = std::ranges::unique(ids);
  ids.erase(duplicates.begin(), duplicates.end());
  return {};
}

std::uint64_t count_new(std::span<const std::uint32_t> now,
                        std::span<const std::uint32_t> before) noexcept {
  std::uint64_t found = 0;
  auto at = before.begin();
  for (const std::uint32_t id : now) {
    while (at != before.end() && *at < id) ++at;
    if (at == before.end() || *at != id) ++found;
  }
  return found;
}

}  // namespace openperflib::linux_objects
