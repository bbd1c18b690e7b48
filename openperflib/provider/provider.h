// Provider: whatever puts objects into a block.
#pragma once

#include "openperflib/provider/provider_report.h"
#include "openperflib/query/object_request.h"
#include "openperflib/query/snapshot.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {

// A provider never sees a query, only what is asked for. Collect looks stateless to its caller: raw
// values are absolute.
class Provider {
 public:
  virtual ~Provider() = default;
  // Writes the objects asked for, and reports the values that are missing.
  virtual void collect(const ObjectRequest& request, DataBlockBuilder& builder,
                       ProviderReport& report) = 0;
};

}  // namespace openperflib
