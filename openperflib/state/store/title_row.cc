#include <cstdint>
#include <optional>

#include "openperflib/state/store/stored_text_internal.h"
#include "openperflib/state/store/title_row_internal.h"

namespace openperflib {
namespace {

// Before the texts of each title.
constexpr std::size_t kDistance = 0;
constexpr std::size_t kNameSize = 4;
constexpr std::size_t kHelpSize = 8;
constexpr std::size_t kRowHeaderBytes = 12;

// The title at the start of `rest`, which becomes what follows it; nullopt: it is damaged.
std::optional<RowTitle> take_title(Bytes& rest) {
  if (!contains(rest.size(), 0, kRowHeaderBytes)) return std::nullopt;
  const auto distance = load<std::uint32_t>(rest, kDistance);
  const auto name_size = load<std::uint32_t>(rest, kNameSize);
  const auto help_size = load<std::uint32_t>(rest, kHelpSize);
  rest = rest.subspan(kRowHeaderBytes);
  if (!contains(rest.size(), name_size, help_size)) return std::nullopt;
  const RowTitle title{distance, as_text(rest.first(name_size)),
                       as_text(rest.subspan(name_size, help_size))};
  rest = rest.subspan(name_size).subspan(help_size);
  return title;
}

}  // namespace

void append_row_title(std::vector<std::byte>& row, const RowTitle& title) {
  const std::size_t at = row.size();
  row.resize(at + kRowHeaderBytes);
  store<std::uint32_t>(row, at + kDistance, title.distance);
  store(row, at + kNameSize, static_cast<std::uint32_t>(title.name.size()));
  store(row, at + kHelpSize, static_cast<std::uint32_t>(title.help.size()));
  for (const std::string_view text : {title.name, title.help}) {
    const Bytes bytes = as_bytes(text);
    row.insert(row.end(), bytes.begin(), bytes.end());
  }
}

bool read_title_row(Bytes row, std::vector<RowTitle>& into) {
  into.clear();
  while (!row.empty()) {
    const auto title = take_title(row);
    const bool is_valid = title.has_value() && title->distance % 2 == 0 &&
                          (into.empty() || into.back().distance < title->distance) &&
                          is_title(title->name) && is_title(title->help);
    if (!is_valid) return false;
    into.push_back(*title);
  }
  return true;
}

}  // namespace openperflib
