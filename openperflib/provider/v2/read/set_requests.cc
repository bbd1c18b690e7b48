#include "openperflib/provider/v2/read/set_requests.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/os/net/unix_socket.h"

namespace openperflib {
namespace {

constexpr std::chrono::milliseconds kRetry{2};  // where others wait to be accepted

RequestEntry entry_of(std::uint32_t code, const CounterIdentity& identity) {
  return {.code = code,
          .set = identity.set,
          .counter = identity.counter,
          .instance_id = identity.instance_id,
          .instance_name = identity.instance_name};
}

CounterIdentity identity_of(const RequestEntry& entry) {
  return {.set = entry.set,
          .counter = entry.counter,
          .instance_id = entry.instance_id,
          .instance_name = entry.instance_name};
}

CounterIdentity whole_set(const Guid& set) {
  return {.set = set, .counter = PERF_WILDCARD_COUNTER, .instance_id = 0xFFFF'FFFF};
}

bool is_collection(std::optional<SetPurpose> purpose) noexcept {
  return purpose == SetPurpose::collect || purpose == SetPurpose::collect_all;
}

// Whether its error is one of the request: those of others are ignored.
bool has_error(std::uint32_t code) noexcept {
  return code == PERF_ADD_COUNTER || code == PERF_ENUM_INSTANCES || code == PERF_COLLECT_START;
}

// `reserved`: entries without a name that are still to come.
bool has_room(const RequestMessage& message, const RequestEntry& entry,
              std::size_t reserved) noexcept {
  std::size_t size = kRequestStart + size_of(entry) + reserved * size_of(RequestEntry{});
  for (const RequestEntry& one : message.entries) size += size_of(one);
  return message.entries.size() + reserved < kMostRequestEntries && size <= kMostRequestBytes;
}

// What does not fit is said in the next request.
void append_entry(const RequestEntry& entry, RequestMessage& message, std::size_t reserved = 0) {
  if (has_room(message, entry, reserved)) message.entries.push_back(entry);
}

template <typename Work>
void if_there_is_memory(Work work) noexcept {
  try {
    work();
  } catch (const std::bad_alloc&) {
    return;
  }
}

}  // namespace

SetRequests::~SetRequests() {
  wanted_.clear();
  until_ = Clock::now() + patience_;
  if_there_is_memory([&] {
    end(std::nullopt);
    send_removed();
  });
}

void SetRequests::want(const CounterIdentity& identity) {
  wanted_[identity.set].named.insert(identity);
}

void SetRequests::unwant(const CounterIdentity& identity) noexcept {
  const auto of_set = wanted_.find(identity.set);
  if (of_set != wanted_.end()) of_set->second.named.erase(identity);
}

bool SetRequests::wants_nothing() const noexcept {
  return std::ranges::all_of(wanted_, [](const auto& one) { return one.second.named.empty(); });
}

bool SetRequests::is_wanted(const CounterIdentity& identity) const {
  const auto of_set = wanted_.find(identity.set);
  if (of_set == wanted_.end()) return false;
  const Wanted& wanted = of_set->second;
  return (wanted.is_whole && identity == whole_set(identity.set)) ||
         wanted.named.contains(identity);
}

void SetRequests::begin(std::span<const OfferedProcess> processes) {
  for (Asked& one : asked_) one.is_old = true;
  until_ = Clock::now() + patience_;
  end(std::nullopt);
  std::erase_if(asked_, [&](const Asked& one) {
    return std::ranges::find(processes, one.process, &OfferedProcess::number) == processes.end();
  });
  for (Asked& one : asked_) {
    one.is_old = true;
    one.unsent = {};
    for (AskedSet& set : one.sets) {
      set.purpose = std::nullopt;
      set.is_answered = false;
      set.code = 0;
      set.refused.clear();
    }
  }
  until_ = {};
}

SetRequests::Asked& SetRequests::asked(const OfferedProcess& process) {
  const auto place = std::ranges::lower_bound(asked_, process.number, {}, &Asked::process);
  if (place != asked_.end() && place->process == process.number) return *place;
  return *asked_.insert(place, Asked{.process = process.number, .path = process.place.path});
}

void SetRequests::add(const OfferedProcess& process, const SegmentView& view, SetPurpose purpose) {
  if (!view.has_callback() && !(view.is_copied() && is_collection(purpose))) return;
  Asked& one = asked(process);
  one.changes = process.changes;
  const Guid& guid = view.set().set;
  auto set = std::ranges::find(one.sets, guid, &AskedSet::set);
  if (set == one.sets.end()) set = one.sets.insert(set, AskedSet{.set = guid});
  set->has_callback |= view.has_callback();
  set->is_copied |= view.is_copied();
  if (set->purpose == purpose || is_collection(set->purpose)) return;
  set->purpose = purpose;
  set->is_answered = false;
  Wanted& wanted = wanted_[guid];
  wanted.is_whole |= purpose == SetPurpose::collect_all ||
                     (purpose == SetPurpose::collect && wanted.named.empty());
}

void SetRequests::append_removed(const AskedSet& set, RequestMessage& message,
                                 std::size_t reserved) const {
  for (const auto& [identity, changes] : set.told) {
    if (!is_wanted(identity))
      append_entry(entry_of(PERF_REMOVE_COUNTER, identity), message, reserved);
  }
}

void SetRequests::append_added(const Asked& asked, const AskedSet& set,
                               RequestMessage& message) const {
  const auto add = [&](const CounterIdentity& identity) {
    const auto told = set.told.find(identity);
    const bool is_told = told != set.told.end() && told->second == asked.changes;
    if (!is_told) append_entry(entry_of(PERF_ADD_COUNTER, identity), message, asked.sets.size());
  };
  const auto of_set = wanted_.find(set.set);
  if (of_set == wanted_.end()) return;
  if (of_set->second.is_whole) add(whole_set(set.set));
  for (const CounterIdentity& identity : of_set->second.named) add(identity);
}

void SetRequests::append_entries(const Asked& asked, const AskedSet& set,
                                 RequestMessage& message) const {
  if (set.purpose == SetPurpose::enumerate) {
    return append_entry({.code = PERF_ENUM_INSTANCES, .set = set.set}, message);
  }
  append_removed(set, message, asked.sets.size());
  if (set.has_callback) append_added(asked, set, message);
  if (is_collection(set.purpose))
    append_entry({.code = PERF_COLLECT_START, .set = set.set}, message);
}

void SetRequests::tell_removed() noexcept {
  until_ = Clock::now() + patience_;
  if_there_is_memory([&] { send_removed(); });
}

void SetRequests::tell(std::optional<Clock::time_point> deadline) noexcept {
  if_there_is_memory([&] {
    send();
    wait(deadline);
  });
}

void SetRequests::send_removed() {
  for (Asked& one : asked_) {
    one.is_old = true;
    RequestMessage message;
    for (const AskedSet& set : one.sets) append_removed(set, message);
    request(one, std::move(message));
  }
  wait(std::nullopt);
}

// The number of the thread is for a callback that asks its own process.
void SetRequests::request(Asked& asked, RequestMessage message) {
  if (asked.connection || message.entries.empty()) return;
  message.thread = static_cast<std::uint32_t>(::gettid());
  message.changes = asked.changes;
  auto socket = connect_to(asked.path);
  if (!socket.has_value() && socket.error() == EAGAIN) asked.unsent = std::move(message);
  if (!socket.has_value()) return;
  if (!send_message(socket->get(), bytes_of(message), {}).has_value()) return;
  asked.connection = *std::move(socket);
  asked.entries = std::move(message.entries);
  asked.entries_changes = asked.changes;
  asked.is_old = false;
}

void SetRequests::send() {
  for (Asked& one : asked_) {
    receive(one);
    RequestMessage message;
    for (const AskedSet& set : one.sets) {
      const bool is_of_before = set.is_open && !set.is_answered;
      if (is_of_before) append_entry({.code = PERF_COLLECT_END, .set = set.set}, message);
    }
    for (const AskedSet& set : one.sets) {
      if (set.purpose.has_value() && !set.is_answered) append_entries(one, set, message);
    }
    request(one, std::move(message));
  }
  if (until_ == Clock::time_point{}) until_ = Clock::now() + patience_;
}

void SetRequests::receive(Asked& asked) {
  if (!asked.connection) return;
  buffer_.resize(kMostAnswerBytes);
  const auto received = receive_bytes(asked.connection.get(), buffer_);
  if (!received.has_value() && received.error() == EAGAIN) return;
  asked.connection.reset();
  if (!received.has_value() || received->is_cut) return;
  const auto answer = read_request_answer(received->bytes);
  if (!answer.has_value() || answer->codes.size() != asked.entries.size()) return;
  for (std::size_t i = 0; i < answer->codes.size(); ++i) {
    apply(asked, asked.entries[i], answer->codes[i]);
  }
}

// A request of an earlier collection says nothing of the values now, but what it has begun must be
// ended.
void SetRequests::apply(Asked& asked, const RequestEntry& entry, std::uint32_t code) {
  const auto set = std::ranges::find(asked.sets, entry.set, &AskedSet::set);
  if (set == asked.sets.end()) return;
  if (entry.code == PERF_REMOVE_COUNTER) set->told.erase(identity_of(entry));
  if (entry.code == PERF_ADD_COUNTER && code == 0) {
    set->told.insert_or_assign(identity_of(entry), asked.entries_changes);
  }
  if (entry.code == PERF_COLLECT_START) set->is_open = set->has_callback;
  if (entry.code == PERF_COLLECT_END) set->is_open = false;
  if (asked.is_old || !has_error(entry.code)) return;
  if (set->code == 0) set->code = code;
  if (entry.code == PERF_ADD_COUNTER && code != 0) set->refused[identity_of(entry)] = code;
  set->is_answered |= entry.code != PERF_ADD_COUNTER;
}

void SetRequests::wait(std::optional<Clock::time_point> deadline) {
  const Clock::time_point until = deadline.has_value() ? std::min(*deadline, until_) : until_;
  for (;;) {
    std::vector<pollfd> waiting;
    bool has_unsent = false;
    for (Asked& one : asked_) {
      request(one, std::exchange(one.unsent, {}));
      has_unsent |= !one.unsent.entries.empty();
      receive(one);
      const bool is_awaited = one.connection && !one.is_old;
      if (is_awaited) waiting.push_back({one.connection.get(), POLLIN, 0});
    }
    auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if ((waiting.empty() && !has_unsent) || left.count() <= 0) return;
    if (has_unsent) left = std::min(left, kRetry);
    (void)::poll(waiting.data(), waiting.size(), static_cast<int>(left.count()));
  }
}

void SetRequests::end(std::optional<Clock::time_point> deadline) {
  for (Asked& one : asked_) {
    receive(one);
    RequestMessage message;
    for (const AskedSet& set : one.sets) {
      if (set.is_open) append_entry({.code = PERF_COLLECT_END, .set = set.set}, message);
    }
    request(one, std::move(message));
  }
  wait(deadline);
}

const SetRequests::AskedSet* SetRequests::find(std::uint64_t process,
                                               const Guid& set) const noexcept {
  const auto one = std::ranges::lower_bound(asked_, process, {}, &Asked::process);
  if (one == asked_.end() || one->process != process) return nullptr;
  const auto found = std::ranges::find(one->sets, set, &AskedSet::set);
  return found != one->sets.end() && found->purpose.has_value() ? &*found : nullptr;
}

std::uint32_t SetRequests::refusal(std::uint64_t process,
                                   const CounterIdentity& identity) const noexcept {
  const AskedSet* const set = find(process, identity.set);
  if (set == nullptr) return 0;
  const auto refused = set->refused.find(identity);
  return refused == set->refused.end() ? 0 : refused->second;
}

ValueLack SetRequests::lack(std::uint64_t process, const Guid& set) const noexcept {
  const AskedSet* const found = find(process, set);
  if (found == nullptr) return ValueLack::none;
  if (found->code != 0) return ValueLack::refused;
  return found->is_copied && !found->is_answered ? ValueLack::too_late : ValueLack::none;
}

std::uint32_t SetRequests::code(std::uint64_t process, const Guid& set) const noexcept {
  const AskedSet* const found = find(process, set);
  return found == nullptr ? 0 : found->code;
}

bool SetRequests::is_late(std::uint64_t process, const Guid& set) const noexcept {
  const AskedSet* const found = find(process, set);
  return found != nullptr && !found->is_answered;
}

}  // namespace openperflib
