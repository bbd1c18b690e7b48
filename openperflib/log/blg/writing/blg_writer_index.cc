#include <algorithm>

#include "openperflib/counter/counter_type.h"
#include "openperflib/log/blg/blg_layout.h"
#include "openperflib/log/blg/writing/blg_writer_index_internal.h"
#include "openperflib/log/blg/writing/blg_writer_records_internal.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {
namespace {

constexpr std::int32_t kNoInstances = -1;
constexpr std::int32_t kNoParent = -1;

std::int64_t time_base_of(CounterType type, const DataBlockView& block,
                          const ObjectTypeView& object) {
  switch (type.clock()) {
    case Companion::perf_time_100ns:
      return kTicksPerSecond;
    case Companion::object_time:
      return object.perf_freq() != 0 ? object.perf_freq() : kTicksPerSecond;
    case Companion::perf_time:
    case Companion::base:
    case Companion::none:
      return block.perf_freq();
  }
  return block.perf_freq();
}

}  // namespace

void BlgClosingIndex::describe(Entry& entry, const DataBlockView& block,
                               const ObjectTypeView& object) {
  entry.is_known = true;
  entry.has_instances = object.instance_count().has_value();
  for (const CounterDefinitionView& one : object.counters()) {
    entry.counters.push_back(
        {.title_index = one.name_title_index(),
         .type = one.counter_type(),
         .time_base = time_base_of(CounterType(one.counter_type()), block, object),
         .default_scale = one.default_scale()});
  }
}

void BlgClosingIndex::add_instances(Entry& entry, const ObjectTypeView& object) {
  std::map<std::u16string, std::uint32_t> counts;
  for (const auto& instance : object.instances()) {
    std::u16string name =
        utf16_from_utf8(name_or_id(object, instance.definition, &decode_code_page));
    const std::uint32_t count = ++counts[name];
    const auto [most, is_new] = entry.most.try_emplace(name, 0);
    if (is_new) entry.names.push_back(std::move(name));
    most->second = std::max(most->second, count);
  }
}

void BlgClosingIndex::add(FileTime time_local, std::span<const Bytes> blocks) {
  if (samples_++ == 0) first_time_ = time_local;
  last_time_ = time_local;
  for (std::size_t i = 0; i < std::min(entries_.size(), blocks.size()); ++i) {
    const auto block = DataBlockView::parse(blocks[i]);
    if (!block.has_value() || block->object_count() == 0) continue;
    const ObjectTypeView object = *block->objects().begin();
    if (!entries_[i].is_known) describe(entries_[i], *block, object);
    if (entries_[i].has_instances) add_instances(entries_[i], object);
  }
}

void BlgClosingIndex::put_counters(BlgBytes& out, const Entry& entry) {
  for (const Counter& one : entry.counters) out.put(one.title_index);
  for (const Counter& one : entry.counters) out.put(one.type);
  for (const Counter& one : entry.counters) out.put(one.time_base);
  for (const Counter& one : entry.counters) out.put(one.default_scale);
}

// The last of equal names comes first, as on Windows.
void BlgClosingIndex::put_instances(BlgBytes& out, const Entry& entry) {
  std::uint32_t offset = 0;
  for (const std::u16string& name : entry.names) {
    for (std::uint32_t number = entry.most.at(name); number-- > 0;) {
      out.put(offset);
      out.put(number);
      out.put(kNoParent);
      out.put(kNoParent);
      offset += static_cast<std::uint32_t>((name.size() + 1) * sizeof(char16_t));
    }
  }
  for (const std::u16string& name : entry.names) {
    for (std::uint32_t number = entry.most.at(name); number-- > 0;) {
      out.put_units(std::as_bytes(std::span(name)));
    }
  }
}

void BlgClosingIndex::put_entry(BlgBytes& out, const Entry& entry) {
  std::int32_t instances = entry.has_instances ? 0 : kNoInstances;
  for (const auto& [name, most] : entry.most) instances += static_cast<std::int32_t>(most);
  const std::size_t start = begin_record(out, BlgForm::object);
  out.put(instances);
  out.put(static_cast<std::uint32_t>(entry.counters.size()));
  put_counters(out, entry);
  out.pad(start);
  put_instances(out, entry);
  end_record(out, start);
}

void BlgClosingIndex::put(BlgBytes& out) const {
  const std::size_t start = out.size();
  out.put(first_time_);
  out.put(last_time_);
  out.put(samples_);
  out.put(static_cast<std::uint32_t>(entries_.size()));
  out.put(std::uint32_t{0});
  out.put(blg::closing_index::kVersionValue);
  for (const Entry& entry : entries_) put_entry(out, entry);
  out.patch(start + blg::closing_index::kLength.offset,
            static_cast<std::uint32_t>(out.size() - start));
}

}  // namespace openperflib
