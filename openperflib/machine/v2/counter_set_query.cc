#include "openperflib/machine/v2/counter_set_query.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/text/glob.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kAny = CounterIdentifier::kAny;
constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

Bytes bytes_of(std::u16string_view name) noexcept { return std::as_bytes(std::span(name)); }

// The instance of a set whose instances have no names is the only one.
CounterIdentity identity_of(const CounterIdentifier& identifier) {
  CounterIdentity identity{.set = identifier.set,
                           .counter = identifier.counter_id,
                           .instance_id = identifier.instance_id};
  const bool has_name = identifier.instance.has_value() && !identifier.instance->empty();
  if (has_name) identity.instance_name = *identifier.instance;
  return identity;
}

SetStatus status_of(ValueLack lack) noexcept {
  if (lack == ValueLack::no_access) return SetStatus::no_access;
  return lack == ValueLack::too_late ? SetStatus::too_late : SetStatus::no_value;
}

}  // namespace

bool CounterSetQuery::Entry::is_same(const Entry& other) const noexcept {
  return identifier.set == other.identifier.set &&
         identifier.counter_id == other.identifier.counter_id &&
         identifier.instance_id == other.identifier.instance_id && folded == other.folded;
}

CounterSetQuery::Entry CounterSetQuery::entry_of(CounterIdentifier identifier) {
  Entry entry{.identifier = std::move(identifier), .name = {}, .folded = {}};
  entry.identity = identity_of(entry.identifier);
  if (!entry.identifier.instance.has_value()) return entry;
  append_utf8_from_utf16(entry.name, bytes_of(*entry.identifier.instance));
  entry.folded = folded(entry.name);
  entry.is_pattern = entry.name.find_first_of("*?") != std::string::npos;
  entry.matches_all = !entry.name.empty() && entry.name.find_first_not_of('*') == std::string::npos;
  entry.is_for_all = entry.matches_all && entry.identifier.instance_id == kAny;
  return entry;
}

bool CounterSetQuery::matches(const Entry& entry, const SetInstance& instance) {
  if (entry.is_for_all) return true;
  const std::uint32_t id = entry.identifier.instance_id;
  if (id != kAny && instance.id != id) return false;
  if (entry.matches_all) return true;
  name_.clear();
  append_utf8_from_utf16(name_, bytes_of(instance.name));
  return entry.is_pattern ? matches_glob(entry.folded, folded(name_))
                          : equal_ignoring_case(entry.name, name_);
}

// In the order in which a caller would want to know.
SetStatus CounterSetQuery::check(const CounterSetSource& source, const Entry& entry) {
  const CounterIdentifier& wanted = entry.identifier;
  const auto set = source.find(wanted.set);
  if (!set.has_value()) return SetStatus::set_unknown;
  const bool has_name = wanted.instance.has_value() && !wanted.instance->empty();
  const bool fits = set->has_names() ? wanted.instance.has_value() : !has_name;
  if (!fits || (has_name && wanted.instance->size() > kMaxNameUnits)) return SetStatus::invalid;
  if (wanted.counter_id != kAny && !set->set->position_of(wanted.counter_id).has_value()) {
    return SetStatus::counter_unknown;
  }
  if (!set->has_names() || entry.is_pattern) return SetStatus::success;
  const auto instances = source.instances(*set);
  const bool is_active = std::ranges::any_of(
      instances, [&](const SetInstance& instance) { return matches(entry, instance); });
  return is_active ? SetStatus::success : SetStatus::instance_unknown;
}

SetStatus CounterSetQuery::check_new(const CounterSetSource& source, const Entry& entry,
                                     std::span<const Entry> added) {
  const SetStatus status = check(source, entry);
  if (status != SetStatus::success) return status;
  const auto is_it = [&](const Entry& one) { return one.is_same(entry); };
  if (std::ranges::any_of(entries_, is_it) || std::ranges::any_of(added, is_it)) {
    return SetStatus::exists;
  }
  const bool has_room = entries_.size() + added.size() < kMostEntries;
  return has_room ? SetStatus::success : SetStatus::out_of_memory;
}

