// NoRows: a sink for those who need only the newest row of a session.
#pragma once

#include <cstddef>
#include <expected>
#include <span>

#include "openperflib/base/source_fault.h"
#include "openperflib/query/row_sink.h"

namespace openperflib {

// Value: drops its rows.
class NoRows final : public RowSink {
 public:
  [[nodiscard]] std::expected<void, SourceFault> begin(
      const Binding& /*binding*/, std::span<const std::size_t> /*shown*/) override {
    return {};
  }
  [[nodiscard]] std::expected<void, SourceFault> write(const Sample& /*sample*/,
                                                       const Row& /*row*/) override {
    return {};
  }
  [[nodiscard]] std::expected<void, SourceFault> end() override { return {}; }
};

}  // namespace openperflib
