#include "apps/perflib/text/block_json.h"

#include <fmt/core.h>

#include <iterator>
#include <unordered_map>

#include "apps/perflib/text/counter_text.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/os/code_page.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/text/json_writer.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib::apps {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::string json_or_null(std::optional<std::string_view> text) {
  return text.has_value() ? json_string(*text) : "null";
}

// The name of an index: a fixed one, or one that the block brings along.
std::string json_name(const TitleTable& titles, const Snapshot& snapshot, TitleIndex index) {
  const auto fixed = titles.name(index);
  return json_or_null(fixed.has_value() ? fixed : find_title(snapshot.titles(), index));
}

// Collects the output of a document piece by piece.
class Pieces {
 public:
  Pieces(const TitleTable& titles, bool (*write)(std::string_view))
      : titles_(titles), write_(write) {}
  [[nodiscard]] const TitleTable& titles() const noexcept { return titles_; }
  [[nodiscard]] Out out() { return std::back_inserter(text_); }
  std::string& text() { return text_; }
  // Passes on the text collected so far once it is worth a call.
  bool flush_if_large() { return text_.size() < kPiece || flush(); }
  bool flush() {
    good_ = good_ && write_(text_);
    text_.clear();
    return good_;
  }

 private:
  static constexpr std::size_t kPiece = 1U << 16;
  const TitleTable& titles_;
  bool (*write_)(std::string_view);
  std::string text_;
  bool good_ = true;
};

void append_hex(Pieces& pieces, Bytes data) {
  pieces.text() += '"';
  for (const std::byte byte : data) fmt::format_to(pieces.out(), "{:02x}", byte);
  pieces.text() += '"';
}

void append_value(Pieces& pieces, const ObjectTypeView& object,
                  const CounterDefinitionView& counter, const CounterBlockView& block) {
  const CounterType type(counter.counter_type());
  const Bytes data = block.data(counter);
  if (data.empty()) {
    pieces.text() += "null";  // of size 0, or in the missing part of a truncated block
  } else if (type.is_text()) {
    pieces.text() += json_string(decoded_text(object, type, data));
  } else if (const auto number = block.value(counter)) {
    fmt::format_to(pieces.out(), "{}", *number);
  } else {
    append_hex(pieces, data);
  }
}

void append_values(Pieces& pieces, const Snapshot& snapshot, const ObjectTypeView& object,
                   std::uint32_t instance, const CounterBlockView& block) {
  pieces.text() += "\"values\":[";
  std::uint32_t ordinal = 0;
  for (const CounterDefinitionView& counter : object.counters()) {
    if (ordinal != 0) pieces.text() += ',';
    if (usable(snapshot.status(object.name_title_index(), ordinal, instance))) {
      append_value(pieces, object, counter, block);
    } else {
      pieces.text() += "null";
    }
    ++ordinal;
    if (!pieces.flush_if_large()) return;
  }
  pieces.text() += "]}";
}

// Instances of each object that a parent was looked up in: finding an object walks the block, and
// every instance of a hostile block may name a parent.
using InstanceCounts = std::unordered_map<std::uint32_t, std::uint32_t>;

std::uint32_t instance_count(const DataBlockView& block, std::uint32_t title,
                             InstanceCounts& counts) {
  const auto [entry, is_new] = counts.try_emplace(title, 0);
  if (!is_new) return entry->second;
  const auto object = block.find(title);
  if (object.has_value()) entry->second = object->instance_count().value_or(0);
  return entry->second;
}

std::string parent_json(const DataBlockView& block, const InstanceDefinitionView& instance,
                        InstanceCounts& counts) {
  const auto parent = instance.parent();
  if (!parent.has_value()) return "null";
  if (parent->instance >= instance_count(block, parent->object_title_index, counts)) return "null";
  return fmt::format("{{\"object_title_index\":{},\"instance\":{}}}", parent->object_title_index,
                     parent->instance);
}

