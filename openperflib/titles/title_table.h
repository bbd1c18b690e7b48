// The names and help texts of title indices.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace openperflib {

// The index of a name (even) or of a help text (odd) in the title tables.
using TitleIndex = std::uint32_t;

// One text and its index. Tables are sorted constants.
struct Title {
  TitleIndex index;
  std::string_view text;  // UTF-8
};

// View of a hash table over names, ignoring case. Its owner makes it (title_set.h).
struct TitleHashes {
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;
  std::span<const std::uint32_t> hashes;  // of the names, in the order of by_name
  // A power of two: positions in by_name of the first of each name, at its hash or after it.
  std::span<const std::uint32_t> slots;
};
// The hash of a name, the same for all that differ in case alone.
[[nodiscard]] std::uint32_t title_hash(std::string_view name);

// View of title tables that live as long as the program (the fixed ones) or as long as their owner.
// Threads: immutable; any number of threads may read one.
class TitleTable {
 public:
  // `names` and `helps` sorted by index; `by_name`: positions in `names`, sorted by folded(text),
  // then index; with `hashes` equal names need only stand together. Without, they are bisected.
  constexpr TitleTable(std::span<const Title> names, std::span<const Title> helps,
                       std::span<const std::uint32_t> by_name, TitleHashes hashes = {}) noexcept
      : names_(names), helps_(helps), by_name_(by_name), hashes_(hashes) {}

  // The English name of an index, or nullopt.
  [[nodiscard]] std::optional<std::string_view> name(TitleIndex index) const noexcept;
  // The help text of a help index, in our own words, or nullopt.
  [[nodiscard]] std::optional<std::string_view> help(TitleIndex help_index) const noexcept;
  // All indices of a name, ascending, ignoring case. There are several if objects share a name
  // (Available MBytes: 1382 in Memory, 1824 in NUMA Node Memory), and none if the name is unknown.
  // The span holds positions in names(): use names()[position].index.
  [[nodiscard]] std::span<const std::uint32_t> positions(std::string_view name) const;
  [[nodiscard]] std::span<const Title> names() const noexcept { return names_; }
  [[nodiscard]] std::span<const Title> helps() const noexcept { return helps_; }
  // Positions in names(), as the constructor got them.
  [[nodiscard]] std::span<const std::uint32_t> by_name() const noexcept { return by_name_; }

 private:
  std::span<const Title> names_;
  std::span<const Title> helps_;
  // positions() of a table that has hashes.
  [[nodiscard]] std::span<const std::uint32_t> hashed_positions(std::string_view name) const;
  std::span<const std::uint32_t> by_name_;
  TitleHashes hashes_;
};

// Whether an index belongs to the fixed tables, whether or not they have a text for it; all others
// are allocated to what third parties register (docs/perflib.md, section 6).
[[nodiscard]] constexpr bool is_fixed_index(TitleIndex index) noexcept {
  constexpr TitleIndex kFirstRegistered = 1848;
  constexpr TitleIndex kFirstOwn = 100'000;
  constexpr TitleIndex kFirstRegisteredByUsers = 200'000;
  return index < kFirstRegistered || (index >= kFirstOwn && index < kFirstRegisteredByUsers);
}

// The titles that never change: the base table of Windows (1 to 1847) and our own from 100000.
// Generated at build time from base_index.csv, own_index.csv and objects.csv.
[[nodiscard]] const TitleTable& fixed_titles() noexcept;

}  // namespace openperflib
