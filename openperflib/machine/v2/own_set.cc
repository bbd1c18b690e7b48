#include "openperflib/machine/v2/own_set.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <tuple>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/counter_type.h"

namespace openperflib {
namespace {

// The GUID of a provider has a 9 where that of a set has an 8.
Guid own_guid(std::uint8_t kind, TitleIndex number) noexcept {
  Guid guid;
  constexpr std::uint32_t kProject = 0x4F50'464C;
  constexpr std::uint16_t kVersion = 0x4000;
  store(MutableBytes(guid.bytes), 0, kProject);
  store(MutableBytes(guid.bytes), 6, kVersion);
  guid.bytes[8] = std::byte{kind};
  store(MutableBytes(guid.bytes), guid.bytes.size() - sizeof(number), std::byteswap(number));
  return guid;
}

Bytes without_nul(Bytes name) noexcept {
  for (std::size_t at = 0; contains(name.size(), at, sizeof(char16_t)); at += sizeof(char16_t)) {
    if (load<std::uint16_t>(name, at) == 0) return name.first(at);
  }
  return name.first(name.size() / sizeof(char16_t) * sizeof(char16_t));
}

void append_units(std::u16string& to, Bytes name) {
  const std::size_t start = to.size();
  to.resize(start + name.size() / sizeof(char16_t));
  if (!name.empty()) std::memcpy(&to[start], name.data(), name.size());
}

// perflib.h has two levels.
std::uint32_t level_of(std::uint32_t detail_level) noexcept {
  return detail_level > PERF_DETAIL_NOVICE ? PERF_DETAIL_ADVANCED : PERF_DETAIL_NOVICE;
}

ValueLack lack_of(const MissingRun& run) noexcept {
  return run.code == MissingReason::no_permission ? ValueLack::no_access : ValueLack::no_data;
}

Bytes definitions_of(const ObjectTypeView& object) noexcept {
  return object.bytes().subspan(object.header_length(),
                                object.definition_length() - object.header_length());
}

}  // namespace

Guid own_set_guid(TitleIndex object) noexcept { return own_guid(0x80, object); }

std::optional<TitleIndex> own_object_of(const Guid& set) noexcept {
  const TitleIndex index =
      std::byteswap(load<TitleIndex>(set.bytes, set.bytes.size() - sizeof(TitleIndex)));
  if (set != own_set_guid(index)) return std::nullopt;
  return index;
}

void OwnSet::assign(const Snapshot& snapshot, const ObjectTypeView& object,
                    const TitleTable& titles) {
  const Bytes definitions = definitions_of(object);
  if (!std::ranges::equal(definitions, definitions_)) {
    describe(object, titles);
    definitions_.assign(definitions.begin(), definitions.end());
  }
  read_instances(snapshot, object);
}

void OwnSet::describe(const ObjectTypeView& object, const TitleTable& titles) {
  const TitleIndex index = object.name_title_index();
  set_ = {.set = own_set_guid(index), .provider = own_guid(0x90, 0)};
  set_.instance_type = object.single().has_value() ? PERF_COUNTERSET_SINGLE_INSTANCE
                                                   : PERF_COUNTERSET_MULTI_INSTANCES;
  set_.name = titles.name(index).value_or("");
  set_.help = titles.help(object.help_title_index()).value_or("");
  set_.provider_name = "Linux";
  columns_.clear();
  std::uint32_t ordinal = 0;
  for (const CounterDefinitionView definition : object.counters()) {
    add_counter(definition, ordinal++, titles);
  }
}

// A base belongs to the counter before it, and has the id after that. Without that counter it is
// left out, too.
void OwnSet::add_counter(const CounterDefinitionView& definition, std::uint32_t ordinal,
                         const TitleTable& titles) {
  CounterTemplate counter{.id = definition.name_title_index(),
                          .type = definition.counter_type(),
                          .detail_level = level_of(definition.detail_level()),
                          .scale = definition.default_scale(),
                          .aggregate = PERF_AGGREGATE_UNDEFINED};
  const std::uint32_t size = definition.counter_size();
  if (size != counter.value_width()) return;  // others have no form in perflib.h
  if (CounterType(counter.type).is_base()) {
    if (columns_.empty() || columns_.back().ordinal + 1 != ordinal) return;
    counter.id = set_.counters.back().id + 1;
    counter.attributes = PERF_ATTRIB_NO_DISPLAYABLE;
  } else {
    counter.name = titles.name(counter.id).value_or("");
    counter.help = titles.help(definition.help_title_index()).value_or("");
  }
  if (set_.position_of(counter.id).has_value()) return;
  if (CounterType(counter.type).is_base()) set_.counters.back().base_id = counter.id;
  set_.counters.push_back(std::move(counter));
  columns_.push_back({ordinal, definition.counter_offset(), size});
}

void OwnSet::read_instances(const Snapshot& snapshot, const ObjectTypeView& object) {
  const std::size_t count = object.instance_count().value_or(1);
  instances_.assign(count, {});
  values_.resize(count * columns_.size());
  names_.resize(std::max(names_.size(), count));
  parents_of_ = 0;
  if (const auto single = object.single(); single.has_value()) read_values(*single, 0);
  std::size_t position = 0;
  for (const InstanceView instance : object.instances()) {
    read_name(snapshot.view(), instance.definition, names_[position]);
    instances_[position].name = names_[position];
    read_values(instance.counters, position++);
  }
  number_names();
  read_lacks(snapshot, object);
}

void OwnSet::read_values(const CounterBlockView& block, std::size_t instance) {
  const auto row = std::span(values_).subspan(instance * columns_.size(), columns_.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Column& column = columns_[i];
    row[i] = contains(block.bytes().size(), column.offset, column.size)
                 ? load_value(block.bytes(), column.offset, column.size)
                 : 0;
  }
  instances_[instance].values = row;
}

// Objects that lack nothing have no rows of reasons.
void OwnSet::read_lacks(const Snapshot& snapshot, const ObjectTypeView& object) {
  lacks_.clear();
  const TitleIndex index = object.name_title_index();
  if (std::ranges::find(snapshot.missing(), index, &MissingRun::object_title_index) ==
      snapshot.missing().end()) {
    return;
  }
  lacks_.resize(values_.size(), ValueLack::none);
  for (std::uint32_t i = 0; i < instances_.size(); ++i) {
    const auto row = std::span(lacks_).subspan(i * columns_.size(), columns_.size());
    for (std::size_t at = 0; at < row.size(); ++at) {
      const MissingRun* why = nullptr;
      if (snapshot.status(index, columns_[at].ordinal, i, &why) == CStatus::valid_data) continue;
      row[at] = why == nullptr ? ValueLack::no_data : lack_of(*why);
    }
    instances_[i].lacks = row;
  }
}

// perflib.h has no parents: an instance is called "parent/name".
void OwnSet::read_name(const DataBlockView& view, const InstanceDefinitionView& definition,
                       std::u16string& name) {
  name.clear();
  const auto parent = definition.parent();
  if (parent.has_value() && view.has(*parent)) {
    append_units(name, parent_name(view, *parent));
    name += u'/';
  }
  append_units(name, without_nul(definition.name()));
}

Bytes OwnSet::parent_name(const DataBlockView& view, const ParentInstance& parent) {
  if (parents_of_ != parent.object_title_index) {
    parents_of_ = parent.object_title_index;
    parents_.clear();
    for (const InstanceView instance : view.find(parents_of_)->instances()) {
      parents_.push_back(without_nul(instance.definition.name()));
    }
  }
  return parents_[parent.instance];
}

void OwnSet::number_names() {
  order_.resize(instances_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::sort(order_, {},
                    [this](std::uint32_t i) { return std::tuple(instances_[i].name, i); });
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const SetInstance& before = instances_[order_[i - 1]];
    SetInstance& instance = instances_[order_[i]];
    if (instance.name == before.name) instance.id = before.id + 1;
  }
}

}  // namespace openperflib
