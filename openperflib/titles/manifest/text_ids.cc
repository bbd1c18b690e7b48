#include "openperflib/titles/manifest/text_ids.h"

#include <string>
#include <unordered_set>

#include "openperflib/abi/perflib_constants.h"

namespace openperflib {
namespace {

// Numbers in rising order, each once.
class TextIds {
 public:
  explicit TextIds(const Manifest& manifest);
  // The next numbers are this one and those after it, as far as they are free.
  void begin_at(std::uint32_t base) { next_ = base; }
  void give(ManifestTextIds& ids);

 private:
  void keep(const ManifestTextIds& ids);
  std::uint32_t next();

  std::unordered_set<std::uint32_t> taken_;
  std::uint32_t next_ = 1;
};

TextIds::TextIds(const Manifest& manifest) {
  for (const ManifestProvider& provider : manifest.providers) {
    for (const ManifestCounterSet& set : provider.sets) {
      keep(set.text_ids);
      for (const ManifestCounter& counter : set.counters) keep(counter.text_ids);
    }
  }
}

void TextIds::keep(const ManifestTextIds& ids) {
  if (ids.name.has_value()) taken_.insert(*ids.name);
  if (ids.description.has_value()) taken_.insert(*ids.description);
}

// There are more numbers than a file of the largest size has texts.
std::uint32_t TextIds::next() {
  while (!taken_.insert(next_).second) ++next_;
  return next_++;
}

void TextIds::give(ManifestTextIds& ids) {
  if (!ids.name.has_value()) ids.name = next();
  if (!ids.description.has_value()) ids.description = next();
}

bool is_displayed(const ManifestCounter& counter) noexcept {
  return (counter.attributes & PERF_ATTRIB_NO_DISPLAYABLE) == 0;
}

using Names = std::unordered_set<std::string>;

Names names_of(const ManifestCounterSet& set) {
  Names names;
  for (const ManifestCounter& counter : set.counters) names.insert(counter.name);
  return names;
}

// The id is unique in the set, so at the latest a second "Counter" before it makes the name so.
std::string name_for(const ManifestCounter& counter, Names& names) {
  std::string name = counter.symbol;
  if (name.empty()) name = "Counter " + std::to_string(counter.id);
  while (!names.insert(name).second) name.insert(0, "Counter ");
  return name;
}

void complete(ManifestCounterSet& set, TextIds& ids) {
  ids.give(set.text_ids);
  Names names = names_of(set);
  for (ManifestCounter& counter : set.counters) {
    if (counter.name.empty() && is_displayed(counter)) counter.name = name_for(counter, names);
    if (!counter.name.empty()) ids.give(counter.text_ids);
  }
}

}  // namespace

void give_text_ids(Manifest& manifest) {
  TextIds ids(manifest);
  for (ManifestProvider& provider : manifest.providers) {
    if (provider.schema != ManifestSchema::v1_1) continue;
    if (provider.resource_base.has_value()) ids.begin_at(*provider.resource_base);
    for (ManifestCounterSet& set : provider.sets) complete(set, ids);
  }
}

}  // namespace openperflib
