// ModuleAnswer: what a V1 module returned, checked before it becomes a part of a block.
//
// The bytes are foreign: nothing in them is believed. A fault refuses the whole answer, and nothing
// else. Source: docs/guide-v1.md, section "The contract of Collect".
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/limits.h"
#include "openperflib/state/store/registration.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {

// The clause of the contract that an answer breaks.
enum class AnswerClause : std::uint8_t {
  lengths,       // its objects and their lengths do not add up
  count,         // it has another number of objects than its module said
  alignment,     // a length is not a multiple of 8
  object_index,  // an object has an index that is not one of the service
  counter_index,
  definitions,
  instances,
  parents,  // a parent is not an instance of the answer
};

// The event of Windows for counter definitions that are wrong or have changed.
inline constexpr std::uint32_t kWrongDefinition = 1019;

// Why an answer is refused.
struct AnswerFault {
  std::uint32_t event = 0;  // of the source Perflib: 1003, 1004, 1016, kWrongDefinition
  std::string text;         // for people
  AnswerClause clause = AnswerClause::lengths;
};

// One object of a checked answer.
struct AnsweredObject {
  TitleIndex index = 0;
  Bytes bytes;  // in the checker's buffer; they keep the strict rules of a block
  [[nodiscard]] ObjectTypeView view() const noexcept {
    return {bytes, {ByteOrder::little, ByteOrder::little}};
  }
};

// What is checked against.
struct AnswerRules {
  TitleRange titles;          // of the service
  bool pads_lengths = false;  // Configuration Flags 1: odd lengths are padded, not refused
  Limits limits = {.bytes = 1U << 26U, .objects = 256, .counters = 4096, .instances = 1'000'000};
};

// Resource: keeps its buffers between answers. One thread at a time.
class ModuleAnswer {
 public:
  // Checks the objects; their number must be the one that the module said. Lengths that are not
  // multiples of 8 are padded where the rules say so, and a base without a title gets that of the
  // counter before it. Parents are instances of the same object or of one before it. Errors: the
  // first fault.
  [[nodiscard]] std::expected<void, AnswerFault> check(Bytes bytes, std::uint32_t object_count,
                                                       const AnswerRules& rules);
  // Returns the objects of the last check, in their order; none after a fault. Valid until the next
  // check().
  [[nodiscard]] const std::vector<AnsweredObject>& objects() const noexcept { return objects_; }

 private:
  // Nothing, or the fault for which the answer is refused.
  using Verdict = std::expected<void, AnswerFault>;
  // Validates each object and copies it into checked_.
  [[nodiscard]] Verdict take_objects(Bytes bytes, const AnswerRules& rules);
  [[nodiscard]] Verdict take_object(const AnswerRules& rules);
  // The object in one_, with all lengths padded. Errors: it has another fault as well.
  [[nodiscard]] std::expected<Bytes, Error> padded(const Limits& limits);
  [[nodiscard]] Verdict list_objects(const AnswerRules& rules);
  std::vector<std::byte> one_;  // the object that is being checked
  std::vector<std::byte> odd_;  // the same as a block
  DataBlockBuilder padding_;
  DataBlockBuilder checked_;
  std::vector<AnsweredObject> objects_;
};

}  // namespace openperflib
