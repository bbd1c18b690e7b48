// BlgNameTable: the names of a machine, divided into the messages at the beginning of a log of
// objects.
//
// Source: docs/formats/blg.md, "Name table".
#pragma once

#include <cstddef>

#include "openperflib/log/blg/writing/blg_object_writer.h"
#include "openperflib/log/blg/writing/blg_writer_bytes_internal.h"

namespace openperflib {

// View of the names, which must outlive it.
class BlgNameTable {
 public:
  explicit BlgNameTable(const BlgNames& machine) : machine_(machine) {}
  // Whether put_next() has put all of them; a machine without names has no message.
  [[nodiscard]] bool is_done() const noexcept { return next_ == machine_.names.size(); }
  // The body of the next message: the machine, and as many pairs of index and name as fit into an
  // event, at least one.
  void put_next(BlgBytes& out);

 private:
  const BlgNames& machine_;
  std::size_t next_ = 0;
};

}  // namespace openperflib
