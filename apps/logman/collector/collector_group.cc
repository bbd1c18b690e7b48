#include "apps/logman/collector/collector_group.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>
#include <vector>

#include "apps/logman/collector/collector.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/os/time/clocks.h"

namespace openperflib::logman {
namespace {

struct Member {
  pid_t pid = -1;
  UniqueFd messages;
};

sigset_t watched_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT}) ::sigaddset(&set, signal);
  return set;
}

// The process of one collector. `parent`: it may have ended before its death signal was requested.
[[noreturn]] void be_a_member(const SetCollector& collector, const CollectionStore& store,
                              pid_t parent, Messenger& messenger) {
  (void)::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);
  const Outcome outcome = run_collector(collector, store, [&] { messenger.say_ready(); });
  if (!outcome.has_value()) {
    note_failure(store, collector.set.name, collector.name + ": " + outcome.error().text);
  }
  if (!outcome.has_value()) messenger.say_failed(outcome.error(), collector.name);
  ::_exit(outcome.has_value() ? 0 : 1);
}

// Resource: the processes of the other collectors. Signals that end them are blocked and passed on.
class Group {
 public:
  Group() : signals_(watched_signals()) {
    (void)std::signal(SIGCHLD, SIG_DFL);
    (void)::sigprocmask(SIG_BLOCK, &signals_, &before_);
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group() {
    end_all();
    (void)wait_for_all();
    (void)::sigprocmask(SIG_SETMASK, &before_, nullptr);
  }

  Outcome begin(const SetCollector& collector, const CollectionStore& store, Messenger& messenger) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_failure(errno, "a pipe");
    UniqueFd from(ends[0]);
    UniqueFd to(ends[1]);
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) return system_failure(errno, "a process");
    if (pid == 0) {
      messenger = Messenger(std::move(to));  // this closes the end of the other one
      (void)::sigprocmask(SIG_SETMASK, &before_, nullptr);
      be_a_member(collector, store, parent, messenger);
    }
    members_.push_back({.pid = pid, .messages = std::move(from)});
    return {};
  }

  // Waits until each has its first sample, or waits for its time.
  Outcome hear_all() {
    for (Member& member : members_) {
      OPENPERFLIB_TRY(heard_from(member.messages.get()));
      member.messages.reset();
    }
    return {};
  }

  void end_all() {
    for (const Member& member : members_) (void)::kill(member.pid, SIGTERM);
  }

  // Whether all of them ended successfully.
  bool wait_for_all() {
    bool all_well = true;
    while (!members_.empty()) {
      all_well = forget_ended() && all_well;
      if (members_.empty()) break;
      siginfo_t signal{};
      if (::sigwaitinfo(&signals_, &signal) > 0 && signal.si_signo != SIGCHLD) end_all();
    }
    return all_well;
  }

 private:
  bool forget_ended() {
    bool all_well = true;
    std::erase_if(members_, [&](const Member& member) {
      int status = 0;
      if (::waitpid(member.pid, &status, WNOHANG) != member.pid) return false;
      all_well = all_well && WIFEXITED(status) && WEXITSTATUS(status) == 0;
      return true;
    });
    return all_well;
  }

  sigset_t signals_;
  sigset_t before_{};
  std::vector<Member> members_;
};

}  // namespace

void note_failure(const CollectionStore& store, const std::string& set, const std::string& why) {
  store.note_error(set, {.time_utc = read_clocks().realtime.value_or(0), .text = why});
}

Outcome run_collectors(const DataCollectorSet& set, const CollectionStore& store,
                       Messenger& messenger) {
  const std::vector<SetCollector> collectors = collectors_of(set);
  if (collectors.size() == 1) {
    return run_collector(collectors.front(), store, [&] { messenger.say_ready(); });
  }
  Group group;
  for (const SetCollector& one : collectors) OPENPERFLIB_TRY(group.begin(one, store, messenger));
  OPENPERFLIB_TRY(group.hear_all());
  messenger.say_ready();
  if (group.wait_for_all()) return {};
  return std::unexpected(Failure{"One of the collectors failed.", {}});
}

}  // namespace openperflib::logman
