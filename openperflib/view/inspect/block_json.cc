#include "openperflib/view/inspect/block_json.h"

#include <fmt/core.h>

#include <iterator>
#include <optional>
#include <string>
#include <unordered_map>

#include "openperflib/counter/counter_type.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/view/text/counter_text.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {
namespace {

// What is written, and what its names are read with.
struct Block {
  const Snapshot& snapshot;
  const TitleTable& titles;
  CodePageDecoder decode;
};

// The name of an index: a fixed one, or one that the block brings along.
std::optional<std::string_view> name_of(const Block& block, TitleIndex index) {
  const auto fixed = block.titles.name(index);
  return fixed.has_value() ? fixed : find_title(block.snapshot.titles(), index);
}

// Passes on the text of a document piece by piece.
class Pieces {
 public:
  explicit Pieces(bool (*write)(std::string_view)) : write_(write) {}
  [[nodiscard]] JsonWriter& out() noexcept { return out_; }
  // Passes on the text written so far once it is worth a call. False: writing has failed.
  bool flush_if_large() { return out_.size() < kPiece ? good_ : flush(); }
  bool flush(std::string_view end = {}) {
    good_ = good_ && write_(out_.take().append(end));
    return good_;
  }

 private:
  static constexpr std::size_t kPiece = 1U << 16;
  JsonWriter out_{JsonLayout::line};
  bool (*write_)(std::string_view);
  bool good_ = true;
};

std::string hex_of(Bytes data) {
  std::string text;
  for (const std::byte byte : data) fmt::format_to(std::back_inserter(text), "{:02x}", byte);
  return text;
}

void write_stored_value(JsonWriter& out, const ObjectTypeView& object,
                        const CounterDefinitionView& counter, const CounterBlockView& block,
                        CodePageDecoder decode) {
  const CounterType type(counter.counter_type());
  const Bytes data = block.data(counter);
  if (data.empty()) {
    out.value(nullptr);  // of size 0, or in the missing part of a truncated block
  } else if (type.is_text()) {
    out.value(decoded_text(object, type, data, decode));
  } else if (const auto number = block.value(counter)) {
    out.value(*number);
  } else {
    out.value(hex_of(data));
  }
}

// The last member of an instance.
void write_values(Pieces& pieces, const Block& block, const ObjectTypeView& object,
                  std::uint32_t instance, const CounterBlockView& counters) {
  JsonWriter& out = pieces.out();
  out.key("values");
  out.begin_array();
  std::uint32_t ordinal = 0;
  for (const CounterDefinitionView& counter : object.counters()) {
    if (usable(block.snapshot.status(object.name_title_index(), ordinal, instance))) {
      write_stored_value(out, object, counter, counters, block.decode);
    } else {
      out.value(nullptr);
    }
    ++ordinal;
    if (!pieces.flush_if_large()) return;
  }
  out.end_array();
  out.end_object();
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

void write_parent(JsonWriter& out, const DataBlockView& block,
                  const InstanceDefinitionView& instance, InstanceCounts& counts) {
  const auto parent = instance.parent();
  if (!parent.has_value()) return out.value(nullptr);
  if (parent->instance >= instance_count(block, parent->object_title_index, counts)) {
    return out.value(nullptr);
  }
  out.begin_object();
  out.member("object_title_index", parent->object_title_index);
  out.member("instance", parent->instance);
  out.end_object();
}

void write_instance_head(JsonWriter& out, const Block& block, const ObjectTypeView& object,
                         const InstanceDefinitionView& instance, InstanceCounts& counts) {
  out.begin_object();
  out.member("name", instance.name().empty()
                         ? std::nullopt
                         : std::optional(instance_name(object, instance, block.decode).text));
  out.member("unique_id", instance.unique_id());
  out.key("parent");
  write_parent(out, block.snapshot.view(), instance, counts);
}

void write_single_head(JsonWriter& out) {
  out.begin_object();
  out.member("name", nullptr);
  out.member("unique_id", -1);
  out.member("parent", nullptr);
}

void write_instances(Pieces& pieces, const Block& block, const ObjectTypeView& object) {
  if (const auto single = object.single()) {
    write_single_head(pieces.out());
    return write_values(pieces, block, object, 0, *single);
  }
  std::uint32_t position = 0;
  InstanceCounts counts;
  for (const InstanceView& instance : object.instances()) {
    write_instance_head(pieces.out(), block, object, instance.definition, counts);
    write_values(pieces, block, object, position, instance.counters);
    ++position;
    if (!pieces.flush_if_large()) return;
  }
}

void write_counters(Pieces& pieces, const Block& block, const ObjectTypeView& object) {
  JsonWriter& out = pieces.out();
  for (const CounterDefinitionView& counter : object.counters()) {
    out.begin_object();
    out.member("title_index", counter.name_title_index());
    out.member("name", name_of(block, counter.name_title_index()));
    out.member("type", counter.counter_type());
    out.member("size", counter.counter_size());
    out.member("offset", counter.counter_offset());
    out.member("scale", counter.default_scale());
    out.end_object();
    if (!pieces.flush_if_large()) return;
  }
}

// False: writing has failed.
bool write_object(Pieces& pieces, const Block& block, const ObjectTypeView& object) {
  JsonWriter& out = pieces.out();
  out.begin_object();
  out.member("title_index", object.name_title_index());
  out.member("name", name_of(block, object.name_title_index()));
  out.member("perf_time", static_cast<std::uint64_t>(object.perf_time()));
  out.member("perf_freq", static_cast<std::uint64_t>(object.perf_freq()));
  out.member("default_counter", object.default_counter());
  out.key("counters");
  out.begin_array();
  write_counters(pieces, block, object);
  if (!pieces.flush_if_large()) return false;
  out.end_array();
  out.key("instances");
  out.begin_array();
  write_instances(pieces, block, object);
  if (!pieces.flush()) return false;
  out.end_array();
  out.end_object();
  return true;
}

void write_block_header(JsonWriter& out, const DataBlockView& block) {
  out.member("machine", utf8_from_utf16(block.machine_name(), block.byte_order()).text);
  out.member("version", block.version());
  out.member("revision", block.revision());
  out.member("perf_time", static_cast<std::uint64_t>(block.perf_time()));
  out.member("perf_freq", static_cast<std::uint64_t>(block.perf_freq()));
  out.member("perf_time_100ns", static_cast<std::uint64_t>(block.perf_time_100ns()));
  out.member("system_time", iso_8601(block.system_time()));
}

}  // namespace

void write_block_json(const Snapshot& snapshot, const TitleTable& titles, CodePageDecoder decode,
                      bool (*write)(std::string_view piece)) {
  const Block block{.snapshot = snapshot, .titles = titles, .decode = decode};
  Pieces pieces(write);
  JsonWriter& out = pieces.out();
  out.begin_object();
  write_block_header(out, snapshot.view());
  out.key("objects");
  out.begin_array();
  for (const ObjectTypeView& object : snapshot.view().objects()) {
    if (!write_object(pieces, block, object)) return;
  }
  out.end_array();
  out.end_object();
  (void)pieces.flush("\n");
}

}  // namespace openperflib
