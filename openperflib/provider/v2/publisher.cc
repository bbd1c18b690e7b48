#include "openperflib/provider/v2/publisher.h"

#include <fmt/core.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "openperflib/base/shared_words.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/blocked_signals.h"
#include "openperflib/os/life_mark.h"
#include "openperflib/provider/v2/offer_message.h"

namespace openperflib {
namespace {

constexpr std::chrono::milliseconds kPause{20};

// Different for each process, also of different pid namespaces that share a folder.
std::string socket_name() {
  std::uint64_t number = 0;
  (void)::getrandom(&number, sizeof(number), 0);
  return fmt::format("{}-{:016x}", ::getpid(), number);
}

SourceFault system_fault(int error, const std::string& file) {
  return {.errno_value = error, .file = file, .error = std::nullopt};
}

// The folder itself may be missing, but not the one that it is in: its owner would be wrong.
std::expected<ListeningSocket, SourceFault> listen_in(const std::string& folder) {
  constexpr mode_t kPrivate = 0700;
  const bool is_of_system = folder.starts_with("/run/openperflib");
  if (!is_of_system) (void)::mkdir(folder.c_str(), kPrivate);
  auto socket = ListeningSocket::listen(folder, socket_name());
  if (!socket.has_value()) return std::unexpected(system_fault(socket.error(), folder));
  return *std::move(socket);
}

std::expected<ListeningSocket, SourceFault> listen_in_first(
    const std::vector<std::string>& folders) {
  SourceFault fault = system_fault(EACCES, "the runtime folder");
  for (const std::string& folder : folders) {
    auto socket = listen_in(folder);
    if (socket.has_value()) return socket;
    fault = std::move(socket).error();
  }
  return std::unexpected(std::move(fault));
}

}  // namespace

Publisher::Publisher(ListeningSocket socket, SealedMemory page)
    : owner_(::getpid()), socket_(std::move(socket)), page_(std::move(page)) {
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
    worker_ = std::make_unique<std::thread>(&Publisher::work, this, std::move(started));
  } catch (const std::system_error& error) {
    return std::unexpected(error.code().value());
  }
  if (!is_started.get()) return std::unexpected(ENOSYS);
  return {};
}

Publisher::~Publisher() {
  if (is_forked()) {
    (void)worker_.release();                      // the thread is the parent's
    for (auto& set : sets_) (void)set.release();  // so are its sets, which it has not withdrawn
    return;
  }
  ends_ = true;
  socket_.wake();
  if (worker_ != nullptr) worker_->join();
}

bool Publisher::is_forked() const noexcept { return ::getpid() != owner_; }

void Publisher::work(std::promise<bool> started) {
  const LifeMark mark(page_.bytes(), offer_page::kOwner);
  started.set_value(mark.is_kept());
  while (mark.is_kept() && !ends_) {
    const UniqueFd connection = socket_.wait();
    if (!socket_.is_intact()) return;  // the program has closed it: nobody can be answered
    if (connection) {
      offer(connection.get());
    } else if (!ends_) {
      std::this_thread::sleep_for(kPause);  // nobody came, or no descriptor is left
    }
  }
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
void Publisher::offer(int connection) {
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
    if (!send_message(connection, bytes_of(message), part).has_value()) return;
    message.first += static_cast<std::uint32_t>(part.size() - (message.first == 0 ? 1 : 0));
    left = left.subspan(part.size());
  }
}

void Publisher::note_change() noexcept {
  shared_word<std::uint32_t>(page_.bytes(), offer_page::kChanges)
      .fetch_add(1, std::memory_order_release);
}

std::expected<PublishedSet*, CounterSetFault> Publisher::add(CounterSetTemplate set, SameSet same) {
  if (is_forked()) return std::unexpected(CounterSetFault::not_found);
  OPENPERFLIB_TRY(validate(set));
  const std::scoped_lock lock(mutex_);
  const auto is_same = [&](const auto& one) { return one->set().set == set.set; };
  if (same == SameSet::refused && std::ranges::any_of(sets_, is_same)) {
    return std::unexpected(CounterSetFault::set_exists);
  }
  if (segments_ == kMostSegments) return std::unexpected(CounterSetFault::no_memory);
  sets_.push_back(OPENPERFLIB_TRY(PublishedSet::create(std::move(set))));
  segments_ += sets_.back()->segment_count();
  note_change();
  return sets_.back().get();
}

void Publisher::remove(PublishedSet* set) {
  if (is_forked()) return;
  const std::scoped_lock lock(mutex_);
  segments_ -= set->segment_count();
  std::erase_if(sets_, [&](const auto& one) { return one.get() == set; });
  note_change();
}

std::expected<PublishedInstance, CounterSetFault> Publisher::add_instance(PublishedSet& set,
                                                                          std::u16string_view name,
                                                                          std::uint32_t id) {
  if (is_forked()) return std::unexpected(CounterSetFault::not_found);
  const std::scoped_lock lock(mutex_);
  const std::size_t before = set.segment_count();
  auto instance = set.add(name, id, ++lives_);
  if (set.segment_count() == before) return instance;
  segments_ += set.segment_count() - before;
  note_change();
  return instance;
}

void Publisher::remove_instance(PublishedSet& set, const PublishedInstance& instance) {
  if (is_forked()) return;
  const std::scoped_lock lock(mutex_);
  set.remove(instance);
}

}  // namespace openperflib
