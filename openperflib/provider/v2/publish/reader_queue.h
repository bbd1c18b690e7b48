// ReaderQueue: the requests of readers that are not served yet, in fair turns: the user who was
// served least recently is next, and among the user's processes the one served least recently.
// Readers that ask often delay their own requests, and lose them when the queue is full.
//
// Resource: owns its items. One thread at a time.
// Memory:   after std::bad_alloc the queue is as before, or has an item that is one too many until
//           the next is added.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "openperflib/os/net/unix_socket.h"

namespace openperflib {

// `Item` is movable; it need not be copyable.
template <typename Item>
class ReaderQueue {
 public:
  explicit ReaderQueue(std::size_t limit) : limit_(limit) {}  // items of all readers

  // Adds an item. In a full queue it replaces the oldest item of the process with most items, among
  // those of the user with most items.
  void add(const UnixPeer& reader, Item item) {
    items_.push_back({reader, std::move(item)});
    while (items_.size() > limit_) items_.erase(heaviest());
  }
  // Puts back what take() returned, as the reader's next item.
  void put_back(const UnixPeer& reader, Item item) { items_.push_front({reader, std::move(item)}); }

  // An item with the reader that asked for it.
  struct Taken {
    UnixPeer reader;
    Item item;
  };
  // Takes the next item for which `is_ready` holds; none: there is none.
  template <typename IsReady>
  [[nodiscard]] std::optional<Taken> take(IsReady is_ready) {
    auto next = items_.end();
    for (auto one = items_.begin(); one != items_.end(); ++one) {
      const bool is_sooner = next == items_.end() || turn_of(one->reader) < turn_of(next->reader);
      if (is_sooner && std::invoke(is_ready, one->item)) next = one;
    }
    if (next == items_.end()) return std::nullopt;
    note_served(next->reader);
    Taken taken = std::move(*next);
    items_.erase(next);
    return taken;
  }
  // Takes the next item, ready or not; none: the queue is empty.
  [[nodiscard]] std::optional<Taken> take() {
    return take([](const Item&) { return true; });
  }

  [[nodiscard]] bool empty() const noexcept { return items_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  void clear() noexcept { items_.clear(); }
  // Visits all items, the oldest first, and takes none.
  template <typename Visit>
  void for_each(Visit visit) {
    for (Taken& one : items_) visit(one.item);
  }
  template <typename IsDone>
  void erase_if(IsDone is_done) {
    std::erase_if(items_, [&](Taken& one) { return is_done(one.item); });
  }

 private:
  using Process = std::pair<uid_t, pid_t>;
  static Process process_of(const UnixPeer& reader) { return {reader.user, reader.process}; }

  // Returns the turns in which the reader's user and the reader were served last: numbers that
  // grow; 0: not yet.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> turn_of(const UnixPeer& reader) const {
    const auto user = users_.find(reader.user);
    const auto process = processes_.find(process_of(reader));
    return {user == users_.end() ? 0 : user->second,
            process == processes_.end() ? 0 : process->second};
  }
  // Readers that have nothing here any more are forgotten, so that they cannot fill the memory.
  void note_served(const UnixPeer& reader) {
    if (processes_.size() > 4 * limit_) processes_.clear();
    if (users_.size() > 4 * limit_) users_.clear();
    users_[reader.user] = processes_[process_of(reader)] = ++turns_;
  }
  // The item that is dropped from a full queue; see add().
  [[nodiscard]] auto heaviest() {
    std::map<uid_t, std::size_t> of_user;
    std::map<Process, std::size_t> of_process;
    for (const Taken& one : items_) {
      ++of_user[one.reader.user];
      ++of_process[process_of(one.reader)];
    }
    return std::ranges::max_element(items_, {}, [&](const Taken& one) {
      return std::pair(of_user[one.reader.user], of_process[process_of(one.reader)]);
    });
  }

  std::size_t limit_;
  std::deque<Taken> items_;  // the oldest first
  std::map<uid_t, std::uint64_t> users_;
  std::map<Process, std::uint64_t> processes_;
  std::uint64_t turns_ = 0;
};

}  // namespace openperflib
