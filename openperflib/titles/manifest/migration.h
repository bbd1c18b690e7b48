// Raising a manifest to the newest version of its schema, 2.0.
#pragma once

#include <string>

#include "openperflib/base/bytes.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

// Value.
struct MigratedManifest {
  std::string text;      // UTF-8; empty: the manifest has mistakes
  TitleRemarks remarks;  // of the manifest, by line
};

// The manifest as it stands, with everything that 2.0 needs added and what it forbids removed: all
// else, comments and layout too, stays. What is already in 2.0 stays as it is. Texts without ids
// get those of give_text_ids(). Time and memory are linear in the size.
[[nodiscard]] MigratedManifest migrate_manifest(Bytes bytes);

}  // namespace openperflib
