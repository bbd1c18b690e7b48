#include "openperflib/query/catalog/series_catalog.h"

#include <bit>

namespace openperflib {
namespace {

// FNV-1a over the parts of a name, each closed by a byte that no UTF-8 text has.
class NameHash {
 public:
  void add(std::string_view text) noexcept {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0xFF);
  }
  void add(std::uint32_t number) noexcept {
    for (int shift = 0; shift < 32; shift += 8)
      add_byte(static_cast<unsigned char>(number >> shift));
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return hash_ == 0 ? 1 : hash_; }

 private:
  void add_byte(unsigned char byte) noexcept { hash_ = (hash_ ^ byte) * 0x100000001B3ULL; }
  std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

std::uint64_t identity_by_name(const Series& series) noexcept {
  NameHash hash;
  hash.add(series.machine);
  hash.add(series.object);
  hash.add(series.parent);
  hash.add(series.instance.value_or(std::string_view()));
  hash.add(series.instance_number);
  hash.add(series.counter);
  return hash.value();
}

}  // namespace

void SeriesCatalog::clear() noexcept {
  series_.clear();
  texts_.clear();
  occurrences_.clear();
  ++generation_;
}

void SeriesCatalog::add(const Series& series) {
  if (generation_ == 0) generation_ = 1;
  Series& kept = series_.emplace_back(series);
  kept.machine = texts_.add(series.machine);
  kept.object = texts_.add(series.object);
  kept.parent = texts_.add(series.parent);
  if (series.instance.has_value()) kept.instance = texts_.add(*series.instance);
  kept.counter = texts_.add(series.counter);
  kept.original_object = texts_.add(series.original_object);
  kept.original_counter = texts_.add(series.original_counter);
  if (series.identity != 0) return;
  const std::uint64_t identity = identity_by_name(series);
  const std::uint32_t earlier = occurrences_[identity]++;
  kept.identity = std::rotl(identity, 1) * (2ULL * earlier + 1);
}

}  // namespace openperflib
