// Any bytes as a manifest: what is read is valid text in its place, and each remark names a line.
#include <cstdint>
#include <span>
#include <string_view>

#include "openperflib/testing/title_checks.h"
#include "openperflib/titles/manifest/manifest.h"
#include "openperflib/titles/manifest/migration.h"

namespace openperflib {
namespace {

void check_set(const ManifestCounterSet& set, std::size_t most_lines) {
  check(set.counters.size() <= kMostCountersOfSet);
  check_valid(set.name);
  check_valid(set.description);
  for (const ManifestCounter& counter : set.counters) {
    check(counter.line >= set.line && counter.line <= most_lines);
    check(counter.default_scale >= -10 && counter.default_scale <= 10);
    check_valid(counter.name);
    check_valid(counter.description);
  }
}

void read(Bytes bytes) {
  const Manifest manifest = read_manifest(bytes);
  for (const ManifestProvider& provider : manifest.providers) {
    check_valid(provider.name);
    check_valid(provider.application_identity);
    for (const ManifestCounterSet& set : provider.sets) check_set(set, bytes.size() + 1);
  }
  check_remarks(manifest.remarks, bytes.size());
}

// A good manifest is a good one of version 2.0 afterwards; of a bad one, nothing is made.
void migrate(Bytes bytes) {
  const MigratedManifest migrated = migrate_manifest(bytes);
  check(migrated.text.empty() == has_mistakes(migrated.remarks));
  if (migrated.text.empty()) return;
  const Manifest again = read_manifest(as_bytes(migrated.text));
  check(!has_mistakes(again.remarks));
  for (const ManifestProvider& provider : again.providers) {
    check(provider.schema == ManifestSchema::v2_0);
  }
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::read(std::as_bytes(std::span(data, size)));
  openperflib::migrate(std::as_bytes(std::span(data, size)));
  return 0;
}
