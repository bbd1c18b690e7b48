#include "openperflib/provider/v1/host_protocol.h"

#include <cstring>
#include <span>
#include <tuple>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/provider/v1/host_frame_layout_internal.h"

namespace openperflib {
namespace {

using host_frame::kFrameHeader;
using host_frame::kNumber;
using host_frame::Layout;

constexpr auto kLastOutcome = static_cast<std::uint32_t>(HostOutcome::wrong_class);

constexpr auto kLastProcedure = static_cast<std::uint32_t>(TrialProcedure::close);

constexpr Field kLength{"frame", "length"};
constexpr Field kKind{"frame", "kind"};
constexpr Field kEnd{"frame", "end"};

void append(std::vector<std::byte>& to, Bytes bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

void append(std::vector<std::byte>& to, std::uint32_t number) {
  append(to, std::as_bytes(std::span(&number, 1)));
}

void append(std::vector<std::byte>& to, HostOutcome outcome) {
  append(to, static_cast<std::uint32_t>(outcome));
}

void append(std::vector<std::byte>& to, TrialProcedure procedure) {
  append(to, static_cast<std::uint32_t>(procedure));
}

void append(std::vector<std::byte>& to, const HostTrialResult& result) {
  std::apply([&](const auto&... slots) { (append(to, result.*slots.member), ...); },
             Layout<HostTrialResult>::kSlots);
}

// Texts and bytes: their length in bytes, then they themselves.
template <typename Sequence>
  requires requires(const Sequence& sequence) { sequence.data(); }
void append(std::vector<std::byte>& to, const Sequence& sequence) {
  const Bytes bytes = std::as_bytes(std::span(sequence.data(), sequence.size()));
  append(to, static_cast<std::uint32_t>(bytes.size()));
  append(to, bytes);
}

// What is left of a frame.
class FrameReader {
 public:
  explicit FrameReader(Bytes frame, std::size_t at = 0) : frame_(frame), at_(at) {}

  std::expected<void, Error> read(const Field& field, std::uint32_t& number) {
    if (!contains(frame_.size(), at_, kNumber)) {
      const auto missing = static_cast<std::uint32_t>(kNumber - (frame_.size() - at_));
      return fault(Errc::truncated, missing, field);
    }
    number = load<std::uint32_t>(frame_, at_);
    at_ += kNumber;
    return {};
  }

  std::expected<void, Error> read(const Field& field, HostOutcome& outcome) {
    std::uint32_t number = 0;
    OPENPERFLIB_TRY(read(field, number));
    if (number > kLastOutcome) return number_fault(Errc::wrong_value, number, field);
    outcome = static_cast<HostOutcome>(number);
    return {};
  }

  std::expected<void, Error> read(const Field& field, TrialProcedure& procedure) {
    std::uint32_t number = 0;
    OPENPERFLIB_TRY(read(field, number));
    if (number > kLastProcedure) return number_fault(Errc::wrong_value, number, field);
    procedure = static_cast<TrialProcedure>(number);
    return {};
  }

  // Its own fields name themselves.
  std::expected<void, Error> read(const Field& /*field*/, HostTrialResult& result) {
    return read_slots(result);
  }

  // The members of `part`, in the order of its layout. Errors: the first one.
  template <typename Part>
  std::expected<void, Error> read_slots(Part& part) {
    std::expected<void, Error> state;
    std::apply(
        [&](const auto&... slots) {
          static_cast<void>(((state = read(slots.name, part.*slots.member)).has_value() && ...));
        },
        Layout<Part>::kSlots);
    return state;
  }

  template <typename Sequence>
    requires requires(const Sequence& sequence) { sequence.data(); }
  std::expected<void, Error> read(const Field& field, Sequence& sequence) {
    constexpr std::size_t kUnit = sizeof(typename Sequence::value_type);
    std::uint32_t length = 0;
    OPENPERFLIB_TRY(read(field, length));
    if (!contains(frame_.size(), at_, length)) return number_fault(Errc::outside, length, field);
    if (length % kUnit != 0) return number_fault(Errc::misaligned, length, field);
    sequence.resize(length / kUnit);
    if (length != 0) std::memcpy(sequence.data(), frame_.data() + at_, length);
    at_ += length;
    return {};
  }

  std::expected<void, Error> check_end() const {
    if (at_ == frame_.size()) return {};
    return fault(Errc::disagrees, static_cast<std::uint32_t>(frame_.size() - at_), kEnd);
  }

 private:
  std::unexpected<Error> fault(Errc code, std::uint32_t aux, const Field& field) const {
    return std::unexpected(Error{code, aux, &field, at_});
  }
  // Returns the fault of a number that has just been read.
  std::unexpected<Error> number_fault(Errc code, std::uint32_t length, const Field& field) const {
    return std::unexpected(Error{code, length, &field, at_ - kNumber});
  }

  Bytes frame_;
  std::size_t at_;  // never beyond its end
};

template <typename Message>
void append_message(std::vector<std::byte>& to, const Message& message) {
  const std::size_t start = to.size();
  append(to, std::uint32_t{0});  // the length, known at the end
  append(to, static_cast<std::uint32_t>(Layout<Message>::kKind));
  std::apply([&](const auto&... slots) { (append(to, message.*slots.member), ...); },
             Layout<Message>::kSlots);
  store(MutableBytes(to), start, static_cast<std::uint32_t>(to.size() - start - kNumber));
}

std::expected<void, Error> check_header(Bytes frame, host_frame::Kind kind) {
  FrameReader reader(frame);
  std::uint32_t length = 0;
  std::uint32_t found = 0;
  OPENPERFLIB_TRY(reader.read(kLength, length));
  OPENPERFLIB_TRY(reader.read(kKind, found));
  if (length != frame.size() - kNumber) {
    return std::unexpected(Error{Errc::disagrees, length, &kLength, 0});
  }
  if (found != static_cast<std::uint32_t>(kind)) {
    return std::unexpected(Error{Errc::wrong_value, found, &kKind, kNumber});
  }
  return {};
}

template <typename Message>
std::expected<void, Error> read_into(Bytes frame, Message& message) {
  OPENPERFLIB_TRY(check_header(frame, Layout<Message>::kKind));
  FrameReader reader(frame, kFrameHeader);
  OPENPERFLIB_TRY(reader.read_slots(message));
  return reader.check_end();
}

template <typename Message>
std::expected<Message, Error> read_message(Bytes frame) {
  Message message;
  OPENPERFLIB_TRY(read_into(frame, message));
  return message;
}

}  // namespace

void append_frame(std::vector<std::byte>& to, const HostStart& start) { append_message(to, start); }

void append_frame(std::vector<std::byte>& to, const HostCollect& collect) {
  append_message(to, collect);
}

void append_frame(std::vector<std::byte>& to, const HostTrial& trial) { append_message(to, trial); }

void append_frame(std::vector<std::byte>& to, const HostClose& close) { append_message(to, close); }

void append_frame(std::vector<std::byte>& to, const HostAnswer& answer) {
  append_message(to, answer);
}

std::expected<std::optional<std::uint32_t>, Error> frame_length(Bytes bytes) {
  if (bytes.size() < kNumber) return std::nullopt;
  const auto length = load<std::uint32_t>(bytes, 0);
  if (length > kLargestFrame - kNumber) {
    return std::unexpected(Error{Errc::over_limit, length, &kLength, 0});
  }
  return length + static_cast<std::uint32_t>(kNumber);
}

std::expected<HostStart, Error> read_start(Bytes frame) { return read_message<HostStart>(frame); }

std::expected<HostCollect, Error> read_collect(Bytes frame) {
  return read_message<HostCollect>(frame);
}

std::expected<HostTrial, Error> read_trial(Bytes frame) { return read_message<HostTrial>(frame); }

std::expected<HostClose, Error> read_close(Bytes frame) { return read_message<HostClose>(frame); }

std::expected<HostAnswer, Error> read_answer(Bytes frame) {
  return read_message<HostAnswer>(frame);
}

std::expected<void, Error> read_answer(Bytes frame, HostAnswer& answer) {
  return read_into(frame, answer);
}

}  // namespace openperflib
