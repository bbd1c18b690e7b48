// Publisher: offers the counter sets of this process to readers.
//
// Resource: owns the sets, a socket in a runtime folder, one thread, and another if a set has a
//           callback; no signal is handled in them. It leaves nothing when it ends, and readers
//           notice when it is killed.
// Threads:  any number may call all functions.
// Memory:   after std::bad_alloc everything is as before; without memory, readers are not answered.
//           Removing and ending need none.
// Fork:     in a child its functions do nothing, and values that the child still writes are those
//           of its parent.
// Source:   docs/formats/offer.md.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <expected>
#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/memory/sealed_memory.h"
#include "openperflib/os/net/unix_socket.h"
#include "openperflib/provider/v2/publish/control_thread.h"
#include "openperflib/provider/v2/publish/published_set.h"
#include "openperflib/provider/v2/publish/reader_connections.h"

namespace openperflib {

// Whether a process may publish the same set twice (perflib.h allows it).
enum class SameSet : std::uint8_t { refused, allowed };

// Neither copied nor moved: its threads refer to it.
class Publisher {
 public:
  // `folders`: publishing_folders(); the first that this process can write to is used. Errors: of
  // this folder, which may be full; of the last one if none can be written to; of the system.
  [[nodiscard]] static std::expected<std::unique_ptr<Publisher>, SourceFault> start(
      const std::vector<std::string>& folders);
  // Waits for a running callback. Must not be called in a callback: ask is_in_callback().
  ~Publisher();
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  // Adds a set, which readers see at once. The publisher owns it until remove(). `callback` may be
  // empty. Errors: of validate(); set_exists, too_large, no_memory; not_found in a forked child.
  [[nodiscard]] std::expected<PublishedSet*, CounterSetFault> add(CounterSetTemplate set,
                                                                  SameSet same = SameSet::refused,
                                                                  ControlCallback callback = {});
  // Removes a set; waits for its callback if that runs. Errors: in_callback: it runs in this
  // thread, and the set stays.
  [[nodiscard]] std::expected<void, CounterSetFault> remove(PublishedSet* set);
  // Returns whether the caller is a callback of this set.
  [[nodiscard]] bool is_in_callback(const PublishedSet& set);
  // Adds an instance. Errors: those of PublishedSet::add(); no_memory also if the process would
  // have more segments than readers accept; not_found in a forked child.
  [[nodiscard]] std::expected<PublishedInstance, CounterSetFault> add_instance(
      PublishedSet& set, std::u16string_view name, std::uint32_t id);
  // Frees the slot of an instance, which is not used any more. Does nothing in a forked child.
  void remove_instance(PublishedSet& set, const PublishedInstance& instance);
  // Sets the address at which the value of a counter by reference is read, 4 or 8 bytes by its
  // width, as long as the instance exists. Null: the counter has no value. Errors: of
  // PublishedSet::set_reference(); not_found in a forked child.
  [[nodiscard]] std::expected<void, CounterSetFault> set_reference(
      PublishedSet& set, const PublishedInstance& instance, std::uint32_t position,
      const void* address);

  // Called around fork(): the child must not inherit the sets while a thread changes them.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

  // Returns the path of the socket.
  [[nodiscard]] const std::string& path() const noexcept { return socket_.path(); }

 private:
  // Writes the page; readers are answered from start_worker() on.
  Publisher(ListeningSocket socket, SealedMemory page);
  // Returns whether this process is a child of the one that made the publisher; without a system
  // call.
  [[nodiscard]] bool is_forked() const noexcept;
  // Starts the thread and waits until it runs. Errors: errno; ENOSYS: it cannot keep a LifeMark.
  [[nodiscard]] std::expected<void, int> start_worker();
  // In the thread: answers connections until the socket is woken.
  void work(std::promise<bool> started, std::unique_ptr<ReaderConnections> connections);
  // Serves what one ReaderConnections::wait() returns; without memory, requests are dropped.
  void serve_next(ReaderConnections& connections);
  // Offers or answers, or leaves the answer to the thread of callbacks.
  void serve(ReaderRequest request);
  // Sends the page and all segments in one or more messages, without waiting for the reader.
  void offer(const HeldSocket& connection);
  // Returns whether the request needs a callback.
  [[nodiscard]] bool needs_callback(const ReaderRequest& request);
  // A request whose first `answer.codes.size()` entries were dealt with.
  struct Answering {
    ReaderRequest request;
    bool has_callbacks = false;
    RequestAnswer answer = {};
    std::set<Guid> copied = {};
  };
  // Deals with the next entry, and after the last one sends the answer. Returns whether there are
  // more.
  [[nodiscard]] bool answer_next(Answering& one);
  // Calls the callbacks of all sets of that GUID that a reader knows whose offer has this value of
  // Changes. Returns the first error.
  [[nodiscard]] std::uint32_t call_all(const RequestEntry& entry, std::uint32_t changes);
  [[nodiscard]] std::uint32_t call(const PublishedSet* set, const RequestEntry& entry);
  void copy_values(const Guid& set);
  // The mutex is held, here and below.
  [[nodiscard]] std::expected<void, CounterSetFault> start_control_thread();
  [[nodiscard]] std::vector<PublishedSet*> find_all(const Guid& set) const;
  [[nodiscard]] bool is_control_thread() const noexcept;
  // Returns the descriptors of the page and of all segments that can be sent. The mutex is held.
  [[nodiscard]] std::vector<int> descriptors() const;
  // Tells readers to connect again. Returns Changes of the page. The mutex is held.
  std::uint32_t note_change() noexcept;

  pid_t owner_;
  std::uint32_t forks_;  // fork_count() of this process
  ListeningSocket socket_;
  SealedMemory page_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<PublishedSet>> sets_;
  std::size_t segments_ = 0;  // of all sets
  std::uint64_t lives_ = 0;
  std::atomic<bool> ends_ = false;
  std::string machine_;
  std::unique_ptr<std::thread> worker_;
  const PublishedSet* called_ = nullptr;  // whose callback runs
  // Not destroyed in a forked child: that would wait for its waiters, which are threads of the
  // parent.
  std::unique_ptr<std::condition_variable> call_ended_ =
      std::make_unique<std::condition_variable>();
  std::unique_ptr<ControlThread> control_;  // once a set has a callback
};

}  // namespace openperflib
