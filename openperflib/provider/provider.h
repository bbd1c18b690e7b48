// Provider: a component that writes objects into a block.
#pragma once

#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/provider_report.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {

// A provider never sees a query, only the requested objects. Raw values are absolute, so that
// callers may treat collect() as stateless.
class Provider {
 public:
  virtual ~Provider() = default;
  // Writes the requested objects to `builder`, and what is missing from them to `report`.
  virtual void collect(const ObjectRequest& request, DataBlockBuilder& builder,
                       ProviderReport& report) = 0;
};

}  // namespace openperflib
