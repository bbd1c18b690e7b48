// Collection Status: our object that says what a block cannot say by itself: which of its values
// are missing, and why. Source: docs/perflib.md, section 5.
#pragma once

#include "openperflib/provider/provider_report.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {

// Writes the object, an instance a row of the report. The last object of a block: it speaks of
// those before it. Allocates nothing.
void write_collection_status(const ProviderReport& report, DataBlockBuilder& builder);

}  // namespace openperflib