SetStatus CounterSetQuery::remove(const Entry& entry, CounterSetSource& source,
                                  LocalSource* machine) {
  const auto at =
      std::ranges::find_if(entries_, [&](const Entry& one) { return one.is_same(entry); });
  if (at == entries_.end()) return SetStatus::invalid;
  source.unwant(at->identity, machine);  // with the spelling with which it was added
  entries_.erase(at);
  return SetStatus::success;
}

std::vector<Guid> CounterSetQuery::list_sets(std::span<const Entry> added) const {
  std::vector<Guid> sets;
  for (const Entry& entry : entries_) sets.push_back(entry.identifier.set);
  for (const Entry& entry : added) sets.push_back(entry.identifier.set);
  std::ranges::sort(sets);
  const auto twice = std::ranges::unique(sets);
  sets.erase(twice.begin(), twice.end());
  return sets;
}

// Allocates first, then changes the query, so that a failure leaves it unchanged.
void CounterSetQuery::append(std::vector<Entry> added, std::span<const CounterIdentity> identities,
                             CounterSetSource& source, LocalSource& machine) {
  std::vector<Guid> sets = list_sets(added);
  const std::size_t size = entries_.size() + added.size();
  if (size > entries_.capacity()) entries_.reserve(std::max(size, 2 * entries_.capacity()));
  source.want(identities);
  for (Entry& entry : added) {
    if (source.refusal(entry.identity) == 0) {
      entries_.push_back(std::move(entry));
    } else {
      source.unwant(entry.identity, &machine);
    }
  }
  if (entries_.size() != size) std::erase_if(sets, [&](const Guid& set) { return !reads(set); });
  sets_ = std::move(sets);
}

bool CounterSetQuery::reads(const Guid& set) const noexcept {
  return std::ranges::any_of(entries_,
                             [&](const Entry& entry) { return entry.identifier.set == set; });
}

namespace {

// Calls work(entry) for each block, and writes what it returns.
template <typename Work>
void for_each_block(const CounterIdentifierRange& range, MutableBytes blocks, Work work) {
  for (const CounterIdentifierView block : range) {
    auto identifier = block.read();
    const SetStatus status =
        identifier.has_value() ? work(*std::move(identifier)) : SetStatus::invalid;
    const MutableBytes written = blocks.first(block.size());
    blocks = blocks.subspan(block.size());
    store_identifier_status(written, code_of(status));
  }
}

std::vector<Guid> sets_of(const CounterIdentifierRange& range) {
  std::vector<Guid> sets;
  for (const CounterIdentifierView block : range) sets.push_back(block.set());
  return sets;
}

// `identities`: of the blocks whose status is success.
void write_refusals(const CounterIdentifierRange& range, MutableBytes blocks,
                    std::span<const CounterIdentity> identities, const CounterSetSource& source) {
  for (const CounterIdentifierView block : range) {
    const MutableBytes written = blocks.first(block.size());
    blocks = blocks.subspan(block.size());
    if (block.status() != code_of(SetStatus::success)) continue;
    const std::uint32_t code = source.refusal(identities.front());
    identities = identities.subspan(1);
    if (code != 0) store_identifier_status(written, code);
  }
}

bool names_instance(const CounterIdentifier& identifier) {
  const auto& name = identifier.instance;
  return name.has_value() && !name->empty() && name->find_first_of(u"*?") == std::u16string::npos;
}

// Whether an instance is active matters only where one is named in full.
std::optional<SetPurpose> purpose_of(const CounterIdentifierRange& range) {
  for (const CounterIdentifierView block : range) {
    const auto identifier = block.read();
    if (identifier.has_value() && names_instance(*identifier)) return SetPurpose::enumerate;
  }
  return std::nullopt;
}

}  // namespace

