// OfferWatch: the processes that offer counter sets now, with their segments mapped.
//
// Resource: holds no descriptor of a process that has answered. A look that finds nothing new opens
//           none and allocates nothing. One thread at a time.
// Errors:   an offer that cannot be used is in refused(), and is tried again some seconds later.
// Memory:   after std::bad_alloc the next look continues, and returns what has changed since the
//           last look that ended.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/os/memory/read_mapping.h"
#include "openperflib/os/net/unix_socket.h"
#include "openperflib/provider/v2/read/offer_connection.h"
#include "openperflib/provider/v2/read/segment_reading.h"
#include "openperflib/provider/v2/read/segment_view.h"
#include "openperflib/provider/v2/runtime_folders.h"

namespace openperflib {

// How much all offers of one folder or user, or of all users, may use. More is refused.
struct OfferLimits {
  std::size_t processes = 4'096;         // and other names; folders with fewer lose none to others
  std::size_t connections = 64;          // at once, also to processes that do not answer
  std::size_t folder_connections = 16;   // of these; less where there are many folders
  std::uint64_t user_bytes = 1U << 28U;  // of mapped pages
  std::uint64_t user_mappings = 4'096;   // with the page of each process
  std::uint64_t mappings = 32'768;       // of all users: half of what Linux permits a process
  // The memory of the descriptions of a user's segments: kCounterBytes for a counter, and the
  // texts. A set needs about three times as much in all.
  std::uint64_t user_descriptions = 16U << 20U;
  std::size_t faults = 16;  // bad segments of a process, before the rest is left out
  std::chrono::milliseconds patience{250};  // for all new offers together
  std::chrono::milliseconds answer{1000};   // for all requests of a collection together
  // How long a folder is not waited for again after an offer in it did not answer in time.
  std::chrono::seconds impatience{60};
  std::chrono::seconds refusal{10};   // until an offer that was refused is tried again
  std::chrono::seconds starting{60};  // that a socket may need from its making to its name
  // How long after its last change a folder may change again in the same tick of the clock.
  std::chrono::nanoseconds settling{std::chrono::seconds(2)};
  // How often the watch connects to a process only to see whether it still runs: the kernel may not
  // have marked its end, or its page may be damaged.
  std::chrono::seconds probe = probe_of_this_kernel();

  // 30 s where the kernel marks the end of every process, otherwise 10 s.
  [[nodiscard]] static std::chrono::seconds probe_of_kernel(bool marks_every_end) noexcept;
  [[nodiscard]] static std::chrono::seconds probe_of_this_kernel() noexcept;
};

// A name in a runtime folder.
struct OfferPlace {
  std::string path;
  ino_t inode = 0;
  bool is_of_system = false;
  [[nodiscard]] std::string_view folder() const noexcept;  // of path, without the last slash
  bool operator==(const OfferPlace&) const = default;
};

// Resource, movable: a mapped segment, its description, and its last reading.
struct OfferedSegment {
  static constexpr std::uint64_t kCounterBytes = 256;

  ReadMapping mapping;
  SegmentView view;
  SegmentReading reading = {};
};

// Resource, movable: a process that has answered, with its page and segments mapped.
struct OfferedProcess {
  OfferPlace place;
  UnixPeer peer;
  std::uint64_t number = 0;  // counts the processes of this watch
  ReadMapping page;
  std::uint32_t changes = 0;  // the word of the page that belongs to these segments
  std::chrono::steady_clock::time_point seen = {};  // when it was connected to
  // When its socket got its name, since 1970, by the file system: no process can make a name look
  // older, and all readers see the same time.
  std::chrono::nanoseconds named = {};
  std::vector<OfferedSegment> segments = {};

  [[nodiscard]] std::uint32_t word(std::size_t offset) const noexcept;  // of the page
  // Returns whether the process runs, by the LifeMark in the page, which the kernel changes at its
  // end.
  [[nodiscard]] bool is_alive() const noexcept;
  // Returns how much of OfferLimits its page and its segments use.
  [[nodiscard]] OfferRoom used() const noexcept;
};
// Returns whether `a` keeps its sets and names if `b` wants the same ones: the system before the
// user's own folder, root before others, then the one that has had its name for longer.
[[nodiscard]] bool ranks_before(const OfferedProcess& a, const OfferedProcess& b) noexcept;

// Value: an offer that cannot be used, or not all of its segments.
struct RefusedOffer {
  OfferPlace place;
  std::string reason;  // for people
  std::chrono::steady_clock::time_point since = {};
  unsigned closed = 0;     // how often it has closed the connection; 0: it has another fault
  bool is_silent = false;  // it did not answer, and made room for others

  // A process that was just killed closes its connections before it can be seen that it has ended,
  // so it is asked again, without being waited for.
  [[nodiscard]] bool is_certain() const noexcept { return closed == 0 || closed == kMostTries; }
  static constexpr unsigned kMostTries = 3;
};

// A folder with offers that are left out.
struct FolderFault {
  std::string folder;
  std::string reason;  // for people
};

// Removes names at which no process listens any more, if this process has the right to.
class OfferWatch {
 public:
  using Clock = std::chrono::steady_clock;

  // Sees nothing before the first look().
  explicit OfferWatch(ReadingFolders folders, const OfferLimits& limits = {})
      : folders_(std::move(folders)), limits_(limits) {}

