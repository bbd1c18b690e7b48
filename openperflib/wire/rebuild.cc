#include "openperflib/wire/rebuild.h"

#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/wire/counter_kind_internal.h"
#include "openperflib/wire/fields_internal.h"

namespace openperflib {
namespace {

using Checked = std::expected<void, Error>;

// UTF-16 in little-endian order; kept while the builder copies it.
class LittleEndianText {
 public:
  explicit LittleEndianText(ByteOrder from) noexcept : from_(from) {}
  Bytes operator()(Bytes text) {
    if (from_ == ByteOrder::little) return text;
    swapped_.assign(text.begin(), text.end());
    for (std::size_t i = 0; contains(text.size(), i, sizeof(char16_t)); i += sizeof(char16_t)) {
      std::swap(swapped_[i], swapped_[i + 1]);
    }
    return swapped_;
  }

 private:
  ByteOrder from_;
  std::vector<std::byte> swapped_;
};

class Rebuilder {
 public:
  Rebuilder(const DataBlockView& view, DataBlockBuilder& builder) noexcept
      : view_(view), builder_(builder), utf16_(view.text_order()) {}

  std::expected<Bytes, Error> run() {
    builder_.begin({.default_object = view_.default_object(),
                    .system_time = view_.system_time(),
                    .perf_time = view_.perf_time(),
                    .perf_freq = view_.perf_freq(),
                    .perf_time_100ns = view_.perf_time_100ns(),
                    .machine_name = {},
                    .machine_name_raw = utf16_(view_.machine_name())});
    for (const ObjectTypeView object : view_.objects()) {
      OPENPERFLIB_TRY(check(object));
      write(object);
    }
    return builder_.finish();
  }

 private:
  [[nodiscard]] Error fault(Errc code, std::uint32_t stored, Bytes part,
                            const members::Member& member) const noexcept {
    const auto offset = static_cast<std::uint64_t>(part.data() - view_.bytes().data());
    return {code, stored, &member.field, offset + member.offset};
  }

  Checked check(const ObjectTypeView& object) const {
    if (object.is_cut()) {
      const auto missing =
          static_cast<std::uint32_t>(object.total_byte_length() - object.bytes().size());
      return std::unexpected(
          fault(Errc::truncated, missing, object.bytes(), members::kObjectTotalByteLength));
    }
    for (const CounterDefinitionView counter : object.counters()) {
      if (counter.counter_size() != 0 && counter.counter_offset() < layout::counter_block::kSize) {
        return std::unexpected(fault(Errc::out_of_range, counter.counter_offset(), counter.bytes(),
                                     members::kCounterOffset));
      }
    }
    return {};
  }

  void write(const ObjectTypeView& object) {
    definitions_.clear();
    for (const CounterDefinitionView counter : object.counters()) {
      definitions_.push_back(definition_of(counter));
    }
    builder_.begin_object(header_of(object), definitions_);
    if (const auto single = object.single()) {
      builder_.begin_single();
      write_values(object, *single);
    }
    for (const InstanceView instance : object.instances()) {
      const InstanceIdentity identity{instance.definition.parent(), instance.definition.unique_id(),
                                      length_of(instance.counters)};
      const Bytes name = instance.definition.name();
      builder_.begin_instance_raw(object.code_page() == 0 ? utf16_(name) : name, identity);
      write_values(object, instance.counters);
    }
    builder_.end_object();
  }

  static CounterDefinition definition_of(const CounterDefinitionView& counter) noexcept {
    return {.name_title_index = counter.name_title_index(),
            .help_title_index = counter.help_title_index(),
            .default_scale = counter.default_scale(),
            .detail_level = counter.detail_level(),
            .type = counter.counter_type(),
            .size = counter.counter_size(),
            .offset = counter.counter_offset()};
  }

  static Instances kind_of(const ObjectTypeView& object) noexcept {
    switch (object.stored_instance_count()) {
      case PERF_NO_INSTANCES:
        return Instances::none;
      case PERF_METADATA_MULTIPLE_INSTANCES:
        return Instances::metadata_multiple;
      case PERF_METADATA_NO_INSTANCES:
        return Instances::metadata_none;
      default:
        return Instances::multiple;
    }
  }

  static std::uint32_t length_of(const CounterBlockView& block) noexcept {
    return static_cast<std::uint32_t>(block.bytes().size());
  }

  static ObjectHeader header_of(const ObjectTypeView& object) noexcept {
    return {.name_title_index = object.name_title_index(),
            .help_title_index = object.help_title_index(),
            .detail_level = object.detail_level(),
            .default_counter = object.default_counter(),
            .instances = kind_of(object),
            .code_page = object.code_page(),
            .perf_time = object.perf_time(),
            .perf_freq = object.perf_freq(),
            .counter_block_length = object.single() ? length_of(*object.single()) : 0};
  }

  void write_values(const ObjectTypeView& object, const CounterBlockView& block) {
    for (const CounterDefinitionView counter : object.counters()) {
      const std::uint32_t type = counter.counter_type();
      const Bytes data = block.data(counter);
      if (data.empty()) continue;
      if (is_text_type(type)) {
        builder_.set_bytes(counter.counter_offset(),
                           is_ascii_text_type(type) ? data : utf16_(data));
      } else if (const auto value = block.value(counter)) {
        builder_.set(counter.counter_offset(), counter.counter_size(), *value);
      } else {
        builder_.set_bytes(counter.counter_offset(), data);
      }
    }
  }

  const DataBlockView& view_;
  DataBlockBuilder& builder_;
  LittleEndianText utf16_;
  std::vector<CounterDefinition> definitions_;
};

}  // namespace

std::expected<Bytes, Error> rebuild(const DataBlockView& view, DataBlockBuilder& builder) {
  return Rebuilder(view, builder).run();
}

}  // namespace openperflib