std::expected<void, SetStatus> CounterSetQuery::add(CounterSetSource& source, LocalSource& machine,
                                                    MutableBytes blocks) {
  const auto range = parse_counter_identifiers(blocks);
  if (!range.has_value()) return std::unexpected(SetStatus::invalid);
  const auto collected = source.collect(machine, sets_of(*range), purpose_of(*range));
  if (!collected.has_value()) return collected;
  std::vector<Entry> added;
  for_each_block(*range, blocks, [&](CounterIdentifier identifier) {
    Entry entry = entry_of(std::move(identifier));
    const SetStatus status = check_new(source, entry, added);
    if (status == SetStatus::success) added.push_back(std::move(entry));
    return status;
  });
  std::vector<CounterIdentity> identities;
  for (const Entry& entry : added) identities.push_back(entry.identity);
  append(std::move(added), identities, source, machine);
  write_refusals(*range, blocks, identities, source);
  return {};
}

std::expected<void, SetStatus> CounterSetQuery::remove(CounterSetSource& source,
                                                       LocalSource* machine, MutableBytes blocks) {
  const auto range = parse_counter_identifiers(blocks);
  if (!range.has_value()) return std::unexpected(SetStatus::invalid);
  for_each_block(*range, blocks, [&](CounterIdentifier identifier) {
    return remove(entry_of(std::move(identifier)), source, machine);
  });
  source.tell_removed(machine);
  sets_ = list_sets({});
  return {};
}

void CounterSetQuery::clear(CounterSetSource& source, LocalSource* machine) noexcept {
  for (const Entry& entry : entries_) source.unwant(entry.identity, machine);
  entries_.clear();
  sets_.clear();
  source.tell_removed(machine);
}

Bytes CounterSetQuery::identifiers() {
  identifiers_.clear();
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    append_counter_identifier(identifiers_, entries_[i].identifier, 0, i);
  }
  return identifiers_;
}

void CounterSetQuery::use_counters(const CounterSetTemplate& set) {
  ids_.clear();
  widths_.clear();
  for (const CounterTemplate& counter : set.counters) {
    ids_.push_back(counter.id);
    widths_.push_back(counter.value_width());
  }
  has_only_words_ = std::ranges::all_of(
      widths_, [](std::uint32_t width) { return width == sizeof(std::uint64_t); });
}

void CounterSetQuery::write_values(const SetInstance& instance, Columns columns) {
  const auto values = instance.values.subspan(columns.first, columns.count);
  const auto widths = std::span(widths_).subspan(columns.first, columns.count);
  if (instance.lacks.empty()) return builder_.add_values(values, widths);
  present_.assign(widths.begin(), widths.end());
  for (std::size_t i = 0; i < columns.count; ++i) {
    if (instance.lack(columns.first + i) != ValueLack::none) present_[i] = 0;
  }
  builder_.add_values(values, present_);
}

// A reply without instances.
void CounterSetQuery::write_one(const Entry& entry, std::span<const SetInstance> instances,
                                Columns columns) {
  if (instances.empty()) return builder_.add_error(code_of(SetStatus::no_instance));
  const SetInstance& instance = instances.front();
  if (entry.identifier.counter_id == kAny) {
    builder_.begin_multiple_counters(ids_);
  } else {
    const ValueLack lack = instance.lack(columns.first);
    if (lack != ValueLack::none || widths_[columns.first] == 0) {
      return builder_.add_error(code_of(status_of(lack)));
    }
    builder_.begin_single_counter();
  }
  write_values(instance, columns);
  builder_.end_counter();
}

