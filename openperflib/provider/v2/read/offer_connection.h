// OfferConnection: receives the offer of one process.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/os/memory/read_mapping.h"
#include "openperflib/os/memory/sealed_receiver.h"
#include "openperflib/os/net/unix_socket.h"
#include "openperflib/provider/v2/offer_message.h"

namespace openperflib {

// How much a process may map, or has mapped.
struct OfferRoom {
  std::uint64_t bytes = 0;     // of whole pages
  std::uint64_t mappings = 0;  // of which the kernel permits a process some ten thousand

  static constexpr std::uint64_t kPage = 4096;  // at least; a byte takes a whole one
  // The size rounded up to whole pages, in bytes.
  [[nodiscard]] static constexpr std::uint64_t pages_of(std::uint64_t size) noexcept {
    return (size + kPage - 1) / kPage * kPage;
  }
};

// Resource: an open socket, until all has arrived. What users send other than root and the reader's
//           own arrives through a process. Movable. One thread at a time.
class OfferConnection {
 public:
  // `rules` apply to each segment. Errors: errno, as connect_to(); or no process could be started.
  [[nodiscard]] static std::expected<OfferConnection, int> open(const std::string& path,
                                                                const MappingRules& rules);

  // closed: by the process, before all had arrived, as one does that is killed.
  enum class Progress : std::uint8_t { waits, complete, failed, closed };
  // Receives what has arrived, without waiting; maps at most `room`.
  [[nodiscard]] Progress receive(OfferRoom room);
  // Returns why receive() failed, for people.
  [[nodiscard]] const std::string& fault() const noexcept { return fault_; }

  // Receives nothing more. Returns whether nothing is left of the process by which it received: one
  // that cannot close what it was sent remains. May be repeated.
  bool finish() noexcept;

  // Returns the descriptor to poll for input while receive() returns `waits`.
  [[nodiscard]] int fd() const noexcept { return receiver_ ? receiver_->fd() : socket_.get(); }
  // Returns the process that listens, as the kernel identifies it (SO_PEERCRED).
  [[nodiscard]] const UnixPeer& peer() const noexcept { return peer_; }
  // Returns how much the mappings use that have arrived and were not taken yet.
  [[nodiscard]] const OfferRoom& used() const noexcept { return used_; }
  // The following functions are for after receive() was complete; mappings are taken once.
  [[nodiscard]] std::uint32_t changes() const noexcept { return message_->changes; }
  [[nodiscard]] ReadMapping take_page() noexcept { return *std::move(page_); }
  // Call it after take_page(); used() is empty afterwards.
  [[nodiscard]] std::vector<ReadMapping> take_segments() noexcept {
    used_ = {};
    return std::move(segments_);
  }

 private:
  OfferConnection(UniqueFd socket, const UnixPeer& peer, const MappingRules& rules) noexcept
      : socket_(std::move(socket)), peer_(peer), rules_(rules) {}
  // Receives one message into `buffer`, without waiting. EAGAIN: there is none yet.
  [[nodiscard]] std::expected<ReceivedMessage, MappingFault> receive_next(
      MutableBytes buffer) const;
  // Returns whether the message continues what arrived before; otherwise fault_ says why not.
  [[nodiscard]] bool take(ReceivedMessage message, OfferRoom& room);
  [[nodiscard]] bool take_descriptor(UniqueFd descriptor, OfferRoom& room);
  [[nodiscard]] bool fail(std::string fault);
  [[nodiscard]] bool is_complete() const noexcept;

  UniqueFd socket_;                         // none: there is a receiver
  std::optional<SealedReceiver> receiver_;  // of what a user sends who is not trusted
  UnixPeer peer_;
  MappingRules rules_;
  std::string fault_;
  std::optional<OfferMessage> message_;  // the last one
  std::optional<ReadMapping> page_;
  std::vector<ReadMapping> segments_;
  OfferRoom used_;
};

}  // namespace openperflib
