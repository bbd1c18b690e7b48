// The mutator of frames between a consumer and a host: provider/v1/host_protocol.h. Changes a
// number anywhere, or the length of a text or another sequence with its contents.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/provider/v1/host_frame_layout_internal.h"
#include "openperflib/provider/v1/host_protocol.h"
#include "openperflib/provider/v1/host_trial.h"
#include "openperflib/testing/fuzz_mutation.h"

namespace openperflib::host_frame_mutation {

using fuzz_mutation::Input;
using fuzz_mutation::NumberPlace;
using host_frame::kNumber;
// A message of either side.
using Message = std::variant<HostClose, HostStart, HostCollect, HostTrial, HostAnswer>;

// Texts and bytes, which have a length before them.
template <typename Member>
concept Sequence = requires(const Member& member) { member.data(); };

// An empty message; nullopt: there is no such kind.
inline std::optional<Message> message_of_kind(std::uint32_t kind) {
  switch (static_cast<host_frame::Kind>(kind)) {
    case host_frame::Kind::start:
      return HostStart{};
    case host_frame::Kind::collect:
      return HostCollect{};
    case host_frame::Kind::close:
      return HostClose{};
    case host_frame::Kind::answer:
      return HostAnswer{};
    case host_frame::Kind::trial:
      return HostTrial{};
  }
  return std::nullopt;
}

// Calls `visit` with each member of a message or part, in the order of the frame.
template <typename Part, typename Visit>
void visit_members(Part& part, const Visit& visit) {
  [[maybe_unused]] const auto visit_one = [&](auto& member) {
    if constexpr (std::is_same_v<std::remove_reference_t<decltype(member)>, HostTrialResult>) {
      visit_members(member, visit);
    } else {
      visit(member);
    }
  };
  std::apply([&](const auto&... slots) { (visit_one(part.*slots.member), ...); },
             host_frame::Layout<Part>::kSlots);
}

// As much of a message as a frame has, which may be damaged: a number that is missing is 0, and a
// sequence ends where the frame ends. An unknown kind is taken as one of the others.
class DamagedFrame {
 public:
  // Any bytes.
  explicit DamagedFrame(Bytes frame) : frame_(frame) {
    take_number();  // the length
    const std::uint32_t kind = take_number();
    message_ = message_of_kind(kind).value_or(*message_of_kind(kind % kKinds + 1));
    const auto take_one = [this](auto& member) { this->take(member); };
    std::visit([&](auto& message) { visit_members(message, take_one); }, message_);
  }
  // Every member has a value, also if the frame lacks it.
  [[nodiscard]] const Message& message() const { return message_; }
  // The numbers of the frame, lengths included.
  [[nodiscard]] const std::vector<NumberPlace>& numbers() const { return numbers_; }

 private:
  static constexpr std::uint32_t kKinds = std::variant_size_v<Message>;

  // The next 4 bytes; 0 at the end of the frame.
  std::uint32_t take_number() {
    if (!contains(frame_.size(), at_, kNumber)) {
      at_ = frame_.size();
      return 0;
    }
    numbers_.push_back({at_, kNumber});
    at_ += kNumber;
    return load<std::uint32_t>(frame_, numbers_.back().offset);
  }

  // A number or an enumeration, which may have a value that no enumerator has.
  template <typename Member>
  void take(Member& member) {
    member = static_cast<Member>(take_number());
  }

  // A sequence after its length, which counts bytes; as much as the frame still has.
  template <Sequence Member>
  void take(Member& member) {
    constexpr std::size_t kUnit = sizeof(typename Member::value_type);
    const std::size_t stated = take_number();
    const std::size_t length = std::min(stated, frame_.size() - at_) / kUnit * kUnit;
    member.resize(length / kUnit);
    if (length != 0) std::memcpy(member.data(), frame_.data() + at_, length);
    at_ += length;
  }

  Bytes frame_;
  std::size_t at_ = 0;  // never beyond its end
  std::vector<NumberPlace> numbers_;
  Message message_;
};

// The frame of a message, with lengths that agree.
inline Input frame_of(const Message& message) {
  Input frame;
  std::visit([&](const auto& one) { append_frame(frame, one); }, message);
  return frame;
}

// Another element, one less, all of them twice, or a length at which limits may be.
template <Sequence Elements>
void change_sequence(Elements& elements, Seeded& random) {
  constexpr auto kUnits = std::to_array<std::uint32_t>({0, 1, 0x7F, 0xFF, 0xD800, 0xFFFF'FFFF});
  constexpr auto kLengths = std::to_array<std::size_t>({0, 1, 2, 255, 256, 1000, 1001});
  const auto unit =
      static_cast<typename Elements::value_type>(fuzz_mutation::chosen(kUnits, random));
  const std::size_t position = random.below(elements.size() + 1);
  const auto place = elements.begin() + static_cast<std::ptrdiff_t>(position);
  switch (random.below(4)) {
    case 0:
      elements.insert(place, unit);
      return;
    case 1:
      if (position != elements.size()) elements.erase(place);
      return;
    case 2: {
      const Elements copy = elements;
      elements.insert(elements.end(), copy.begin(), copy.end());
      return;
    }
    default:
      elements.resize(fuzz_mutation::chosen(kLengths, random), unit);
  }
}

// Calls `visit` with each sequence of a message.
template <typename Visit>
void visit_sequences(Message& message, const Visit& visit) {
  const auto visit_one = [&](auto& member) {
    if constexpr (Sequence<std::remove_reference_t<decltype(member)>>) visit(member);
  };
  std::visit([&](auto& one) { visit_members(one, visit_one); }, message);
}

// The message with another sequence; nullopt: it has none.
inline std::optional<Message> with_other_sequence(Message message, Seeded& random) {
  std::size_t count = 0;
  visit_sequences(message, [&](const auto&) { ++count; });
  if (count == 0) return std::nullopt;
  const std::size_t wanted = random.below(count);
  std::size_t position = 0;
  visit_sequences(message, [&](auto& sequence) {
    if (position++ == wanted) change_sequence(sequence, random);
  });
  return message;
}

// The frame with another sequence, whose lengths agree, or another number.
inline std::optional<Input> changed_frame(Bytes input, std::size_t /*max_size*/, Seeded& random) {
  const DamagedFrame frame(input);
  if (random.below(2) == 0) {
    const auto message = with_other_sequence(frame.message(), random);
    if (message.has_value()) return frame_of(*message);
  }
  const std::vector<NumberPlace>& numbers = frame.numbers();
  if (numbers.empty()) return std::nullopt;
  const NumberPlace place = fuzz_mutation::chosen(numbers, random);
  return fuzz_mutation::with_boundary(input, place, fuzz_mutation::chosen(numbers, random), random);
}

// A whole frame of what the input has. It is accepted, unless an outcome or a procedure in it is
// unknown.
inline std::optional<Input> repaired_frame(Bytes input, std::size_t max_size) {
  Input frame = frame_of(DamagedFrame(input).message());
  if (frame.size() > max_size) return std::nullopt;
  return frame;
}

inline constexpr fuzz_mutation::InputFormat kFormat{.changed = changed_frame,
                                                    .repaired = repaired_frame};

}  // namespace openperflib::host_frame_mutation
