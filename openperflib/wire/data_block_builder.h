// DataBlockBuilder writes a PERF_DATA_BLOCK that keeps every invariant of the format.
//
// Resource: one growing buffer, kept between blocks: a block of a size seen before allocates
//           nothing. The same calls give the same bytes; padding is 0, lengths are multiples of 8.
// Threads:  one at a time.
// Errors:   finish(): over_limit if the block exceeds 2^32 - 1 bytes. append_object(): what is
// wrong
//           with bytes of others. Calls in the wrong order are a programming error (assert);
//           without asserts such a call does nothing.
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
#include "openperflib/base/limits.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {

// The header of a PERF_DATA_BLOCK except its lengths.
struct BlockHeader {
  std::int32_t default_object = -1;  // title index, or -1 for none
  SystemTime system_time = {};
  std::int64_t perf_time = 0;
  std::int64_t perf_freq = 0;
  FileTime perf_time_100ns = 0;
  std::string_view machine_name = {};  // UTF-8; empty: none is written
  Bytes machine_name_raw = {};  // UTF-16 without NUL, written unchanged; used if it is not empty
};

// The kind of object, stored as NumInstances.
enum class Instances : std::uint8_t { none, multiple, metadata_multiple, metadata_none };

// The header of a PERF_OBJECT_TYPE except its lengths and counts.
struct ObjectHeader {
  std::uint32_t name_title_index = 0;
  std::uint32_t help_title_index = 0;
  std::uint32_t detail_level = 100;
  std::int32_t default_counter = -1;  // ordinal of a definition that is not a base
  Instances instances = Instances::none;
  std::uint32_t code_page = 0;  // of instance names; 0: UTF-16
  std::int64_t perf_time = 0;
  std::int64_t perf_freq = 0;
  // Bytes of each counter block, including its ByteLength; rounded up to a multiple of 8, and at
  // least what the definitions need.
  std::uint32_t counter_block_length = 0;
};

// A PERF_COUNTER_DEFINITION.
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

// The identity of an instance besides its name.
struct InstanceIdentity {
  std::optional<ParentInstance> parent = {};
  std::int32_t unique_id = -1;
  // Bytes of its counter block if it is longer than the object's; rounded up to a multiple of 8.
  std::uint32_t counter_block_length = 0;
};

// Call begin(); for each object begin_object(), its instances or begin_single(), and end_object();
// then finish().
class DataBlockBuilder {
 public:
  // Starts a block; the previous one is discarded.
  void begin(const BlockHeader& header);
  // Starts an object with these definitions; they are passed here because none may follow data.
  void begin_object(const ObjectHeader& header, std::span<const CounterDefinition> definitions);
  // Starts an instance of the object and its counter block, filled with zeros. The name is written
  // with a NUL: as UTF-16, cut to what Limits{} lets readers take, or unchanged in an object with a
  // code page. An empty name is not written.
  void begin_instance(std::string_view utf8_name, const InstanceIdentity& identity = {});
  // As above, but writes the bytes of `name`, which include the NUL, unchanged.
  void begin_instance_raw(Bytes name, const InstanceIdentity& identity = {});
  // Starts the one counter block of an object without instances (Instances::none).
  void begin_single();
  // Writes the low `size` bytes (1 to 8) of `value` at `offset` in the open counter block.
  void set(std::uint32_t offset, std::uint32_t size, std::uint64_t value) noexcept;
  // Copies `data` to `offset` in the open counter block (texts, other sizes).
  void set_bytes(std::uint32_t offset, Bytes data) noexcept;
  // Closes the object: fills in its lengths and NumInstances. Writes a counter block of zeros for
  // an object without instances if none was started.
  void end_object();
  // Appends a whole object whose bytes others wrote, such as another process, instead of
  // begin_object() to end_object(). They are validated by the strict rules, in this block: each
  // parent must be in an object before it or in itself, no object may have its title index yet,
  // and the block must stay within `limits`. The object must fill `object` exactly. Errors: the
  // first fault, with its offset in `object`; nothing is appended then.
  [[nodiscard]] std::expected<void, Error> append_object(Bytes object, const Limits& limits = {});
  // Closes the block: fills in its lengths. The bytes live until the next begin().
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

  // `length` more bytes, all 0, valid until the next append; empty beyond 2^32 - 1.
  [[nodiscard]] MutableBytes append(std::uint64_t length);
  // The part of append_object() for an object that was copied to the end of buffer_.
  [[nodiscard]] std::expected<void, Error> check_appended(std::size_t start, const Limits& limits);
  static void cut_to_limit(std::u16string& name);
  // Whether an object with instances is open.
  [[nodiscard]] bool may_start_instance() const noexcept;
  // Writes one PERF_COUNTER_DEFINITION.
  void append_definition(const CounterDefinition& definition);
  // Opens a counter block of zeros: `wanted` bytes, or more if the definitions need them.
  void append_counter_block(std::uint32_t wanted);
  // A part of the open counter block; empty if it is not inside or overlaps ByteLength.
  [[nodiscard]] MutableBytes open_bytes(std::uint32_t offset, std::uint64_t size) noexcept;

  std::vector<std::byte> buffer_;
  std::u16string name_;     // the name being written, as UTF-16
  std::string name_bytes_;  // ... or as bytes of a code page
  std::optional<OpenObject> object_;
  OpenCounterBlock counter_block_;
  std::uint32_t objects_ = 0;
  std::uint32_t parent_lookups_ = 0;  // of all appended objects
  bool too_long_ = false;
};

}  // namespace openperflib
