// BlgInstanceNames: which names of instances are new in a block of a log of objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "openperflib/text/string_pool.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// The instances of one object in consecutive blocks. Most are those of the block before: these cost
// a comparison of their bytes, whatever else came or went. Resource: one entry for each name.
class BlgInstanceNames {
 public:
  // An instance as a catalog has it.
  struct Instance {
    std::string name;
    std::string parent;
    std::uint32_t number = 0;
  };

  // Notes the instances of an object of `block`. Returns those with a name that no block before
  // had; one of them may be returned again. Valid until the next call.
  [[nodiscard]] std::span<const Instance> note(const DataBlockView& block,
                                               const ObjectTypeView& object);

 private:
  // The bytes of a name, by which an instance is known.
  struct Stored {
    std::string_view name;
    std::string_view parent;
    // The id of an instance without a name: PERF_NO_UNIQUE_ID if it has none, either. Otherwise 0.
    std::int32_t unique_id = 0;
    std::int32_t parent_unique_id = 0;
    std::uint32_t parent_code_page = 0;
    bool has_parent = false;
    bool operator==(const Stored&) const = default;
  };
  // An instance of the block at hand.
  struct Present {
    const ObjectTypeView& object;
    const InstanceDefinitionView& definition;
    const InstanceDefinitionView* parent;  // null: it has none in the block
  };
  // A name, with all that are told apart only by a number.
  struct Known {
    Stored stored;
    std::uint32_t group = 0;     // in groups_
    std::uint32_t numbers = 0;   // that were returned: those below
    std::uint32_t position = 0;  // of the last one in the block that had it last
    std::uint32_t count = 0;     // in that block
    std::uint64_t block = 0;     // the number of that block
  };
  // Instances with equal names, ignoring case.
  struct Group {
    std::uint32_t count = 0;  // in the block
    std::uint64_t block = 0;
  };
  // The instances of an object that parents are looked for in.
  struct Parents {
    std::uint32_t object = 0;  // its title index; 0: none was looked for
    std::optional<ObjectTypeView> view;
    std::vector<InstanceDefinitionView> instances;
  };

  // Returns the parent of an instance; null: it has none in the block.
  [[nodiscard]] const InstanceDefinitionView* parent_of(const DataBlockView& block,
                                                        const InstanceDefinitionView& instance);
  [[nodiscard]] Stored bytes_of(const Present& instance) const noexcept;
  [[nodiscard]] Instance named(const Present& instance) const;
  // Returns the place of an instance in known_, to which a new one is added. In most blocks the
  // next one of the block before follows.
  [[nodiscard]] std::uint32_t place_of(const Present& instance);
  // Returns a position in the block before, near expected_, that has an instance with these names.
  [[nodiscard]] std::optional<std::size_t> position_near(const Stored& stored) const;
  [[nodiscard]] std::uint32_t look_up(const Stored& stored, const Present& instance);
  [[nodiscard]] std::uint32_t add(const Stored& stored, const Present& instance);
  // Counts an instance of a name; returns how many before it in the block are called the same.
  [[nodiscard]] std::uint32_t number_of(const Known& known);

  StringPool bytes_;
  std::vector<Known> known_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;   // of the bytes: in known_
  std::unordered_map<std::uint64_t, std::uint32_t> group_of_name_;  // by the hash of a folded name
  std::vector<Group> groups_;
  std::vector<std::uint32_t> order_;  // in known_, by position in the block
  std::vector<std::uint32_t> order_before_;
  std::size_t expected_ = 0;  // the place in order_before_ of the likely next instance
  std::vector<Instance> new_;
  Parents parents_;
  std::uint64_t blocks_ = 0;
};

}  // namespace openperflib
