// Binding: the series that the paths of a query mean.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/query/catalog/series.h"

namespace openperflib {

// The series of a query in one layout of its source, in the order of the paths, then of the block.
class Binding {
 public:
  // The series that a row has values for, in the order of the row.
  [[nodiscard]] std::span<const Series> series() const noexcept;
  // "\\machine\object(parent/instance#n)\counter" as in CSV.
  [[nodiscard]] std::string path_of(std::size_t series) const;
  [[nodiscard]] std::string_view machine() const noexcept;
  // Grows by one whenever the series change; rows of one generation have the same columns.
  [[nodiscard]] std::uint64_t generation() const noexcept;
  // Returns for each series the position that it had in the generation before this one, or kNew:
  // what was made for the series of that generation need not be looked up again. Empty: not known,
  // as for a query over several machines.
  [[nodiscard]] std::span<const std::uint32_t> before() const noexcept;
  static constexpr std::uint32_t kNew = 0xFFFFFFFF;
  // Returns whether each series has the place and the names of one of the generation before this
  // one: what differs is which instances have them. False: not known.
  [[nodiscard]] bool keeps_names() const noexcept;
  ~Binding();

 private:
  friend class Query;
  Binding();  // made by Query alone
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
