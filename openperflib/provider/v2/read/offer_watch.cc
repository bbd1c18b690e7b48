#include "openperflib/provider/v2/read/offer_watch.h"

#include <dirent.h>
#include <fmt/core.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <map>
#include <memory>
#include <system_error>
#include <tuple>
#include <utility>

#include "openperflib/base/shared_words.h"
#include "openperflib/os/memory/sealed_memory.h"
#include "openperflib/os/process/life_mark.h"
#include "openperflib/provider/v2/segment_format.h"

namespace openperflib {
namespace {

struct CloseFolder {
  void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};

bool comes_before(const OfferPlace& a, const OfferPlace& b) noexcept {
  return std::tuple(!a.is_of_system, std::string_view(a.path)) <
         std::tuple(!b.is_of_system, std::string_view(b.path));
}

// Anybody could offer in it under any name.
bool is_writable_by_all(DIR* folder) noexcept {
  struct stat facts = {};
  return ::fstat(::dirfd(folder), &facts) != 0 || (facts.st_mode & S_IWOTH) != 0;
}

std::chrono::nanoseconds since_epoch(const timespec& time) noexcept {
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::chrono::nanoseconds wall_clock() noexcept {
  timespec now = {};
  (void)::clock_gettime(CLOCK_REALTIME, &now);
  return since_epoch(now);
}

// Now, if it does not exist any more.
std::chrono::nanoseconds last_change(const std::string& path) noexcept {
  struct stat facts = {};
  return ::stat(path.c_str(), &facts) == 0 ? since_epoch(facts.st_ctim) : wall_clock();
}

// A child that a provider forked has a copy of its socket, but does not answer.
bool has_ended(const UnixPeer& peer) noexcept {
  return peer.process > 0 && ::kill(peer.process, 0) != 0 && errno == ESRCH;
}

std::uint64_t description_of(std::uint32_t counters, std::uint64_t texts) noexcept {
  return counters * OfferedSegment::kCounterBytes + texts;
}

std::uint64_t description_of(const OfferedSegment& segment) noexcept {
  const SegmentCounts& counts = segment.view.layout().counts();
  return description_of(counts.counters, counts.texts_size);
}

// Returns the size of the description that a segment claims in its header.
std::uint64_t claimed_description(Bytes bytes) noexcept {
  if (bytes.size() < segment::header::kLength) return 0;
  return description_of(load<std::uint32_t>(bytes, segment::header::kCounterCount),
                        load<std::uint32_t>(bytes, segment::header::kTextsSize));
}

// Whether nobody listens at it any more.
bool is_abandoned(const std::string& path) {
  const auto connection = connect_to(path);
  return !connection.has_value() && connection.error() == ECONNREFUSED;
}

}  // namespace

std::chrono::seconds OfferLimits::probe_of_kernel(bool marks_every_end) noexcept {
  return std::chrono::seconds(marks_every_end ? 30 : 10);
}

std::chrono::seconds OfferLimits::probe_of_this_kernel() noexcept {
  return probe_of_kernel(marks_every_end());
}

std::uint32_t OfferedProcess::word(std::size_t offset) const noexcept {
  return load_shared<std::uint32_t>(page.bytes(), offset, std::memory_order_acquire);
}

bool OfferedProcess::is_alive() const noexcept {
  return openperflib::is_alive(word(offer_page::kOwner));
}

bool ranks_before(const OfferedProcess& a, const OfferedProcess& b) noexcept {
  const auto rank = [](const OfferedProcess& one) {
    return std::tuple(!one.place.is_of_system, one.peer.user != 0, one.named,
                      std::string_view(one.place.path));
  };
  return rank(a) < rank(b);
}

OfferRoom OfferedProcess::used() const noexcept {
  OfferRoom sum{.bytes = OfferRoom::pages_of(page.bytes().size()), .mappings = 1};
  for (const OfferedSegment& segment : segments) {
    sum.bytes += OfferRoom::pages_of(segment.mapping.bytes().size());
    ++sum.mappings;
  }
  return sum;
}

std::string_view OfferPlace::folder() const noexcept {
  return std::string_view(path).substr(0, path.find_last_of('/'));
}

bool OfferWatch::look() {
  began_ = Clock::now();
  if (!is_listing_current()) {
    list_places();
  } else if (is_all_known()) {
    return std::exchange(is_changed_, false);
  }
  const auto is_gone = [&](const auto& one) { return !is_listed(one.place); };
  std::erase_if(refused_, [&](const RefusedOffer& one) {
    return is_gone(one) || Clock::now() - one.since > limits_.refusal;
  });
  for (Pending& one : pending_) one.is_done |= is_gone(one);
  drop_done();
  drop_ended();
  const Clock::time_point until = began_ + limits_.patience;
  for (bool has_more = !places_.empty(); has_more;) {
    has_more = connect_to_new();
    receive_all(until, has_more);
    has_more &= Clock::now() < until;
  }
  note_unanswered();
  return std::exchange(is_changed_, false);
}

bool OfferWatch::is_listed(const OfferPlace& place) const noexcept {
  const auto found = std::ranges::lower_bound(places_, place, comes_before);
  return found != places_.end() && *found == place;
}

OfferWatch::Listed OfferWatch::look_at(const std::string& folder) const {
  Listed listed{.path = folder, .is_settled = true};
  struct stat facts = {};
  if (::stat(folder.c_str(), &facts) != 0) return listed;
  listed.changed = facts.st_ctim;
  listed.inode = facts.st_ino;
  listed.is_settled = wall_clock() - since_epoch(facts.st_ctim) >= limits_.settling;
  return listed;
}

bool OfferWatch::is_listing_current() const {
  const auto is_current = [](const Listed& known) {
    struct stat facts = {};
    if (::stat(known.path.c_str(), &facts) != 0) facts = {};
    return known.is_settled && known.inode == facts.st_ino &&
           since_epoch(known.changed) == since_epoch(facts.st_ctim);
  };
  return !listed_.empty() && std::ranges::all_of(listed_, is_current);
}

// As in most looks: two words of each process, and no name is compared. All processes are listed.
bool OfferWatch::is_all_known() const {
  if (!pending_.empty() || !refused_.empty()) return false;
  return places_.size() == processes_.size() &&
         std::ranges::all_of(processes_, [&](const OfferedProcess& process) {
           return process.is_alive() && process.word(offer_page::kChanges) == process.changes &&
                  began_ - process.seen < limits_.probe;
         });
}

// Nothing counts as listed before all is.
void OfferWatch::list_places() {
  places_.clear();
  overfull_.clear();
  listed_.clear();
  std::vector<Listed> listed;
  list_folder(folders_.system, true, true, listed);
  if (!folders_.own.empty()) list_folder(folders_.own, false, false, listed);
  std::ranges::sort(places_, comes_before);
  share_names();
  listed_ = std::move(listed);
}

void OfferWatch::share_names() {
  std::map<std::string, std::size_t, std::less<>> counts;
  for (const OfferPlace& place : places_) ++counts[std::string(place.folder())];
  folders_listed_ = counts.size();
  const auto total = [&](std::size_t share) {
    std::size_t sum = 0;
    for (const auto& [folder, count] : counts) sum += std::min(count, share);
    return sum;
  };
  std::size_t share = limits_.processes;
  while (share > 1 && total(share) > limits_.processes) share -= (share + 15) / 16;
  for (auto& [folder, count] : counts) {
    const bool is_known = std::ranges::find(overfull_, folder) != overfull_.end();
    if (count > share && !is_known) overfull_.push_back(folder);
    count = share;
  }
  std::erase_if(places_, [&](const OfferPlace& place) {
    std::size_t& left = counts.find(place.folder())->second;
    return left == 0 || left-- == 0;
  });
}

// Removes a socket that nobody listens at yet. A process that made it so long ago was killed before
// it gave it its name, or is stopped and will make another one.
void OfferWatch::remove_unfinished(const std::string& path) const {
  struct stat facts = {};
  const bool is_old = ::stat(path.c_str(), &facts) == 0 &&
                      wall_clock() - since_epoch(facts.st_ctim) >= limits_.starting;
  if (is_old && is_abandoned(path)) (void)::unlink(path.c_str());
}

void OfferWatch::list_folder(const std::string& folder, bool is_of_system, bool has_subfolders,
                             std::vector<Listed>& listed) {
  listed.push_back(look_at(folder));  // before it is read: what changes later is seen later
  const std::unique_ptr<DIR, CloseFolder> open(::opendir(folder.c_str()));
  if (open == nullptr || is_writable_by_all(open.get())) return;
  for (std::size_t names = 0; names <= limits_.processes;) {
    const dirent* const entry = ::readdir(open.get());
    if (entry == nullptr) return;
    if (entry->d_type != DT_DIR || !has_subfolders) ++names;
    const char* const name = static_cast<const char*>(entry->d_name);
    std::string path = folder + "/" + name;
    if (name[0] == '.') {
      if (entry->d_type == DT_SOCK) remove_unfinished(path);
    } else if (entry->d_type == DT_SOCK) {
      places_.push_back({std::move(path), entry->d_ino, is_of_system});
    } else if (entry->d_type == DT_DIR && has_subfolders) {
      list_folder(path, is_of_system, false, listed);
    }
  }
  overfull_.push_back(folder);
}

void OfferWatch::drop_ended() {
  const auto ended = std::erase_if(processes_, [&](OfferedProcess& process) {
    return !process.is_alive() || !is_listed(process.place) || is_silent(process);
  });
  is_changed_ |= ended != 0;
}

bool OfferWatch::is_silent(OfferedProcess& process) const {
  const Clock::time_point now = Clock::now();
  if (now - process.seen < limits_.probe) return false;
  process.seen = now;
  return is_abandoned(process.place.path);
}

const OfferedProcess* OfferWatch::find(const OfferPlace& place) const noexcept {
  const auto found =
      std::ranges::lower_bound(processes_, place, comes_before, &OfferedProcess::place);
  return found != processes_.end() && found->place == place ? &*found : nullptr;
}

// Connects again to a process that has closed its connection, but not in the same look.
bool OfferWatch::connect_to_new() {
  const std::size_t before = pending_.size();
  bool is_left = false;
  std::string_view full;  // the last folder that had no connection left
  for (const OfferPlace& place : places_) {
    if (place.folder() == full) continue;
    const RefusedOffer* const refused = find_refused(place);
    const bool is_new = refused == nullptr;
    if (!is_new && (refused->is_certain() || refused->since >= began_)) continue;
    if (std::ranges::find(pending_, place, &Pending::place) != pending_.end()) continue;
    const OfferedProcess* const known = find(place);
    if (known != nullptr && known->word(offer_page::kChanges) == known->changes) continue;
    if (pending_.size() >= limits_.connections) return pending_.size() != before;
    if (has_connection_left(place)) {
      connect(place, is_new && is_waited_for(place));
    } else {
      full = place.folder();
      is_left = true;
    }
  }
  return is_left && pending_.size() != before;
}

std::size_t OfferWatch::connections_of_a_folder() const noexcept {
  const std::size_t share = limits_.connections / std::max<std::size_t>(folders_listed_, 1);
  return std::clamp<std::size_t>(share, 1, limits_.folder_connections);
}

// Returns whether the folder may have one more connection. An old connection makes room for it, in
// turns.
bool OfferWatch::has_connection_left(const OfferPlace& place) {
  const std::string_view folder = place.folder();
  const auto is_here = [&](const Pending& one) { return one.place.folder() == folder; };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(pending_, is_here));
  if (count < connections_of_a_folder()) return true;
  const auto old = std::ranges::find_if(pending_, [&](const Pending& one) {
    return is_here(one) && !one.is_new && !one.is_done && began_ - one.since >= limits_.answer;
  });
  if (old == pending_.end()) return false;
  old->is_done = true;
  refuse(old->place, "it does not answer");
  if (RefusedOffer* const refused = find_refused(old->place)) refused->is_silent = true;
  drop_done();
  return true;
}

bool OfferWatch::is_waited_for(const OfferPlace& place) const noexcept {
  const auto known = std::ranges::find(unanswered_, place.folder(), &Unanswered::folder);
  return known == unanswered_.end() || known->until <= began_;
}

void OfferWatch::note_unanswered() {
  std::erase_if(unanswered_, [&](const Unanswered& one) { return one.until <= began_; });
  for (Pending& one : pending_) {
    if (!std::exchange(one.is_new, false) || one.is_done) continue;
    const std::string_view folder = one.place.folder();
    if (std::ranges::find(unanswered_, folder, &Unanswered::folder) != unanswered_.end()) continue;
    unanswered_.push_back({std::string(folder), began_ + limits_.impatience});
  }
}

std::vector<FolderFault> OfferWatch::folder_faults(Clock::duration silence) const {
  std::map<std::string_view, std::size_t> silent;
  for (const Pending& one : pending_) {
    const bool is_silent = !one.is_done && !one.is_new && began_ - one.since >= silence;
    if (is_silent) ++silent[one.place.folder()];
  }
  for (const RefusedOffer& one : refused_) {
    if (one.is_silent) ++silent[one.place.folder()];
  }
  std::vector<FolderFault> faults;
  for (const auto& [folder, count] : silent) {
    faults.push_back(
        {std::string(folder),
         fmt::format("connections that do not answer: {}; their counter sets are left out",
                     count)});
  }
  for (const std::string& folder : overfull_) {
    faults.push_back({folder, "it has too many names, some of which are left out"});
  }
  return faults;
}

// A name at which nobody listens was left by a process that was killed: a name is given only to
// sockets that listen.
void OfferWatch::connect(const OfferPlace& place, bool is_new) {
  auto connection = OfferConnection::open(place.path, rules());
  if (connection.has_value() && !has_ended(connection->peer())) {
    pending_.push_back(
        {.place = place, .connection = *std::move(connection), .since = began_, .is_new = is_new});
    return;
  }
  const int error = connection.has_value() ? ECONNREFUSED : connection.error();
  if (error == ECONNREFUSED) {
    (void)::unlink(place.path.c_str());
    forget_closed(place);
  } else if (error == EPIPE || error == ECONNRESET) {
    note_closed(place);
  } else if (error != EAGAIN && error != ENOENT) {
    refuse(place, std::generic_category().message(error));
  }
}

void OfferWatch::note_closed(const OfferPlace& place) {
  RefusedOffer* const known = find_refused(place);
  if (known == nullptr) {
    refuse(place, "it closed the connection before all was sent");
    if (RefusedOffer* const made = find_refused(place)) made->closed = 1;
  } else if (!known->is_certain()) {
    ++known->closed;
    known->since = Clock::now();
  }
}

void OfferWatch::forget_closed(const OfferPlace& place) {
  std::erase_if(refused_,
                [&](const RefusedOffer& one) { return one.place == place && !one.is_certain(); });
}

// Where more are left, some that are silent keep none from being connected to.
void OfferWatch::receive_all(Clock::time_point until, bool has_more) {
  const std::size_t before = pending_.size();
  for (;;) {
    for (Pending& one : pending_) receive(one);
    drop_done();
    if (has_more && before - pending_.size() >= (connections_of_a_folder() + 1) / 2) return;
    std::vector<pollfd> waiting;
    bool has_new = false;
    for (const Pending& one : pending_) {
      if (one.is_done) continue;
      waiting.push_back({one.connection.fd(), POLLIN, 0});
      has_new |= one.is_new;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if (!has_new || left.count() <= 0) return;
    (void)::poll(waiting.data(), waiting.size(), static_cast<int>(left.count()));
  }
}

void OfferWatch::drop_done() {
  for (Pending& one : pending_) {
    if (one.is_done) one.is_ended = one.connection.finish();
  }
  std::erase_if(pending_, &Pending::is_ended);
}

void OfferWatch::receive(Pending& pending) {
  if (pending.is_done) return;
  const OfferRoom room = room_of(pending.connection.peer().user);
  pending.is_done = true;  // also after std::bad_alloc, which loses what arrived
  const auto progress = pending.connection.receive(room);
  pending.is_done = progress != OfferConnection::Progress::waits;
  if (!pending.is_done) return;
  if (progress == OfferConnection::Progress::closed) return note_closed(pending.place);
  forget_closed(pending.place);
  if (progress == OfferConnection::Progress::complete) return take(pending);
  refuse(pending.place, pending.connection.fault());
}

// A process that was known offers other sets now, or more segments: its instances stay who they
// are.
void OfferWatch::take(Pending& pending) {
  OfferedProcess process{.place = pending.place,
                         .peer = pending.connection.peer(),
                         .page = pending.connection.take_page()};
  process.seen = Clock::now();
  process.named = last_change(pending.place.path);
  process.changes = pending.connection.changes();
  process.segments = parse(pending, pending.connection.take_segments());
  const auto next =
      std::ranges::lower_bound(processes_, pending.place, comes_before, &OfferedProcess::place);
  const bool is_known = next != processes_.end() && next->place == pending.place;
  process.number = is_known ? next->number : ++numbers_;
  is_changed_ = true;
  if (is_known) {
    *next = std::move(process);
  } else {
    processes_.insert(next, std::move(process));
  }
}

// What it has now is replaced.
std::uint64_t OfferWatch::descriptions_left(const Pending& pending) const noexcept {
  const uid_t user = pending.connection.peer().user;
  std::uint64_t used = 0;
  for (const OfferedProcess& process : processes_) {
    if (process.peer.user != user || process.place == pending.place) continue;
    for (const OfferedSegment& segment : process.segments) used += description_of(segment);
  }
  return limits_.user_descriptions - std::min(used, limits_.user_descriptions);
}

// The memory may change until it is copied: what its header claims saves work, the copy counts.
std::vector<OfferedSegment> OfferWatch::parse(const Pending& pending,
                                              std::vector<ReadMapping> mappings) {
  std::vector<OfferedSegment> segments;
  std::uint64_t left = descriptions_left(pending);
  std::size_t faults = 0;
  const auto refuse_segment = [&](std::string reason) {
    ++faults;
    refuse(pending.place, std::move(reason));
  };
  for (ReadMapping& mapping : mappings) {
    if (faults == limits_.faults) break;
    if (claimed_description(mapping.bytes()) > left) {
      refuse_segment("its user describes more counters than are read");
      continue;
    }
    auto view = SegmentView::parse(mapping.bytes(), Limits{});
    if (!view.has_value()) {
      refuse_segment(openperflib::describe(view.error()));
      continue;
    }
    segments.push_back({.mapping = std::move(mapping), .view = *std::move(view)});
    left -= std::min(left, description_of(segments.back()));
  }
  return segments;
}

// The first reason of a place is kept.
void OfferWatch::refuse(const OfferPlace& place, std::string reason) {
  const auto next = std::ranges::lower_bound(refused_, place, comes_before, &RefusedOffer::place);
  if (next != refused_.end() && next->place == place) return;
  refused_.insert(next, {place, std::move(reason), Clock::now()});
}

RefusedOffer* OfferWatch::find_refused(const OfferPlace& place) noexcept {
  const auto found = std::ranges::lower_bound(refused_, place, comes_before, &RefusedOffer::place);
  return found != refused_.end() && found->place == place ? &*found : nullptr;
}

// What is on its way counts, too.
OfferRoom OfferWatch::room_of(uid_t user) const noexcept {
  OfferRoom users;
  std::uint64_t all = 0;
  const auto add = [&](uid_t owner, const OfferRoom& used) {
    all += used.mappings;
    if (owner != user) return;
    users.bytes += used.bytes;
    users.mappings += used.mappings;
  };
  for (const OfferedProcess& process : processes_) add(process.peer.user, process.used());
  for (const Pending& one : pending_) add(one.connection.peer().user, one.connection.used());
  const std::uint64_t users_left =
      limits_.user_mappings - std::min(users.mappings, limits_.user_mappings);
  return {.bytes = limits_.user_bytes - std::min(users.bytes, limits_.user_bytes),
          .mappings = std::min(users_left, limits_.mappings - std::min(all, limits_.mappings))};
}

const MappingRules& OfferWatch::rules() {
  if (!rules_.has_value()) rules_ = MappingRules{.seals = seals_of_this_kernel()};
  return *rules_;
}

}  // namespace openperflib
