#include "openperflib/provider/v2/read/offer_connection.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/provider/v2/request_message.h"

namespace openperflib {

namespace {

// Root may do all that a descriptor can do, and the reader's own user harms himself.
bool is_trusted(uid_t user) noexcept { return user == 0 || user == ::geteuid(); }

std::string text_of_fault(const MappingFault& fault) {
  if (fault.refusal != MappingRefusal::system) return describe(fault);
  return std::generic_category().message(fault.errno_value);
}

}  // namespace

std::expected<OfferConnection, int> OfferConnection::open(const std::string& path,
                                                          const MappingRules& rules) {
  UniqueFd socket = OPENPERFLIB_TRY(connect_to(path));
  OPENPERFLIB_TRY(send_message(socket.get(), bytes_of(RequestMessage{}), {}));
  const UnixPeer peer = OPENPERFLIB_TRY(peer_of(socket.get()));
  OfferConnection connection(std::move(socket), peer, rules);
  if (is_trusted(peer.user)) return connection;
  connection.receiver_ =
      OPENPERFLIB_TRY(SealedReceiver::start(connection.socket_.get(), rules.seals));
  connection.socket_.reset();
  return connection;
}

std::expected<ReceivedMessage, MappingFault> OfferConnection::receive_next(
    MutableBytes buffer) const {
  if (receiver_.has_value()) return receiver_->receive(buffer);
  auto received = receive_message(socket_.get(), buffer);
  if (received.has_value()) return *std::move(received);
  return std::unexpected(MappingFault{MappingRefusal::system, received.error()});
}

OfferConnection::Progress OfferConnection::receive(OfferRoom room) {
  std::array<std::byte, OfferMessage::kLength> buffer{};
  while (!is_complete()) {
    auto received = receive_next(buffer);
    if (!received.has_value()) {
      if (received.error().errno_value == EAGAIN) return Progress::waits;
      if (received.error().errno_value == ECONNRESET) return Progress::closed;
      fault_ = text_of_fault(received.error());
      return Progress::failed;
    }
    if (received->bytes.empty()) return Progress::closed;
    if (!take(*std::move(received), room)) return Progress::failed;
  }
  return Progress::complete;
}

bool OfferConnection::finish() noexcept {
  socket_.reset();
  return !receiver_.has_value() || receiver_->finish();
}

bool OfferConnection::is_complete() const noexcept {
  return message_.has_value() && segments_.size() == message_->segments;
}

bool OfferConnection::fail(std::string fault) {
  fault_ = std::move(fault);
  return false;
}

bool OfferConnection::take(ReceivedMessage message, OfferRoom& room) {
  if (message.is_cut) return fail("it sent more than one message has, or no descriptor is left");
  const auto read = read_offer_message(message.bytes);
  if (!read.has_value()) return fail(openperflib::describe(read.error()));
  const bool is_next = read->first == segments_.size() &&
                       (!message_.has_value() || message_->segments == read->segments);
  if (!is_next) return fail("its messages do not follow each other");
  if (message.descriptors.empty()) return fail("it sent a message without a descriptor");
  message_ = *read;
  for (UniqueFd& descriptor : message.descriptors) {
    if (!take_descriptor(std::move(descriptor), room)) return false;
  }
  return true;
}

// The first descriptor of all is that of the page.
bool OfferConnection::take_descriptor(UniqueFd descriptor, OfferRoom& room) {
  const bool is_page = !page_.has_value();
  if (!is_page && is_complete()) return fail("it sent more segments than it said");
  if (room.mappings == 0) return fail("its user has more segments than are read");
  MappingRules its_rules = rules_;
  its_rules.max_size = is_page ? offer_page::kPageSize : std::min(rules_.max_size, room.bytes);
  auto mapping = ReadMapping::map(std::move(descriptor), its_rules);
  if (!mapping.has_value()) return fail(openperflib::describe(mapping.error()));
  const std::uint64_t bytes = std::min(OfferRoom::pages_of(mapping->bytes().size()), room.bytes);
  room.bytes -= bytes;
  --room.mappings;
  used_.bytes += bytes;
  ++used_.mappings;
  if (!is_page) {
    segments_.push_back(*std::move(mapping));
    return true;
  }
  const auto checked = check_offer_page(
      mapping->bytes().first(std::min<std::size_t>(mapping->bytes().size(), offer_page::kLength)));
  if (!checked.has_value()) return fail(openperflib::describe(checked.error()));
  page_ = *std::move(mapping);
  return true;
}

}  // namespace openperflib
