// Collection Status: our object that reports which values of a block are missing, and why. Source:
// docs/perflib.md, section 5.
#pragma once

#include "openperflib/snapshot/provider_report.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {

// Writes the object, with one instance per row of the report. It is the last object of a block and
// describes those before it. Allocates nothing.
void write_collection_status(const ProviderReport& report, DataBlockBuilder& builder);

}  // namespace openperflib
