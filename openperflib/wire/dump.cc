#include "openperflib/wire/dump.h"

#include <fmt/core.h>

#include <array>
#include <iterator>
#include <span>
#include <string_view>

#include "openperflib/text/utf16.h"
#include "openperflib/wire/counter_kind_internal.h"
#include "openperflib/wire/instance_name.h"
#include "openperflib/wire/layout.h"

namespace openperflib {
namespace {

enum class Shown : std::uint8_t { number, signed_number, hexadecimal, long_number };

struct Row {
  const char* name;
  std::size_t offset;
  Shown shown = Shown::number;
};

namespace header = layout::data_block;
constexpr auto kHeaderBeforeTime = std::to_array<Row>({
    {"LittleEndian", header::kLittleEndian},
    {"Version", header::kVersion},
    {"Revision", header::kRevision},
    {"TotalByteLength", header::kTotalByteLength},
    {"HeaderLength", header::kHeaderLength},
    {"NumObjectTypes", header::kNumObjectTypes},
    {"DefaultObject", header::kDefaultObject, Shown::signed_number},
});
constexpr auto kHeaderAfterTime = std::to_array<Row>({
    {"PerfTime", header::kPerfTime, Shown::long_number},
    {"PerfFreq", header::kPerfFreq, Shown::long_number},
    {"PerfTime100nSec", header::kPerfTime100nSec, Shown::long_number},
    {"SystemNameLength", header::kSystemNameLength},
    {"SystemNameOffset", header::kSystemNameOffset},
});

namespace object_type = layout::object_type;
constexpr auto kObject = std::to_array<Row>({
    {"TotalByteLength", object_type::kTotalByteLength},
    {"DefinitionLength", object_type::kDefinitionLength},
    {"HeaderLength", object_type::kHeaderLength},
    {"ObjectNameTitleIndex", object_type::kObjectNameTitleIndex},
    {"ObjectHelpTitleIndex", object_type::kObjectHelpTitleIndex},
    {"DetailLevel", object_type::kDetailLevel},
    {"NumCounters", object_type::kNumCounters},
    {"DefaultCounter", object_type::kDefaultCounter, Shown::signed_number},
    {"NumInstances", object_type::kNumInstances, Shown::signed_number},
    {"CodePage", object_type::kCodePage},
    {"PerfTime", object_type::kPerfTime, Shown::long_number},
    {"PerfFreq", object_type::kPerfFreq, Shown::long_number},
});

namespace counter = layout::counter_definition;
constexpr auto kCounter = std::to_array<Row>({
    {"ByteLength", counter::kByteLength},
    {"CounterNameTitleIndex", counter::kCounterNameTitleIndex},
    {"CounterHelpTitleIndex", counter::kCounterHelpTitleIndex},
    {"DefaultScale", counter::kDefaultScale, Shown::signed_number},
    {"DetailLevel", counter::kDetailLevel},
    {"CounterType", counter::kCounterType, Shown::hexadecimal},
    {"CounterSize", counter::kCounterSize},
    {"CounterOffset", counter::kCounterOffset},
});

namespace instance_definition = layout::instance_definition;
constexpr auto kInstance = std::to_array<Row>({
    {"ByteLength", instance_definition::kByteLength},
    {"ParentObjectTitleIndex", instance_definition::kParentObjectTitleIndex},
    {"ParentObjectInstance", instance_definition::kParentObjectInstance},
    {"UniqueID", instance_definition::kUniqueID, Shown::signed_number},
    {"NameOffset", instance_definition::kNameOffset},
    {"NameLength", instance_definition::kNameLength},
});

std::string quoted(std::string_view utf8) {
  std::string text = "\"";
  for (const char character : utf8) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x20 || byte == 0x7F || character == '"' || character == '\\') {
      fmt::format_to(std::back_inserter(text), "\\u{:04x}", byte);
    } else {
      text += character;
    }
  }
  return text + '"';
}

class Dumper {
 public:
  using Write = bool (*)(std::string_view piece);
  // Without `write`, the text is kept.
  explicit Dumper(const DataBlockView& view, Write write = nullptr) noexcept
      : view_(view), write_(write) {}

  std::string run() {
    dump_header();
    for (const ObjectTypeView object : view_.objects()) {
      if (!refused_) dump_object(object);
    }
    hand_on();
    return std::move(text_);
  }

 private:
  void hand_on() {
    if (write_ == nullptr) return;
    if (!refused_) refused_ = !write_(text_);
    text_.clear();
  }

  template <typename... Arguments>
  void line(Bytes part, std::size_t offset, int depth, fmt::format_string<Arguments...> format,
            Arguments&&... arguments) {
    const auto start = static_cast<std::size_t>(part.data() - view_.bytes().data());
    fmt::format_to(std::back_inserter(text_), "{:8} {:{}}", start + offset, "", 2 * depth);
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
    constexpr std::size_t kPiece = 1U << 16;
    if (text_.size() >= kPiece) hand_on();
  }

