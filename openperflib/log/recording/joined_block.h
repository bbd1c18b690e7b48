// JoinedBlock: the objects of several PERF_DATA_BLOCKs of one machine under one header.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// Resource: the bytes, reused after clear().
class JoinedBlock {
 public:
  // Forgets all blocks.
  void clear() noexcept;
  // Adds the objects of `view` that `request` names. The first block gives the header and the
  // machine; blocks of other machines are left out.
  void add(const DataBlockView& view, const ObjectRequest& request);

  // The blocks of a sample as one: the only one as it is, several joined. nullopt: there is none
  // that can be read, or they are too large for one block. The view lives until the next call, and
  // as long as the blocks.
  [[nodiscard]] std::optional<DataBlockView> one_of(std::span<const Bytes> blocks);

  [[nodiscard]] bool has_objects() const noexcept { return objects_ != 0; }  // since clear()
  // And left them out.
  [[nodiscard]] bool has_other_machines() const noexcept { return has_other_machines_; }
  // The block so far, with the names that its blocks brought along. The bytes live until the next
  // call.
  [[nodiscard]] Bytes bytes();

 private:
  // Takes the header and the machine of the first block.
  void begin(const DataBlockView& view);
  // Adds the bytes of one object after the others.
  void append(Bytes object);
  // An object that stands beside others and describes them.
  struct Beside {
    std::vector<std::byte> object = {};  // empty: no block has it
    bool is_written = false;             // whether bytes_ has it
  };
  // Keeps the object if it is Counter Links or Titles; only the first one is kept.
  void keep_beside(const ObjectTypeView& object);
  // Appends what was kept, once; before Collection Status, if there is one.
  void append_beside();

  std::vector<std::byte> bytes_;
  std::array<Beside, 2> beside_;  // Counter Links, Titles
  std::optional<std::vector<std::byte>> machine_;
  std::uint32_t objects_ = 0;
  bool has_other_machines_ = false;
};

// The blocks of the record that can be read; the reader reports the others. They live as long as
// those of the record.
[[nodiscard]] std::vector<DataBlockView> views_of(const LogRecord& record);

}  // namespace openperflib