  // Looks for what is new and what has ended. Returns whether processes() has changed. Waits only
  // for offers that it sees for the first time.
  [[nodiscard]] bool look();
  // Returns the processes of the system first, then by path; ranks_before() decides about names.
  [[nodiscard]] std::span<OfferedProcess> processes() noexcept { return processes_; }
  // Returns the refused offers, one for each place.
  [[nodiscard]] std::span<const RefusedOffer> refused() const noexcept { return refused_; }
  // Returns the folders with too many names, or with offers that have not answered for so long.
  [[nodiscard]] std::vector<FolderFault> folder_faults(Clock::duration silence) const;

 private:
  // A connection on which an offer arrives.
  struct Pending {
    OfferPlace place;
    OfferConnection connection;
    Clock::time_point since = {};
    bool is_new = true;     // no look has waited for it
    bool is_done = false;   // nothing more is received
    bool is_ended = false;  // and nothing is left of it
  };
  // A folder as it was when it was last listed.
  struct Listed {
    std::string path;
    struct timespec changed = {};  // its last change; 0: it does not exist
    ino_t inode = 0;
    bool is_settled = false;
  };
  // The folder as it is now, without its names.
  [[nodiscard]] Listed look_at(const std::string& folder) const;
  // Returns whether all folders are as they were when they were listed.
  [[nodiscard]] bool is_listing_current() const;
  // Returns whether all listed processes are known, run, and have offered nothing new since.
  [[nodiscard]] bool is_all_known() const;
  void list_places();
  // Leaves each folder what it has, or its part of the names that are connected to.
  void share_names();
  // Adds the folder to `listed`, and its sockets to places_ unless all users may write to it.
  void list_folder(const std::string& folder, bool is_of_system, bool has_subfolders,
                   std::vector<Listed>& listed);
  // Removes an old socket that got no name, and at which nobody listens.
  void remove_unfinished(const std::string& path) const;
  // Drops processes that have ended, are not listed any more, or are silent.
  void drop_ended();
  // Returns whether no process listens any more at a place to which the watch has not connected for
  // long.
  [[nodiscard]] bool is_silent(OfferedProcess& process) const;
  [[nodiscard]] const OfferedProcess* find(const OfferPlace& place) const noexcept;
  // Connects to new places. Returns whether it has connected to some and has no connections left
  // for the others.
  [[nodiscard]] bool connect_to_new();
  [[nodiscard]] std::size_t connections_of_a_folder() const noexcept;
  // Returns whether the folder of a place may have one more connection; an old one may make room.
  [[nodiscard]] bool has_connection_left(const OfferPlace& place);
  void connect(const OfferPlace& place, bool is_new);
  // False: its folder has not answered in time, less than OfferLimits::impatience ago.
  [[nodiscard]] bool is_waited_for(const OfferPlace& place) const noexcept;
  // The folders of those that were waited for in vain are not waited for again soon.
  void note_unanswered();
  // Receives until no new offer is awaited, at most until `until`. `has_more`: returns as soon as
  // half of the connections that a folder may have are done.
  void receive_all(Clock::time_point until, bool has_more);
  // Takes what has arrived. A connection is done when all has, or when it failed.
  void receive(Pending& pending);
  // Ends the connections that are done. One whose process hangs stays, so that its place is not
  // tried again: it would cost one more process.
  void drop_done();
  // Adds the process whose offer is complete, or replaces its earlier offer.
  void take(Pending& pending);
  // The segments that can be used. The others are refused, each with its fault.
  [[nodiscard]] std::vector<OfferedSegment> parse(const Pending& pending,
                                                  std::vector<ReadMapping> mappings);
  // The part of OfferLimits::user_descriptions that other processes of its user do not take.
  [[nodiscard]] std::uint64_t descriptions_left(const Pending& pending) const noexcept;
  // Keeps the first reason of a place.
  void refuse(const OfferPlace& place, std::string reason);
  // Counts a connection that was closed too early, at most RefusedOffer::kMostTries times.
  void note_closed(const OfferPlace& place);
  // Drops the refusal of a place, unless it is certain.
  void forget_closed(const OfferPlace& place);
  // Returns how much may still be mapped of processes of the user, less what has arrived and was
  // not taken yet.
  [[nodiscard]] OfferRoom room_of(uid_t user) const noexcept;
  // Null: the place is not refused.
  [[nodiscard]] RefusedOffer* find_refused(const OfferPlace& place) noexcept;
  // Made at the first call, since they ask the kernel which seals it has.
  [[nodiscard]] const MappingRules& rules();
  [[nodiscard]] bool is_listed(const OfferPlace& place) const noexcept;

  ReadingFolders folders_;
  OfferLimits limits_;
  std::vector<Listed> listed_;
  // A folder that does not answer in time.
  struct Unanswered {
    std::string folder;
    Clock::time_point until;
  };
  std::vector<OfferPlace> places_;  // of the last listing
  std::size_t folders_listed_ = 0;  // that have places
  std::vector<std::string> overfull_;
  std::vector<Unanswered> unanswered_;
  std::vector<Pending> pending_;
  std::vector<OfferedProcess> processes_;  // sorted
  bool is_changed_ = false;                // since the last look that ended
  std::vector<RefusedOffer> refused_;      // sorted
  Clock::time_point began_ = {};           // this look
  std::optional<MappingRules> rules_;
  std::uint64_t numbers_ = 0;
};

}  // namespace openperflib