void append_instance_head(Pieces& pieces, const Snapshot& snapshot, const ObjectTypeView& object,
                          const InstanceDefinitionView& instance, InstanceCounts& counts) {
  const bool has_name = !instance.name().empty();
  const std::string name =
      has_name ? json_string(instance_name(object, instance, &decode_code_page).text) : "null";
  fmt::format_to(pieces.out(), "{{\"name\":{},\"unique_id\":{},\"parent\":{},", name,
                 instance.unique_id(), parent_json(snapshot.view(), instance, counts));
}

void append_instances(Pieces& pieces, const Snapshot& snapshot, const ObjectTypeView& object) {
  if (const auto single = object.single()) {
    pieces.text() += "{\"name\":null,\"unique_id\":-1,\"parent\":null,";
    append_values(pieces, snapshot, object, 0, *single);
    return;
  }
  std::uint32_t position = 0;
  InstanceCounts counts;
  for (const InstanceView& instance : object.instances()) {
    if (position != 0) pieces.text() += ',';
    append_instance_head(pieces, snapshot, object, instance.definition, counts);
    append_values(pieces, snapshot, object, position, instance.counters);
    ++position;
    if (!pieces.flush_if_large()) return;
  }
}

void append_counters(Pieces& pieces, const Snapshot& snapshot, const ObjectTypeView& object) {
  const char* separator = "";
  for (const CounterDefinitionView& counter : object.counters()) {
    fmt::format_to(pieces.out(),
                   "{}{{\"title_index\":{},\"name\":{},\"type\":{},\"size\":{},\"offset\":{},"
                   "\"scale\":{}}}",
                   separator, counter.name_title_index(),
                   json_name(pieces.titles(), snapshot, counter.name_title_index()),
                   counter.counter_type(), counter.counter_size(), counter.counter_offset(),
                   counter.default_scale());
    separator = ",";
    if (!pieces.flush_if_large()) return;
  }
}

void append_object(Pieces& pieces, const Snapshot& snapshot, const ObjectTypeView& object) {
  fmt::format_to(pieces.out(),
                 "{{\"title_index\":{},\"name\":{},\"perf_time\":{},\"perf_freq\":{},"
                 "\"default_counter\":{},\"counters\":[",
                 object.name_title_index(),
                 json_name(pieces.titles(), snapshot, object.name_title_index()),
                 static_cast<std::uint64_t>(object.perf_time()),
                 static_cast<std::uint64_t>(object.perf_freq()), object.default_counter());
  append_counters(pieces, snapshot, object);
  pieces.text() += "],\"instances\":[";
  append_instances(pieces, snapshot, object);
  pieces.text() += "]}";
}

void append_header(Pieces& pieces, const DataBlockView& block) {
  const auto date = iso_8601(block.system_time());
  fmt::format_to(
      pieces.out(),
      "{{\"machine\":{},\"version\":{},\"revision\":{},\"perf_time\":{},\"perf_freq\":{},"
      "\"perf_time_100ns\":{},\"system_time\":{},\"objects\":[",
      json_string(utf8_from_utf16(block.machine_name(), block.byte_order()).text), block.version(),
      block.revision(), static_cast<std::uint64_t>(block.perf_time()),
      static_cast<std::uint64_t>(block.perf_freq()),
      static_cast<std::uint64_t>(block.perf_time_100ns()), json_or_null(date));
}

}  // namespace

void write_block_json(const Snapshot& snapshot, const TitleTable& titles,
                      bool (*write)(std::string_view piece)) {
  Pieces pieces(titles, write);
  append_header(pieces, snapshot.view());
  const char* separator = "";
  for (const ObjectTypeView& object : snapshot.view().objects()) {
    pieces.text() += separator;
    append_object(pieces, snapshot, object);
    separator = ",";
    if (!pieces.flush()) return;
  }
  pieces.text() += "]}\n";
  (void)pieces.flush();
}

}  // namespace openperflib::apps