// An instance that is named in full has the form of a single one, unless several have that name.
void CounterSetQuery::write_named(const Entry& entry, std::span<const SetInstance> instances,
                                  Columns columns) {
  const auto is_wanted = [&](const SetInstance& instance) { return matches(entry, instance); };
  if (!entry.is_pattern) {
    const auto only = std::ranges::find_if(instances, is_wanted);
    if (only != instances.end() && std::ranges::count_if(instances, is_wanted) == 1) {
      return write_one(entry, std::span(only, 1), columns);
    }
  }
  entry.identifier.counter_id == kAny ? builder_.begin_counter_set(ids_)
                                      : builder_.begin_multiple_instances();
  for (const SetInstance& instance : instances) {
    if (!is_wanted(instance)) continue;
    if (has_only_words_ && instance.lacks.empty()) {
      builder_.add_instance(instance.name, instance.id,
                            instance.values.subspan(columns.first, columns.count));
    } else {
      builder_.begin_instance(instance.name, instance.id);
      write_values(instance, columns);
    }
  }
  builder_.end_counter();
}

// Where other processes have instances of the set, those stay.
bool CounterSetQuery::is_refused(const Entry& entry, const ConsumerSet& set,
                                 std::span<const SetInstance> instances, Columns columns) {
  const auto is_kept = [&](const SetInstance& instance) {
    return columns.count != 0 && instance.lack(columns.first) != ValueLack::refused &&
           (!set.has_names() || matches(entry, instance));
  };
  return std::ranges::none_of(instances, is_kept);
}

void CounterSetQuery::write_entry(const CounterSetSource& source, const Entry& entry) {
  const auto set = source.find(entry.identifier.set);
  if (!set.has_value()) return builder_.add_error(code_of(SetStatus::set_unknown));
  if (set->is_described_otherwise) {
    return builder_.add_error(code_of(SetStatus::described_otherwise));
  }
  use_counters(*set->set);
  Columns columns{.first = 0, .count = ids_.size()};
  if (entry.identifier.counter_id != kAny) {
    const auto position = set->set->position_of(entry.identifier.counter_id);
    if (!position.has_value()) return builder_.add_error(code_of(SetStatus::counter_unknown));
    columns = {.first = *position, .count = 1};
  }
  const auto instances = source.instances(*set);
  const std::uint32_t code = source.callback_code(*set);
  if (code != 0 && is_refused(entry, *set, instances, columns)) return builder_.add_error(code);
  set->has_names() ? write_named(entry, instances, columns) : write_one(entry, instances, columns);
}

std::optional<std::uint64_t> CounterSetQuery::bytes_of_whole_sets(
    const CounterSetSource& source) const noexcept {
  std::uint64_t bytes = PerfDataBuilder::kHeaderBytes;
  for (const Entry& entry : entries_) {
    if (!entry.is_whole_set()) return std::nullopt;
    const auto set = source.find(entry.identifier.set);
    const std::size_t counters = set.has_value() ? set->set->counters.size() : 0;
    bytes += PerfDataBuilder::most_bytes_of_counter(counters);
    if (!set.has_value()) continue;
    for (const SetInstance& instance : source.instances(*set)) {
      bytes += PerfDataBuilder::bytes_of_instance(instance.name.size(), counters);
    }
  }
  return bytes;
}

void CounterSetQuery::write_reply(const CounterSetSource& source) {
  for (const Entry& entry : entries_) write_entry(source, entry);
}

std::expected<std::uint32_t, SetStatus> CounterSetQuery::collect(CounterSetSource& source,
                                                                 LocalSource& machine,
                                                                 MutableBytes room) {
  const auto collected = source.collect(machine, sets_, SetPurpose::collect);
  if (!collected.has_value()) return std::unexpected(collected.error());
  // Nothing may be written where the reply does not fit.
  const bool surely_fits = bytes_of_whole_sets(source).value_or(kUnknown) <= room.size();
  builder_.begin(source.times(), surely_fits ? room : MutableBytes());
  write_reply(source);
  const std::uint64_t needed = builder_.finish();
  if (needed > std::numeric_limits<std::uint32_t>::max()) {
    return std::unexpected(SetStatus::out_of_memory);
  }
  if (!surely_fits && needed <= room.size()) {
    builder_.begin(source.times(), room);
    write_reply(source);
    (void)builder_.finish();
  }
  return static_cast<std::uint32_t>(needed);
}

}  // namespace openperflib
