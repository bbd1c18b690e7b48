#include "openperflib/provider/v2/publish/publisher.h"

#include <fmt/core.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <new>
#include <set>
#include <system_error>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/base/shared_words.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/files/blocked_signals.h"
#include "openperflib/os/net/host_name.h"
#include "openperflib/os/process/fork_count.h"
#include "openperflib/os/process/life_mark.h"
#include "openperflib/provider/system_fault_internal.h"
#include "openperflib/provider/v2/offer_message.h"

namespace openperflib {
namespace {

// Different for each process, also of different pid namespaces that share a folder.
std::string socket_name() {
  std::uint64_t number = 0;
  (void)::getrandom(&number, sizeof(number), 0);
  return fmt::format("{}-{:016x}", ::getpid(), number);
}

// The folder itself may be missing, but not the one that it is in: its owner would be wrong.
std::expected<ListeningSocket, SourceFault> listen_in(const std::string& folder) {
  constexpr mode_t kPrivate = 0700;
  const bool is_of_system = folder.starts_with("/run/openperflib");
  if (!is_of_system && ::mkdir(folder.c_str(), kPrivate) != 0 && errno != EEXIST) {
    return std::unexpected(system_fault(errno, folder));
  }
  auto socket = ListeningSocket::listen(folder, socket_name());
  if (!socket.has_value()) return std::unexpected(system_fault(socket.error(), folder));
  return *std::move(socket);
}

// Whether another folder is to be used. One that is full is the one that readers would look in.
bool says_not_writable(int error) noexcept {
  constexpr auto kErrors =
      std::to_array({EACCES, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, EPERM, EROFS});
  return std::ranges::find(kErrors, error) != kErrors.end();
}

std::expected<ListeningSocket, SourceFault> listen_in_first(
    const std::vector<std::string>& folders) {
  SourceFault fault = system_fault(EACCES, "the runtime folder");
  for (const std::string& folder : folders) {
    auto socket = listen_in(folder);
    if (socket.has_value() || !says_not_writable(socket.error().errno_value)) return socket;
    fault = std::move(socket).error();
  }
  return std::unexpected(std::move(fault));
}

}  // namespace

Publisher::Publisher(ListeningSocket socket, SealedMemory page)
    : owner_(::getpid()),
      forks_(fork_count()),
      socket_(std::move(socket)),
      page_(std::move(page)),
      machine_(host_name()) {
  write_offer_page(page_.bytes());
}

std::expected<std::unique_ptr<Publisher>, SourceFault> Publisher::start(
    const std::vector<std::string>& folders) {
  auto page = SealedMemory::create("openperflib", offer_page::kPageSize);
  if (!page.has_value()) return std::unexpected(system_fault(page.error(), "memory"));
  ListeningSocket socket = OPENPERFLIB_TRY(listen_in_first(folders));
  std::unique_ptr<Publisher> publisher(new Publisher(std::move(socket), *std::move(page)));
  const auto started = publisher->start_worker();
  if (!started.has_value()) return std::unexpected(system_fault(started.error(), "a thread"));
  return publisher;
}

std::expected<void, int> Publisher::start_worker() {
  std::promise<bool> started;
  std::future<bool> is_started = started.get_future();
  try {
    const BlockedSignals blocked;
    worker_ = std::make_unique<std::thread>(&Publisher::work, this, std::move(started),
                                            std::make_unique<ReaderConnections>(socket_));
  } catch (const std::system_error& error) {
    return std::unexpected(error.code().value());
  }
  if (!is_started.get()) return std::unexpected(ENOSYS);
  return {};
}

// In a handler of fork() it may be too early for is_forked().
Publisher::~Publisher() {
  if (::getpid() != owner_) {
    (void)worker_.release();  // the threads are the parent's
    (void)control_.release();
    (void)call_ended_.release();                  // they may wait for it
    for (auto& set : sets_) (void)set.release();  // the child must not destroy the parent's sets
    return;
  }
  ends_ = true;
  socket_.wake();
  if (worker_ != nullptr) worker_->join();
  control_.reset();
}

// Asked for each instance that comes or goes: a system call would take longer than all else.
bool Publisher::is_forked() const noexcept { return fork_count() != forks_; }

void Publisher::work(std::promise<bool> started, std::unique_ptr<ReaderConnections> connections) {
  const LifeMark mark(page_.bytes(), offer_page::kOwner);
  started.set_value(mark.is_kept());
  while (mark.is_kept() && !ends_) {
    serve_next(*connections);
    if (!socket_.is_intact()) return;  // the program has closed it: readers cannot connect
  }
}

// If memory is short, readers see that their connections were closed.
void Publisher::serve_next(ReaderConnections& connections) {
  constexpr std::chrono::milliseconds kPause{20};  // for others to give some back
  try {
    for (ReaderRequest& request : connections.wait()) serve(std::move(request));
  } catch (const std::bad_alloc&) {
    std::this_thread::sleep_for(kPause);
  }
}

void Publisher::serve(ReaderRequest request) {
  if (request.message.entries.empty()) return offer(request.connection);
  const bool has_callbacks = needs_callback(request);
  const UnixPeer reader = request.reader;
  Answering one{.request = std::move(request), .has_callbacks = has_callbacks};
  if (has_callbacks) {
    return control_->add(reader,
                         [this, one = std::move(one)]() mutable { return answer_next(one); });
  }
  while (answer_next(one)) continue;
}

bool Publisher::is_control_thread() const noexcept {
  return control_ != nullptr && control_->id() == ::gettid();
}

// A callback that queries its own process must not wait for itself.
bool Publisher::needs_callback(const ReaderRequest& request) {
  const std::scoped_lock lock(mutex_);
  if (control_ == nullptr) return false;
  const bool is_nested = called_ != nullptr && request.reader.process == owner_ &&
                         request.message.thread == static_cast<std::uint32_t>(control_->id());
  return !is_nested && std::ranges::any_of(request.message.entries, [&](const auto& entry) {
    return std::ranges::any_of(sets_, [&](const auto& one) {
      return one->set().set == entry.set && one->callback() != nullptr;
    });
  });
}

std::vector<PublishedSet*> Publisher::find_all(const Guid& set) const {
  std::vector<PublishedSet*> found;
  for (const auto& one : sets_) {
    if (one->set().set == set) found.push_back(one.get());
  }
  return found;
}

// In the thread of callbacks, or if there is nothing to call in that of the socket. A request
// cannot have the values of a set copied thousands of times.
bool Publisher::answer_next(Answering& one) {
  const ReaderRequest& request = one.request;
  const RequestEntry& entry = request.message.entries[one.answer.codes.size()];
  one.answer.codes.push_back(one.has_callbacks ? call_all(entry, request.message.changes) : 0);
  const bool is_start = entry.code == PERF_COLLECT_START;
  if (is_start && one.copied.insert(entry.set).second) copy_values(entry.set);
  if (one.answer.codes.size() < request.message.entries.size()) return true;
  if (!request.connection.is_intact()) return false;
  (void)send_message(request.connection.get(), bytes_of(one.answer), {});
  return false;
}

// Leaves out sets that the reader does not know yet: their callbacks were not told which counters
// it reads.
std::uint32_t Publisher::call_all(const RequestEntry& entry, std::uint32_t changes) {
  std::unique_lock lock(mutex_);
  std::vector<PublishedSet*> sets = find_all(entry.set);
  std::erase_if(sets, [&](const PublishedSet* set) { return !set->is_known_at(changes); });
  lock.unlock();
  std::uint32_t first_error = 0;
  for (const PublishedSet* const set : sets) {
    const std::uint32_t code = call(set, entry);
    if (first_error == 0) first_error = code;
  }
  return first_error;
}

// The set may be gone by now, but it is not destroyed while its callback runs.
std::uint32_t Publisher::call(const PublishedSet* set, const RequestEntry& entry) {
  std::unique_lock lock(mutex_);
  const bool is_here =
      std::ranges::any_of(sets_, [&](const auto& one) { return one.get() == set; });
  if (!is_here || set->callback() == nullptr) return 0;
  called_ = set;
  lock.unlock();
  const std::uint32_t code = set->callback()({.code = entry.code,
                                              .set = entry.set,
                                              .counter = entry.counter,
                                              .instance_name = entry.instance_name,
                                              .instance_id = entry.instance_id,
                                              .machine = machine_});
  lock.lock();
  called_ = nullptr;
  call_ended_->notify_all();
  return code;
}

void Publisher::copy_values(const Guid& guid) {
  const std::scoped_lock lock(mutex_);
  for (PublishedSet* const set : find_all(guid)) set->copy_values();
}

std::vector<int> Publisher::descriptors() const {
  std::vector<int> all{page_.descriptor()};
  for (const auto& set : sets_) {
    for (std::size_t i = 0; i < set->segment_count(); ++i) {
      const int descriptor = set->descriptor(i);
      if (descriptor >= 0) all.push_back(descriptor);
    }
  }
  all.resize(std::min(all.size(), std::size_t{kMostSegments} + 1));
  return all;
}

// A reader that does not read what it gets is left alone; nothing here waits for one.
void Publisher::offer(const HeldSocket& connection) {
  const std::scoped_lock lock(mutex_);
  const std::vector<int> all = descriptors();
  if (all.front() < 0) return;
  OfferMessage message{.segments = static_cast<std::uint32_t>(all.size() - 1),
                       .first = 0,
                       .changes = load_shared<std::uint32_t>(page_.bytes(), offer_page::kChanges,
                                                             std::memory_order_relaxed)};
  std::span<const int> left(all);
  while (!left.empty()) {
    const auto part = left.first(std::min(left.size(), kMostDescriptors));
    if (!send_message(connection.get(), bytes_of(message), part).has_value()) return;
    message.first += static_cast<std::uint32_t>(part.size() - (message.first == 0 ? 1 : 0));
    left = left.subspan(part.size());
  }
}

std::uint32_t Publisher::note_change() noexcept {
  return shared_word<std::uint32_t>(page_.bytes(), offer_page::kChanges)
             .fetch_add(1, std::memory_order_release) +
         1;
}

std::expected<PublishedSet*, CounterSetFault> Publisher::add(CounterSetTemplate set, SameSet same,
                                                             ControlCallback callback) {
  if (is_forked()) return std::unexpected(CounterSetFault::not_found);
  OPENPERFLIB_TRY(validate(set));
  const std::scoped_lock lock(mutex_);
  if (same == SameSet::refused && !find_all(set.set).empty()) {
    return std::unexpected(CounterSetFault::set_exists);
  }
  if (segments_ >= kMostSegments) return std::unexpected(CounterSetFault::no_memory);
  sets_.reserve(sets_.size() + 1);
  auto made = OPENPERFLIB_TRY(PublishedSet::create(std::move(set), std::move(callback)));
  if (made->callback() != nullptr) OPENPERFLIB_TRY(start_control_thread());
  sets_.push_back(std::move(made));
  segments_ += sets_.back()->segment_count();
  sets_.back()->set_offered(note_change());
  return sets_.back().get();
}

std::expected<void, CounterSetFault> Publisher::start_control_thread() {
  if (control_ != nullptr) return {};
  auto thread = ControlThread::start(ReaderLimits{}.jobs);
  if (!thread.has_value()) return std::unexpected(CounterSetFault::no_memory);
  control_ = *std::move(thread);
  return {};
}

// It is not found any more, and so not called again, before this waits for its callback.
std::expected<void, CounterSetFault> Publisher::remove(PublishedSet* set) {
  if (is_forked()) return {};
  std::unique_lock lock(mutex_);
  if (called_ == set && is_control_thread()) return std::unexpected(CounterSetFault::in_callback);
  const auto found = std::ranges::find_if(sets_, [&](const auto& one) { return one.get() == set; });
  if (found == sets_.end()) return {};
  const std::unique_ptr<PublishedSet> removed = std::move(*found);
  sets_.erase(found);
  segments_ -= set->segment_count();
  (void)note_change();
  call_ended_->wait(lock, [&] { return called_ != set; });
  return {};
}

bool Publisher::is_in_callback(const PublishedSet& set) {
  if (is_forked()) return false;
  const std::scoped_lock lock(mutex_);
  return called_ == &set && is_control_thread();
}

std::expected<PublishedInstance, CounterSetFault> Publisher::add_instance(PublishedSet& set,
                                                                          std::u16string_view name,
                                                                          std::uint32_t id) {
  if (is_forked()) return std::unexpected(CounterSetFault::not_found);
  const std::scoped_lock lock(mutex_);
  const std::size_t before = set.segment_count();
  const auto growth = segments_ < kMostSegments ? SetGrowth::allowed : SetGrowth::refused;
  auto instance = set.add(name, id, ++lives_, growth);
  if (set.segment_count() == before) return instance;
  segments_ += set.segment_count() - before;
  (void)note_change();
  return instance;
}

void Publisher::remove_instance(PublishedSet& set, const PublishedInstance& instance) {
  if (is_forked()) return;
  const std::scoped_lock lock(mutex_);
  set.remove(instance);
}

std::expected<void, CounterSetFault> Publisher::set_reference(PublishedSet& set,
                                                              const PublishedInstance& instance,
                                                              std::uint32_t position,
                                                              const void* address) {
  if (is_forked()) return std::unexpected(CounterSetFault::not_found);
  const std::scoped_lock lock(mutex_);
  return set.set_reference(instance, position, address);
}

}  // namespace openperflib
