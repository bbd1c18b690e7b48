// DataBlockBuilder writes a PERF_DATA_BLOCK that keeps every invariant of the format.
//
// Resource: one growing buffer, kept between blocks: a block of a size seen before allocates
//           nothing. The same calls give the same bytes; padding is 0, lengths are multiples of 8.
// Threads:  one at a time.
// Errors:   finish() alone: over_limit where the block passes 2^32 - 1 bytes. A wrong order of
//           calls is a fault of the program (assert); without asserts such a call does nothing.
// Source:   docs/formats/perf_data_block.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {

// What stands in a PERF_DATA_BLOCK's header beside its lengths.
struct BlockHeader {
  std::int32_t default_object = -1;  // title index, -1: none
  SystemTime system_time = {};
  std::int64_t perf_time = 0;
  std::int64_t perf_freq = 0;
  FileTime perf_time_100ns = 0;
  std::string_view machine_name = {};  // UTF-8; empty: none is written
  Bytes machine_name_raw = {};  // UTF-16 as it shall stand, without NUL; where it is not empty
};

// NumInstances: what kind of object it is.
enum class Instances : std::uint8_t { none, multiple, metadata_multiple, metadata_none };

// What stands in a PERF_OBJECT_TYPE beside its lengths and counts.
struct ObjectHeader {
  std::uint32_t name_title_index = 0;
  std::uint32_t help_title_index = 0;
  std::uint32_t detail_level = 100;
  std::int32_t default_counter = -1;  // ordinal of a definition that is no base
  Instances instances = Instances::none;
  std::uint32_t code_page = 0;  // of raw names; text names are UTF-16 where it is 0
  std::int64_t perf_time = 0;
  std::int64_t perf_freq = 0;
  // Bytes of each counter block, its ByteLength included; rounded up to 8, and at least what the
  // definitions need.
  std::uint32_t counter_block_length = 0;
};

// What stands in a PERF_COUNTER_DEFINITION.
struct CounterDefinition {
  std::uint32_t name_title_index = 0;
  std::uint32_t help_title_index = 0;
  std::int32_t default_scale = 0;
  std::uint32_t detail_level = 100;
  std::uint32_t type = 0;
  std::uint32_t size = 0;    // bytes
  std::uint32_t offset = 0;  // from the start of the counter block; at least 4
  bool operator==(const CounterDefinition&) const = default;
};

// Who an instance is, beside its name.
struct InstanceIdentity {
  std::optional<ParentInstance> parent = {};
  std::int32_t unique_id = -1;
  // Bytes of its counter block where it is longer than the object's; rounded up to 8.
  std::uint32_t counter_block_length = 0;
};

// begin(); for each object begin_object(), its instances or single, end_object(); finish().
class DataBlockBuilder {
 public:
  // Starts a block; what was there is forgotten.
  void begin(const BlockHeader& header);
  // Starts an object with these definitions. Definitions come with it, because none may follow
  // data.
  void begin_object(const ObjectHeader& header, std::span<const CounterDefinition> definitions);
  // Starts an instance of the object, and its counter block, all bytes 0. The name is written as
  // UTF-16 with a NUL; as it is, with a NUL, in an object with a code page. Empty: no name.
  void begin_instance(std::string_view utf8_name, const InstanceIdentity& identity = {});
  // As above with the name's bytes as they shall stand (a code page, big names); NUL included.
  void begin_instance_raw(Bytes name, const InstanceIdentity& identity = {});
  // Starts the one counter block of an object without instances (Instances::none).
  void begin_single();
  // Writes the low `size` bytes (1 to 8) of `value` at `offset` of the open counter block.
  void set(std::uint32_t offset, std::uint32_t size, std::uint64_t value) noexcept;
  // Copies `data` to `offset` of the open counter block (texts, odd sizes).
  void set_bytes(std::uint32_t offset, Bytes data) noexcept;
  // Closes the object: patches its lengths and NumInstances. An object without instances whose
  // counter block was not begun gets one of zeros.
  void end_object();
  // Closes the block: patches its lengths. The bytes live until the next begin().
  [[nodiscard]] std::expected<Bytes, Error> finish();

 private:
  // The object between begin_object() and end_object().
  struct OpenObject {
    std::size_t start = 0;
    Instances instances = Instances::none;
    std::uint32_t code_page = 0;
    std::uint32_t count = 0;                 // instances written so far
    std::uint64_t counter_block_length = 0;  // multiple of 8, long enough for every definition
  };
  // The counter block that set() writes to.
  struct OpenCounterBlock {
    std::size_t start = 0;
    std::size_t length = 0;  // 0: none is open
  };

  // `length` more bytes, all 0, valid until the next append; none beyond 2^32 - 1.
  [[nodiscard]] MutableBytes append(std::uint64_t length);
  // Whether an object with instances is open.
  [[nodiscard]] bool may_start_instance() const noexcept;
  // Writes one PERF_COUNTER_DEFINITION.
  void append_definition(const CounterDefinition& definition);
  // Opens a counter block of zeros: `wanted` bytes, or more where the definitions need them.
  void append_counter_block(std::uint32_t wanted);
  // That part of the open counter block; none where it leaves the block or covers its ByteLength.
  [[nodiscard]] MutableBytes open_bytes(std::uint32_t offset, std::uint64_t size) noexcept;

  std::vector<std::byte> buffer_;
  std::u16string name_;     // the name that is being written, as UTF-16
  std::string name_bytes_;  // ... or as bytes of a code page
  std::optional<OpenObject> object_;
  OpenCounterBlock counter_block_;
  std::uint32_t objects_ = 0;
  bool too_long_ = false;
};

}  // namespace openperflib
