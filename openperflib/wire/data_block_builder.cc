#include "openperflib/wire/data_block_builder.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/checked.h"
#include "openperflib/base/limits.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/fields_internal.h"
#include "openperflib/wire/layout.h"
#include "openperflib/wire/stored_length_internal.h"
#include "openperflib/wire/system_time_internal.h"

namespace openperflib {
namespace {

namespace header = layout::data_block;
namespace object = layout::object_type;
namespace counter = layout::counter_definition;
namespace instance = layout::instance_definition;

constexpr std::uint64_t kMostBytes = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kSignature = 0x0046'0052'0045'0050;  // "PERF" in UTF-16LE

std::uint64_t rounded_up(std::uint64_t length) noexcept {
  return checked_round_up<std::uint64_t>(length, layout::kAlignment).value_or(~0ULL);
}

std::int32_t stored_count(Instances instances, std::uint32_t count) noexcept {
  switch (instances) {
    case Instances::none:
      return PERF_NO_INSTANCES;
    case Instances::metadata_multiple:
      return PERF_METADATA_MULTIPLE_INSTANCES;
    case Instances::metadata_none:
      return PERF_METADATA_NO_INSTANCES;
    case Instances::multiple:
      break;
  }
  return static_cast<std::int32_t>(count);
}

// The length of a counter block: at least `wanted`, and enough for ByteLength and every definition.
std::uint64_t block_length_for(std::uint32_t wanted,
                               std::span<const CounterDefinition> definitions) noexcept {
  std::uint64_t length = std::max<std::uint64_t>(wanted, layout::counter_block::kSize);
  for (const CounterDefinition& definition : definitions) {
    if (definition.size == 0) continue;
    const auto end = checked_add<std::uint64_t>(definition.offset, definition.size);
    length = std::max(length, end.value_or(~0ULL));
  }
  return rounded_up(length);
}

void copy(MutableBytes to, Bytes from) noexcept { std::ranges::copy(from, to.begin()); }

}  // namespace

// `length` more bytes, all 0; empty if the block would exceed its limit. Valid until the next call.
MutableBytes DataBlockBuilder::append(std::uint64_t length) {
  const std::size_t start = buffer_.size();
  if (too_long_ || !contains(kMostBytes, start, length)) {
    too_long_ = true;
    return {};
  }
  buffer_.resize(start + static_cast<std::size_t>(length));
  return MutableBytes(buffer_).subspan(start);
}

void DataBlockBuilder::begin(const BlockHeader& fields) {
  buffer_.clear();
  object_.reset();
  counter_block_ = {};
  objects_ = 0;
  parent_lookups_ = 0;
  too_long_ = false;
  utf16_from_utf8(fields.machine_name, name_);
  Bytes name = fields.machine_name_raw;
  if (name.empty()) name = std::as_bytes(std::span(name_));
  const std::uint64_t name_length = name.empty() ? 0 : name.size() + sizeof(char16_t);
  const MutableBytes bytes = append(rounded_up(header::kSize + name_length));
  if (bytes.empty()) return;
  store(bytes, header::kSignature, kSignature);
  store<std::uint32_t>(bytes, header::kLittleEndian, 1);
  store<std::uint32_t>(bytes, header::kVersion, PERF_DATA_VERSION);
  store<std::uint32_t>(bytes, header::kRevision, PERF_DATA_REVISION);
  store(bytes, header::kHeaderLength, as_stored(bytes.size()));
  store(bytes, header::kDefaultObject, fields.default_object);
  store_system_time(bytes, header::kSystemTime, fields.system_time);
  store(bytes, header::kPerfTime, fields.perf_time);
  store(bytes, header::kPerfFreq, fields.perf_freq);
  store(bytes, header::kPerfTime100nSec, fields.perf_time_100ns);
  store(bytes, header::kSystemNameLength, as_stored(name_length));
  store(bytes, header::kSystemNameOffset, as_stored(header::kSize));
  copy(bytes.subspan(header::kSize), name);
}

void DataBlockBuilder::begin_object(const ObjectHeader& fields,
                                    std::span<const CounterDefinition> definitions) {
  assert(!buffer_.empty() && !object_.has_value());
  if (buffer_.empty() || object_.has_value()) return;
  object_ = OpenObject{buffer_.size(), fields.instances, fields.code_page, 0,
                       block_length_for(fields.counter_block_length, definitions)};
  const MutableBytes bytes = append(object::kSize);
  if (bytes.empty()) return;
  store(bytes, object::kHeaderLength, as_stored(object::kSize));
  store(bytes, object::kObjectNameTitleIndex, fields.name_title_index);
  store(bytes, object::kObjectHelpTitleIndex, fields.help_title_index);
  store(bytes, object::kDetailLevel, fields.detail_level);
  store(bytes, object::kNumCounters, as_stored(definitions.size()));
  store(bytes, object::kDefaultCounter, fields.default_counter);
  store(bytes, object::kCodePage, fields.code_page);
  store(bytes, object::kPerfTime, fields.perf_time);
  store(bytes, object::kPerfFreq, fields.perf_freq);
  for (const CounterDefinition& definition : definitions) append_definition(definition);
  if (too_long_) return;
  store(MutableBytes(buffer_).subspan(object_->start), object::kDefinitionLength,
        as_stored(buffer_.size() - object_->start));
}

void DataBlockBuilder::append_definition(const CounterDefinition& definition) {
  assert(definition.size == 0 || definition.offset >= layout::counter_block::kSize);
  const MutableBytes bytes = append(counter::kSize);
  if (bytes.empty()) return;
  store(bytes, counter::kByteLength, as_stored(counter::kSize));
  store(bytes, counter::kCounterNameTitleIndex, definition.name_title_index);
  store(bytes, counter::kCounterHelpTitleIndex, definition.help_title_index);
  store(bytes, counter::kDefaultScale, definition.default_scale);
  store(bytes, counter::kDetailLevel, definition.detail_level);
  store(bytes, counter::kCounterType, definition.type);
  store(bytes, counter::kCounterSize, definition.size);
  store(bytes, counter::kCounterOffset, definition.offset);
}

// Appends and opens a counter block of `wanted` bytes, or as many as the object's definitions need.
void DataBlockBuilder::append_counter_block(std::uint32_t wanted) {
  counter_block_ = {};
  const std::size_t start = buffer_.size();
  const MutableBytes bytes = append(std::max(rounded_up(wanted), object_->counter_block_length));
  if (bytes.empty()) return;
  store(bytes, layout::counter_block::kByteLength, as_stored(bytes.size()));
  counter_block_ = {start, bytes.size()};
}

// Cuts a name that no reader would take, so that it does not cost the whole block.
void DataBlockBuilder::cut_to_limit(std::u16string& name) {
  constexpr std::size_t kMostUnits = Limits{}.name_bytes / sizeof(char16_t) - 1;  // and the NUL
  if (name.size() <= kMostUnits) return;
  name.resize(kMostUnits);
  if (is_high_surrogate(name.back())) name.pop_back();
}

bool DataBlockBuilder::may_start_instance() const noexcept {
  return object_.has_value() && object_->instances == Instances::multiple;
}

void DataBlockBuilder::begin_instance(std::string_view utf8_name,
                                      const InstanceIdentity& identity) {
  if (object_.has_value() && object_->code_page != 0) {
    // The characters of a code page are bytes: the view already has the bytes to write, except the
    // NUL.
    name_bytes_.assign(utf8_name);
    if (!utf8_name.empty()) name_bytes_ += '\0';
    begin_instance_raw(std::as_bytes(std::span(name_bytes_)), identity);
    return;
  }
  utf16_from_utf8(utf8_name, name_);
  cut_to_limit(name_);
  if (!name_.empty()) name_ += u'\0';
  begin_instance_raw(std::as_bytes(std::span(name_)), identity);
}

void DataBlockBuilder::begin_instance_raw(Bytes name, const InstanceIdentity& identity) {
  assert(may_start_instance());
  if (!may_start_instance()) return;
  const MutableBytes bytes = append(rounded_up(instance::kSize + name.size()));
  if (bytes.empty()) return;
  const ParentInstance parent = identity.parent.value_or(ParentInstance{});
  store(bytes, instance::kByteLength, as_stored(bytes.size()));
  store(bytes, instance::kParentObjectTitleIndex, parent.object_title_index);
  store(bytes, instance::kParentObjectInstance, parent.instance);
  store(bytes, instance::kUniqueID, identity.unique_id);
  store(bytes, instance::kNameOffset, as_stored(instance::kSize));
  store(bytes, instance::kNameLength, as_stored(name.size()));
  copy(bytes.subspan(instance::kSize), name);
  ++object_->count;
  append_counter_block(identity.counter_block_length);
}

void DataBlockBuilder::begin_single() {
  const bool may = object_.has_value() && object_->instances == Instances::none;
  assert(may && counter_block_.length == 0);
  if (may && counter_block_.length == 0) append_counter_block(0);
}

// `size` bytes at `offset` of the open counter block; empty if they are not inside it.
MutableBytes DataBlockBuilder::open_bytes(std::uint32_t offset, std::uint64_t size) noexcept {
  if (too_long_) return {};
  const bool is_inside =
      offset >= layout::counter_block::kSize && contains(counter_block_.length, offset, size);
  assert(is_inside);
  if (!is_inside) return {};
  return MutableBytes(buffer_).subspan(counter_block_.start).subspan(offset, size);
}

void DataBlockBuilder::set(std::uint32_t offset, std::uint32_t size, std::uint64_t value) noexcept {
  assert(size >= 1 && size <= sizeof(value));
  const MutableBytes bytes = open_bytes(offset, std::min<std::size_t>(size, sizeof(value)));
  if (bytes.size() == 8) return store(bytes, 0, value);  // the usual case, one move
  if (bytes.size() == 4) return store(bytes, 0, static_cast<std::uint32_t>(value));
  copy(bytes, std::as_bytes(std::span(&value, 1)).first(bytes.size()));
}

void DataBlockBuilder::set_bytes(std::uint32_t offset, Bytes data) noexcept {
  const MutableBytes bytes = open_bytes(offset, data.size());
  if (!bytes.empty()) copy(bytes, data);
}

void DataBlockBuilder::end_object() {
  assert(object_.has_value());
  if (!object_.has_value()) return;
  if (object_->instances == Instances::none && counter_block_.length == 0) append_counter_block(0);
  counter_block_ = {};
  if (!too_long_) {
    const MutableBytes bytes = MutableBytes(buffer_).subspan(object_->start);
    store(bytes, object::kTotalByteLength, as_stored(bytes.size()));
    store(bytes, object::kNumInstances, stored_count(object_->instances, object_->count));
    ++objects_;
  }
  object_.reset();
}

std::expected<Bytes, Error> DataBlockBuilder::finish() {
  assert(!buffer_.empty() && !object_.has_value());
  if (object_.has_value()) end_object();
  if (too_long_ || buffer_.empty()) {
    return std::unexpected(Error{Errc::over_limit, as_stored(kMostBytes),
                                 &members::kTotalByteLength.field,
                                 members::kTotalByteLength.offset});
  }
  store(MutableBytes(buffer_), header::kTotalByteLength, as_stored(buffer_.size()));
  store(MutableBytes(buffer_), header::kNumObjectTypes, objects_);
  return Bytes(buffer_);
}

}  // namespace openperflib
