#include "openperflib/base/checked.h"
#include "openperflib/linux/network/network_interface_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::uint64_t kBitsPerMegabit = 1'000'000;
// SPEED_UNKNOWN (-1), as printed by kernels before 3.x.
constexpr std::uint64_t kUnknownSpeed = 4'294'967'295;
// Further lines are ignored: no machine has this many interfaces.
constexpr std::size_t kMostLines = 65536;

// The columns of a line that are used, in order; the others are parts of them.
//   bytes packets errs drop fifo frame compressed multicast | the same for sending
struct Column {
  std::uint8_t position;
  LinkCount count;
};
constexpr auto kColumns = std::to_array<Column>({
    {0, LinkCount::rx_bytes},
    {1, LinkCount::rx_packets},
    {2, LinkCount::rx_errors},
    {3, LinkCount::rx_dropped},
    {7, LinkCount::multicast},
    {8, LinkCount::tx_bytes},
    {9, LinkCount::tx_packets},
    {10, LinkCount::tx_errors},
    {11, LinkCount::tx_dropped},
});

// The name in front of the last colon, and the numbers after it.
std::optional<NetDevLine> parse_net_dev_line(std::string_view text, std::size_t offset) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view name = Words(text.substr(0, colon)).next();
  if (name.empty()) return std::nullopt;
  NetDevLine line;
  line.name = name;
  for (NetDevLine::Number& number : line.numbers) {
    number = {0, Errc::missing, offset + text.size()};
  }
  line.numbers[static_cast<std::size_t>(LinkCount::rx_missed_errors)].fault.reset();
  Words words(text.substr(colon + 1));
  std::uint8_t position = 0;
  for (const Column& column : kColumns) {
    std::string_view word = words.next();
    for (; position < column.position; ++position) word = words.next();
    ++position;
    if (word.empty()) break;
    NetDevLine::Number& number = line.numbers[static_cast<std::size_t>(column.count)];
    const auto parsed = number_in(word);
    number = {parsed.value_or(0), std::nullopt, offset + colon + 1 + words.offset()};
    if (!parsed.has_value()) number.fault = parsed.error();
  }
  return line;
}

}  // namespace

void parse_net_dev(std::string_view text, std::vector<NetDevLine>& lines) {
  lines.clear();
  Lines text_lines(text);
  for (std::string_view line; lines.size() < kMostLines && text_lines.next(line);) {
    const auto parsed = parse_net_dev_line(line, text_lines.offset());
    if (parsed.has_value()) lines.push_back(*parsed);
  }
}

std::optional<std::uint64_t> parse_link_speed(std::string_view text) noexcept {
  const auto megabits = lone_number(text);
  if (!megabits.has_value() || *megabits == 0 || *megabits == kUnknownSpeed) return std::nullopt;
  return checked_mul(*megabits, kBitsPerMegabit);
}

}  // namespace openperflib::linux_objects
