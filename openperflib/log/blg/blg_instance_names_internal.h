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

#include "openperflib/base/bytes.h"
#include "openperflib/text/string_pool.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// The instances of one object in consecutive blocks. Most are those of the block before: these cost
// a comparison of their names, whatever else came or went. Instances are numbered only in a block
// that has more of a name than any before. Resource: one entry for each name.
class BlgInstanceNames {
 public:
  // An instance as a catalog has it.
  struct Instance {
    std::string name;
    std::string parent;
    std::uint32_t number = 0;
  };

  // Notes the instances of an object of `block`. Returns those with a name that no block before
  // had, in their order; one of them may be returned again. Valid until the next call.
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
    // In the block at hand, as far as it is known: those of the block before, without those that
    // were found to have ended, and with those that were found to have begun.
    std::uint32_t count = 0;
  };
  // Instances with equal names, ignoring case.
  struct Group {
    std::uint32_t spellings = 0;  // in known_
    std::uint32_t numbered = 0;   // so far
    std::uint64_t numbering = 0;  // in this numbering, of numberings_
  };
  // The instances of an object that parents are looked for in.
  struct Parents {
    std::uint32_t object = 0;  // its title index; 0: none was looked for
    std::optional<ObjectTypeView> view;
    std::vector<InstanceDefinitionView> instances;
  };

  // Returns the parent of an instance; null: it has none in the block.
  [[nodiscard]] const InstanceDefinitionView* parent_of(const DataBlockView& block,
                                                        const InstanceDefinitionView& instance) {
    const auto parent = instance.parent();
    return parent.has_value() ? find_parent(block, *parent) : nullptr;
  }
  [[nodiscard]] const InstanceDefinitionView* find_parent(const DataBlockView& block,
                                                          const ParentInstance& parent);
  // Returns whether an instance is the likely one. It recognises those with a name and without a
  // parent, as most are, by their names alone; place_of() recognises the others.
  [[nodiscard]] bool is_likely(const Present& instance) const noexcept {
    if (likely_ >= order_before_.size() || instance.parent != nullptr) return false;
    const Stored& known = known_[order_before_[likely_]].stored;
    const std::string_view name = as_text(instance.definition.name());
    return !name.empty() && known.name == name && !known.has_parent;
  }
  [[nodiscard]] Stored bytes_of(const Present& instance) const noexcept;
  [[nodiscard]] Instance named(const Present& instance) const;
  // Returns the place in known_ of an instance that is_likely() does not recognise, and moves
  // likely_. `following`: the instance after it, if there is one.
  [[nodiscard]] std::uint32_t place_of(const DataBlockView& block, const Present& instance,
                                       const std::optional<InstanceView>& following);
  // Returns the place of an instance in known_, to which a new one is added.
  [[nodiscard]] std::uint32_t find_place(const Present& instance);
  // Returns whether the block before has that instance at a position.
  [[nodiscard]] bool has(std::size_t position, std::uint32_t place) const noexcept {
    return position < order_before_.size() && order_before_[position] == place;
  }
  // Returns whether it has the next one there or, if there is none, ends there.
  [[nodiscard]] bool continues(std::size_t position,
                               std::optional<std::uint32_t> next) const noexcept {
    return next.has_value() ? has(position, *next) : position == order_before_.size();
  }
  // Returns the position in the block before of an instance and the one after it; nullopt: it has
  // not both in a row, or an instance has only begun or replaced another.
  [[nodiscard]] std::optional<std::size_t> position_of(std::uint32_t place,
                                                       std::optional<std::uint32_t> next) const;
  // Returns whether an instance without a position has probably replaced the likely one; otherwise
  // it has begun or moved in front of it.
  [[nodiscard]] bool replaces_likely(std::uint32_t place,
                                     std::optional<std::uint32_t> next) const noexcept;
  // Moves likely_ to a later position: the instances between have ended, or stand elsewhere.
  void pass_to(std::size_t position);
  // Counts an instance of the block that does not continue one of the block before.
  void count_one(std::uint32_t place);
  [[nodiscard]] std::uint32_t look_up(const Stored& stored, const Present& instance);
  [[nodiscard]] std::uint32_t add(const Stored& stored, const Present& instance);
  // Returns whether numbers may be new. Those of a name that is spelled in one way are as many as
  // it has instances; otherwise the order of the spellings decides, so that any change counts.
  [[nodiscard]] bool may_have_new() const;
  // Numbers the instances of the block, which are in order_, and puts those with a new number into
  // new_.
  void find_new(const DataBlockView& block, const ObjectTypeView& object);
  // Numbers an instance of a name; returns how many before it in the block are called the same.
  [[nodiscard]] std::uint32_t number_of(const Known& known);

  StringPool bytes_;
  std::vector<Known> known_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;   // of the bytes: in known_
  std::unordered_map<std::uint64_t, std::uint32_t> group_of_name_;  // by the hash of a folded name
  std::vector<Group> groups_;
  std::vector<std::uint32_t> order_;  // in known_, by position in the block
  std::vector<std::uint32_t> order_before_;
  // The place in order_before_ of the likely next instance; it only grows, so that each instance of
  // the block before is continued at most once.
  std::size_t likely_ = 0;
  std::vector<std::uint32_t> begun_;  // in known_: those that count_one() has counted
  bool has_mixed_change_ = false;     // of a name that is spelled in several ways
  std::vector<Instance> new_;
  Parents parents_;
  std::uint64_t numberings_ = 0;
};

}  // namespace openperflib
