#include <algorithm>
#include <array>
#include <cassert>

#include "openperflib/base/checked.h"
#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/linux/table/key_file_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::array<std::string_view, 6> kZones = {"_dma",  "_dma32",   "_normal",
                                                    "_high", "_highmem", "_movable"};

KeyNumber* find(std::vector<KeyNumber>& wanted, std::string_view key) noexcept {
  const auto at = std::ranges::lower_bound(wanted, key, {}, &KeyNumber::key);
  return at != wanted.end() && at->key == key ? &*at : nullptr;
}

// The wanted key of which `key` is the part for one zone.
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

void set_number(KeyNumber& key, std::string_view word, std::uint64_t offset) noexcept {
  const auto number = number_in(word);
  if (!number.has_value()) return set_bad(key, number.error(), offset);
  const auto sum = checked_add(key.value, *number);  // zones add up
  if (!sum.has_value()) return set_bad(key, Errc::out_of_range, offset);
  key.value = *sum;
  if (key.state == KeyNumber::State::lacking) key.offset = offset;
  key.state = KeyNumber::State::number;
}

// Reads the rest after a key: a number, optionally with its unit.
void take_rest(KeyNumber& key, Words words) noexcept {
  const Word number = words.next_word();
  const std::string_view unit = words.next();
  if ((!unit.empty() && unit != "kB") || !words.next().empty()) {
    return set_bad(key, Errc::not_a_number, number.offset);
  }
  set_number(key, number.text, number.offset);
}

// Reads a line with one key, which `end` separates from its number.
void take_line(std::vector<KeyNumber>& wanted, std::string_view line, char end,
               std::uint64_t offset) {
  const std::size_t length = line.find_first_of(": \t");
  if (length == std::string_view::npos || line[length] != end) return;
  const std::string_view name = line.substr(0, length);
  KeyNumber* key = find(wanted, name);
  if (key != nullptr && key->zones == Zones::none && key->state != KeyNumber::State::lacking)
    return;
  if (key == nullptr) key = find_zone(wanted, name);
  if (key == nullptr || key->state == KeyNumber::State::bad) return;
  take_rest(*key, Words(line.substr(length + 1), offset + length + 1));
}

// "Node 0 MemFree:  2048 kB"
void take_node_line(std::vector<KeyNumber>& wanted, std::string_view line, std::uint64_t offset) {
  Words words(line);
  if (words.next() != "Node" || words.next().empty()) return;
  const std::string_view key = words.next();
  if (key.empty()) return;
  const std::size_t begin = words.offset();
  take_line(wanted, line.substr(begin), ':', offset + begin);
}

// The wanted key with that group ("Tcp:") and name, if no line has set it yet.
KeyNumber* find_open(std::vector<KeyNumber>& wanted, std::string_view group,
                     std::string_view name) noexcept {
  const auto is_before = [&](const KeyNumber& key, std::string_view its_name) {
    const int order = key.key.substr(0, group.size()).compare(group);
    return order < 0 || (order == 0 && key.key.substr(group.size()) < its_name);
  };
  const auto at = std::lower_bound(wanted.begin(), wanted.end(), name, is_before);
  if (at == wanted.end() || at->state != KeyNumber::State::lacking) return nullptr;
  const bool is_it = at->key.starts_with(group) && at->key.substr(group.size()) == name;
  return is_it ? &*at : nullptr;
}

bool is_group(std::string_view word) noexcept { return word.size() > 1 && word.ends_with(':'); }

// Reads a line of names and the line of their numbers.
void take_headed(std::vector<KeyNumber>& wanted, Words names, Words numbers) noexcept {
  const std::string_view group = names.next();
  if (!is_group(group) || numbers.next() != group) return;
  for (std::string_view name = names.next(); !name.empty(); name = names.next()) {
    const Word number = numbers.next_word();
    KeyNumber* key = find_open(wanted, group, name);
    if (key != nullptr) set_number(*key, number.text, number.offset);
  }
}

void take_pairs(std::vector<KeyNumber>& wanted, Words words) noexcept {
  const std::string_view group = words.next();
  if (!is_group(group)) return;
  for (std::string_view name = words.next(); !name.empty(); name = words.next()) {
    const Word number = words.next_word();
    KeyNumber* key = find_open(wanted, group, name);
    if (key != nullptr) set_number(*key, number.text, number.offset);
  }
}

void parse_headed(std::string_view text, std::vector<KeyNumber>& wanted) noexcept {
  Lines lines(text);
  for (std::string_view names; lines.next(names);) {
    const Words heading(names, lines.offset());
    std::string_view numbers;
    if (!lines.next(numbers)) return;
    take_headed(wanted, heading, Words(numbers, lines.offset()));
  }
}

}  // namespace

void parse_keys(std::string_view text, KeyFormat format, std::vector<KeyNumber>& wanted) {
  for (KeyNumber& key : wanted) {
    key.state = KeyNumber::State::lacking;
    key.value = 0;
  }
  if (format == KeyFormat::headed) return parse_headed(text, wanted);
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    const std::uint64_t offset = lines.offset();
    switch (format) {
      case KeyFormat::colon:
        take_line(wanted, line, ':', offset);
        break;
      case KeyFormat::blank:
        take_line(wanted, line, ' ', offset);
        break;
      case KeyFormat::node:
        take_node_line(wanted, line, offset);
        break;
      case KeyFormat::pairs:
        take_pairs(wanted, Words(line, offset));
        break;
      case KeyFormat::headed:
        break;
    }
  }
}

void KeyFile::want(std::string_view key, Zones zones) {
  const auto at = std::ranges::lower_bound(keys_, key, {}, &KeyNumber::key);
  if (at != keys_.end() && at->key == key) return;
  keys_.insert(at, KeyNumber{.key = key, .zones = zones});
  collection_number_ = kNever;
}

void KeyFile::read(CollectContext& context) {
  if (collection_number_ == context.number) return;
  collection_number_ = context.number;
  const auto text = context.root.read(file_, context.buffer);
  failure_ = text.has_value() ? Reasons::kPresent
                              : context.reasons.add_file_errno(text.error(), file_.path());
  parse_keys(text.value_or(std::string_view()), format_, keys_);
}

ReasonId KeyFile::why_not(const KeyNumber& key, Reasons& reasons) const {
  if (failure_ != Reasons::kPresent) return failure_;
  if (key.state == KeyNumber::State::lacking) return reasons.add_lacking(path(), key.key);
  return reasons.add_bad_word(path(), key.key, key.offset, key.error);
}

const KeyNumber& KeyFile::operator[](std::string_view key) const noexcept {
  const auto at = std::ranges::lower_bound(keys_, key, {}, &KeyNumber::key);
  assert(at != keys_.end() && at->key == key);
  return *at;
}

}  // namespace openperflib::linux_objects
