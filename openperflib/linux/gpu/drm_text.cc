#include <algorithm>
#include <array>
#include <span>

#include "openperflib/base/checked.h"
#include "openperflib/linux/gpu/drm_text_internal.h"

namespace openperflib::linux_objects {
namespace {

struct UnitName {
  std::string_view name;
  std::uint64_t factor;
};
constexpr auto kNoUnit = std::to_array<UnitName>({{"", 1}});
constexpr auto kTimeUnits = std::to_array<UnitName>({{"ns", 1}});
constexpr auto kSize =
    std::to_array<UnitName>({{"", 1}, {"KiB", 1024}, {"MiB", std::uint64_t{1024} * 1024}});

// The text after the colon, and its offset.
struct Value {
  std::string_view text;
  std::uint64_t offset;
};

// Parses a number with its unit and nothing else.
DrmNumber quantity(Value value, std::span<const UnitName> units) noexcept {
  Words words(value.text, value.offset);
  const Word number = words.next_word();
  const std::string_view unit = words.next();
  const auto known = std::ranges::find(units, unit, &UnitName::name);
  if (known == units.end() || !words.next().empty()) {
    return std::unexpected(BadWord{Errc::not_a_number, number.offset});
  }
  const auto parsed = number_in(number.text);
  if (!parsed.has_value()) return std::unexpected(BadWord{parsed.error(), number.offset});
  const auto product = checked_mul(*parsed, known->factor);
  if (!product.has_value()) return std::unexpected(BadWord{Errc::out_of_range, number.offset});
  return *product;
}

DrmNumber capacity_in(Value value) noexcept {
  const DrmNumber number = quantity(value, kNoUnit);
  if (number.has_value() && *number == 0) {
    return std::unexpected(BadWord{Errc::out_of_range, value.offset});
  }
  return number;
}

// Sets the value unless an earlier line has set it.
void set_once(std::optional<DrmNumber>& to, const DrmNumber& number) noexcept {
  if (!to.has_value()) to = number;
}

// The element with that name, created if it does not exist.
template <typename T>
T& named(std::vector<T>& all, std::string_view name) {
  const auto known = std::ranges::find(all, name, &T::name);
  if (known != all.end()) return *known;
  all.emplace_back().name = name;
  return all.back();
}

using Take = void (*)(DrmClientText& client, std::string_view name, Value value);

// A key that is followed by a name, and the member that its lines set.
struct NamedKey {
  std::string_view prefix;
  Take take;
};
constexpr auto kNamedKeys = std::to_array<NamedKey>({
    // of two with the same beginning, the longer one first
    {"drm-engine-capacity-",
     [](DrmClientText& client, std::string_view name, Value value) {
       set_once(named(client.engines, name).capacity, capacity_in(value));
     }},
    {"drm-engine-",
     [](DrmClientText& client, std::string_view name, Value value) {
       set_once(named(client.engines, name).nanoseconds, quantity(value, kTimeUnits));
     }},
    {"drm-cycles-", [](DrmClientText& client, std::string_view name,
                       Value) { named(client.engines, name).has_cycles = true; }},
    {"drm-total-cycles-", [](DrmClientText&, std::string_view, Value) {}},
    {"drm-total-",
     [](DrmClientText& client, std::string_view name, Value value) {
       set_once(named(client.regions, name).total, quantity(value, kSize));
     }},
    {"drm-resident-",
     [](DrmClientText& client, std::string_view name, Value value) {
       set_once(named(client.regions, name).resident, quantity(value, kSize));
     }},
    {"drm-memory-",
     [](DrmClientText& client, std::string_view name, Value value) {
       set_once(named(client.regions, name).older_resident, quantity(value, kSize));
     }},
});

void take_drm_line(DrmClientText& client, std::string_view key, Value value) {
  if (key == "drm-driver") {
    if (!client.driver.has_value()) client.driver = trimmed(value.text);
    return;
  }
  if (key == "drm-client-id") return set_once(client.client_id, quantity(value, kNoUnit));
  for (const NamedKey& row : kNamedKeys) {
    if (!key.starts_with(row.prefix)) continue;
    if (key.size() > row.prefix.size()) row.take(client, key.substr(row.prefix.size()), value);
    return;
  }
}

}  // namespace

std::expected<void, BadWord> parse_drm_client(std::string_view text, DrmClientText& client) {
  client.driver.reset();
  client.client_id.reset();
  client.engines.clear();
  client.regions.clear();
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !line.starts_with("drm-")) continue;
    take_drm_line(client, line.substr(0, colon),
                  {line.substr(colon + 1), lines.offset() + colon + 1});
    if (std::max(client.engines.size(), client.regions.size()) > kMostDrmNames) {
      return std::unexpected(BadWord{Errc::over_limit, lines.offset()});
    }
  }
  return {};
}

DrmRegionKind kind_of_region(std::string_view name) noexcept {
  for (const std::string_view begin : {"vram", "local", "stolen"}) {
    if (name.starts_with(begin)) return DrmRegionKind::dedicated;
  }
  const bool is_shared =
      name == "gtt" || name == "memory" || name == "cpu" || name.starts_with("system");
  return is_shared ? DrmRegionKind::shared : DrmRegionKind::other;
}

std::optional<DrmNode> drm_node_of_name(std::string_view name) noexcept {
  constexpr std::size_t kMostDigits = 9;
  constexpr std::string_view kCard = "card", kRender = "renderD";
  const bool is_card = name.starts_with(kCard);
  if (!is_card && !name.starts_with(kRender)) return std::nullopt;
  const std::string_view digits = name.substr((is_card ? kCard : kRender).size());
  const auto minor = number_in(digits);
  if (!minor.has_value() || digits.size() > kMostDigits) return std::nullopt;
  return DrmNode{is_card ? DrmNode::Kind::card : DrmNode::Kind::render,
                 static_cast<std::uint32_t>(*minor)};
}

std::optional<DrmNode> drm_node_of_link(std::string_view link) noexcept {
  constexpr std::string_view kFolder = "/dev/dri/", kDeleted = " (deleted)";
  if (!link.starts_with(kFolder)) return std::nullopt;
  if (link.ends_with(kDeleted)) link.remove_suffix(kDeleted.size());
  return drm_node_of_name(link.substr(kFolder.size()));
}

}  // namespace openperflib::linux_objects
