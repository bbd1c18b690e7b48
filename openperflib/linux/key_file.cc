#include "openperflib/linux/key_file_internal.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "openperflib/base/checked.h"
#include "openperflib/linux/collection_internal.h"
#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::array<std::string_view, 6> kZones = {"_dma",  "_dma32",   "_normal",
                                                    "_high", "_highmem", "_movable"};

KeyNumber* find(std::vector<KeyNumber>& wanted, std::string_view key) noexcept {
  const auto at = std::ranges::lower_bound(wanted, key, {}, &KeyNumber::key);
  return at != wanted.end() && at->key == key ? &*at : nullptr;
}

// The wanted key whose share of one zone `key` is.
KeyNumber* find_zone(std::vector<KeyNumber>& wanted, std::string_view key) noexcept {
  for (const std::string_view zone : kZones) {
    if (!key.ends_with(zone)) continue;
    KeyNumber* found = find(wanted, key.substr(0, key.size() - zone.size()));
    if (found != nullptr && found->zones == Zones::added_up) return found;
  }
  return nullptr;
}

void set_bad(KeyNumber& key, Errc error, std::uint64_t offset) noexcept {
  key.state = KeyNumber::State::bad;
  key.error = error;
  key.offset = offset;
}

// What stands behind a key: a number, perhaps with its unit. `offset` is where that begins.
void take_number(KeyNumber& key, std::string_view rest, std::uint64_t offset) noexcept {
  Words words(rest);
  const auto number = number_in(words.next());
  const std::uint64_t at = offset + words.offset();
  if (!number.has_value()) return set_bad(key, number.error(), at);
  const std::string_view unit = words.next();
  if ((!unit.empty() && unit != "kB") || !words.next().empty()) {
    return set_bad(key, Errc::not_a_number, at);
  }
  const auto sum = checked_add(key.value, *number);  // zones add up
  if (!sum.has_value()) return set_bad(key, Errc::out_of_range, at);
  key.value = *sum;
  if (key.state == KeyNumber::State::lacking) key.offset = at;
  key.state = KeyNumber::State::number;
}

void take_line(std::vector<KeyNumber>& wanted, std::string_view line, KeyEnd key_end,
               std::uint64_t offset) {
  const std::size_t end = line.find_first_of(": \t");
  if (end == std::string_view::npos || line[end] != static_cast<char>(key_end)) return;
  const std::string_view name = line.substr(0, end);
  KeyNumber* key = find(wanted, name);
  if (key != nullptr && key->zones == Zones::none && key->state != KeyNumber::State::lacking) return;
  if (key == nullptr) key = find_zone(wanted, name);
  if (key == nullptr || key->state == KeyNumber::State::bad) return;
  take_number(*key, line.substr(end + 1), offset + end + 1);
}

}  // namespace

void parse_keys(std::string_view text, KeyEnd end, std::vector<KeyNumber>& wanted) {
  for (KeyNumber& key : wanted) {
    key.state = KeyNumber::State::lacking;
    key.value = 0;
  }
  Lines lines(text);
  for (std::string_view line; lines.next(line);) take_line(wanted, line, end, lines.offset());
}

void KeyFile::want(std::string_view key, Zones zones) {
  const auto at = std::ranges::lower_bound(keys_, key, {}, &KeyNumber::key);
  if (at == keys_.end() || at->key != key) keys_.insert(at, KeyNumber{.key = key, .zones = zones});
}

void KeyFile::read(Collection& collection) {
  const auto text = collection.root.read(file_, collection.buffer);
  failure_ = text.has_value() ? Reasons::kPresent
                              : collection.reasons.add_file_errno(text.error(), file_.path());
  parse_keys(text.value_or(std::string_view()), end_, keys_);
}

const KeyNumber& KeyFile::operator[](std::string_view key) const noexcept {
  const auto at = std::ranges::lower_bound(keys_, key, {}, &KeyNumber::key);
  assert(at != keys_.end() && at->key == key);
  return *at;
}

}  // namespace openperflib::linux_objects