  void rows(Bytes part, int depth, std::span<const Row> table) {
    for (const Row& row : table) row_line(part, depth, row);
  }

  void row_line(Bytes part, int depth, const Row& row) {
    const ByteOrder order = view_.byte_order();
    const auto put = [&](auto value) { line(part, row.offset, depth, "{} {}", row.name, value); };
    switch (row.shown) {
      case Shown::number:
        return put(load<std::uint32_t>(part, row.offset, order));
      case Shown::signed_number:
        return put(load<std::int32_t>(part, row.offset, order));
      case Shown::long_number:
        return put(load<std::int64_t>(part, row.offset, order));
      case Shown::hexadecimal:
        return put(fmt::format("0x{:08x}", load<std::uint32_t>(part, row.offset, order)));
    }
  }

  void dump_header() {
    const Bytes bytes = view_.bytes();
    line(bytes, 0, 0, "PERF_DATA_BLOCK");
    line(bytes, 0, 1, "Signature UTF-16{}", view_.text_order() == ByteOrder::little ? "LE" : "BE");
    rows(bytes, 1, kHeaderBeforeTime);
    line(bytes, header::kSystemTime, 1, "SystemTime {}",
         iso_8601(view_.system_time()).value_or("no date"));
    rows(bytes, 1, kHeaderAfterTime);
    const Bytes name = view_.machine_name();
    if (name.empty()) return;
    line(name, 0, 1, "SystemName {}", quoted(utf8_from_utf16(name, view_.text_order()).text));
  }

  void dump_object(const ObjectTypeView& object) {
    line(object.bytes(), 0, 0, "PERF_OBJECT_TYPE{}", object.is_cut() ? ", cut" : "");
    rows(object.bytes(), 1, kObject);
    std::uint32_t ordinal = 0;
    for (const CounterDefinitionView definition : object.counters()) {
      line(definition.bytes(), 0, 1, "PERF_COUNTER_DEFINITION {}", ordinal++);
      rows(definition.bytes(), 2, kCounter);
    }
    if (const auto single = object.single()) dump_counter_block(object, *single);
    std::uint32_t position = 0;
    for (const InstanceView instance : object.instances()) {
      if (refused_) return;
      dump_instance(object, instance.definition, position++);
      dump_counter_block(object, instance.counters);
    }
  }

  void dump_instance(const ObjectTypeView& object, const InstanceDefinitionView& definition,
                     std::uint32_t position) {
    line(definition.bytes(), 0, 1, "PERF_INSTANCE_DEFINITION {}", position);
    rows(definition.bytes(), 2, kInstance);
    if (definition.name().empty()) return;
    line(definition.name(), 0, 2, "Name {}", quoted(instance_name(object, definition).text));
  }

  void dump_counter_block(const ObjectTypeView& object, const CounterBlockView& block) {
    const Bytes bytes = block.bytes();
    line(bytes, 0, 1, "PERF_COUNTER_BLOCK");
    rows(bytes, 2, std::to_array<Row>({{"ByteLength", layout::counter_block::kByteLength}}));
    std::uint32_t ordinal = 0;
    for (const CounterDefinitionView definition : object.counters()) {
      line(bytes, definition.counter_offset(), 2, "value {}: {}", ordinal++,
           shown_value(object, block, definition));
    }
  }

  std::string shown_value(const ObjectTypeView& object, const CounterBlockView& block,
                          const CounterDefinitionView& definition) const {
    if (definition.counter_size() == 0) return "-";
    const Bytes data = block.data(definition);
    if (data.empty()) return "missing";
    const std::uint32_t type = definition.counter_type();
    if (is_ascii_text_type(type)) {
      // If the object has no code page, decode as ASCII.
      constexpr std::uint32_t kAscii = 20127;
      const std::uint32_t page = object.code_page() == 0 ? kAscii : object.code_page();
      return quoted(stored_text(data, page, view_.text_order()).text);
    }
    if (is_text_type(type)) return quoted(utf8_from_utf16(data, view_.text_order()).text);
    if (const auto value = block.value(definition)) return fmt::format("{}", *value);
    std::string hex;
    for (const std::byte byte : data) {
      fmt::format_to(std::back_inserter(hex), "{:02x}", std::to_integer<unsigned>(byte));
    }
    return hex;
  }

  const DataBlockView& view_;
  Write write_;
  bool refused_ = false;
  std::string text_;
};

}  // namespace

std::string dump(const DataBlockView& view) { return Dumper(view).run(); }

void dump(const DataBlockView& view, bool (*write)(std::string_view piece)) {
  (void)Dumper(view, write).run();
}

}  // namespace openperflib
