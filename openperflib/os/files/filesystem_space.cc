#include "openperflib/os/files/filesystem_space.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "openperflib/os/files/blocked_signals.h"

namespace openperflib {

// The questions of one round and their progress. Owned by both threads: the asking thread may be
// blocked for longer than the FilesystemSpace lives.
struct FilesystemSpace::Round {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> paths;  // the first `count` belong to this round
  std::vector<SpaceAnswer> answers;
  std::size_t count = 0;
  std::size_t answered = 0;  // while it is below count, paths[answered] is being asked
  std::chrono::steady_clock::time_point asked_since;  // since when
  bool stop = false;                                  // ask nothing more and end the thread
  bool ended = false;                                 // the thread has finished
};

// One asking thread. Joined if it is idle, detached if it is blocked.
class FilesystemSpace::Worker {
 public:
  explicit Worker(const Ask& ask);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();

  void post(std::span<const std::string_view> paths, std::span<const std::size_t> due);
  // Waits until all paths are answered, or until one takes longer than `patience`, which ends the
  // round. Returns the number of answers.
  [[nodiscard]] std::size_t wait(std::chrono::milliseconds patience);
  [[nodiscard]] SpaceAnswer answer(std::size_t position) const;
  [[nodiscard]] bool has_ended() const;

 private:
  static void stop(Round& round);
  static void run(const std::shared_ptr<Round>& round, const Ask& ask);

  std::shared_ptr<Round> round_;
  std::thread thread_;
  pid_t process_ = ::getpid();  // the process of the thread
};

// A file system that has not answered yet, and the thread that waits for it.
struct FilesystemSpace::Silent {
  std::string path;
  std::unique_ptr<Worker> worker;
};

FilesystemSpace::Worker::Worker(const Ask& ask) : round_(std::make_shared<Round>()) {
  const BlockedSignals blocked;
  thread_ = std::thread([round = round_, ask] { run(round, ask); });
}

FilesystemSpace::Worker::~Worker() {
  if (::getpid() !=
      process_) {  // a child after fork(): the thread belongs to the parent, which joins it
    (void)new std::thread(std::move(thread_));
    return;
  }
  bool held_up = false;
  {
    const std::lock_guard lock(round_->mutex);
    stop(*round_);
    held_up = round_->answered < round_->count;
  }
  if (held_up) {
    thread_.detach();
  } else {
    thread_.join();
  }
}

void FilesystemSpace::Worker::post(std::span<const std::string_view> paths,
                                   std::span<const std::size_t> due) {
  const std::lock_guard lock(round_->mutex);
  if (round_->paths.size() < due.size()) round_->paths.resize(due.size());
  for (std::size_t i = 0; i < due.size(); ++i) round_->paths[i].assign(paths[due[i]]);
  round_->answers.assign(due.size(), {});
  round_->answered = 0;
  round_->count = due.size();
  round_->asked_since = std::chrono::steady_clock::now();
  round_->changed.notify_all();
}

std::size_t FilesystemSpace::Worker::wait(std::chrono::milliseconds patience) {
  std::unique_lock lock(round_->mutex);
  const auto all_answered = [&] { return round_->answered == round_->count; };
  // Each question has its own time limit: an answer starts the limit of the next.
  for (auto end = round_->asked_since + patience;
       std::chrono::steady_clock::now() < end || all_answered();
       end = round_->asked_since + patience) {
    if (round_->changed.wait_until(lock, end, all_answered)) return round_->answered;
  }
  stop(*round_);
  return round_->answered;
}

SpaceAnswer FilesystemSpace::Worker::answer(std::size_t position) const {
  const std::lock_guard lock(round_->mutex);
  return round_->answers[position];
}

// Call with the mutex held. Cancels all questions except the current one.
void FilesystemSpace::Worker::stop(Round& round) {
  round.stop = true;
  round.count = std::min(round.count, round.answered + 1);
  round.changed.notify_all();
}

bool FilesystemSpace::Worker::has_ended() const {
  const std::lock_guard lock(round_->mutex);
  return round_->ended;
}

void FilesystemSpace::Worker::run(const std::shared_ptr<Round>& round, const Ask& ask) {
  std::string path;
  std::unique_lock lock(round->mutex);
  while (true) {
    round->changed.wait(lock, [&] { return round->stop || round->answered < round->count; });
    if (round->answered >= round->count) break;
    path = round->paths[round->answered];
    lock.unlock();
    SpaceAnswer answer{SpaceAnswer::Kind::answered, 0, {}};
    answer.errno_value = ask(path.c_str(), answer.space);
    if (answer.errno_value != 0) answer.kind = SpaceAnswer::Kind::refused;
    lock.lock();
    round->answers[round->answered++] = answer;
    round->asked_since = std::chrono::steady_clock::now();
    if (round->answered == round->count || round->stop) round->changed.notify_all();
  }
  round->ended = true;
}

int FilesystemSpace::ask_statvfs(const char* path, SpaceBlocks& space) {
  struct statvfs status = {};
  if (::statvfs(path, &status) != 0) return errno;
  space = {.block_size = status.f_frsize,
           .blocks = status.f_blocks,
           .free = status.f_bfree,
           .available = status.f_bavail,
           .inodes = status.f_files,
           .available_inodes = status.f_favail};
  return 0;
}

FilesystemSpace::FilesystemSpace(Ask ask) : ask_(std::move(ask)) {}
FilesystemSpace::~FilesystemSpace() = default;

bool FilesystemSpace::is_silent(std::string_view path) const noexcept {
  return std::ranges::any_of(silent_, [&](const Silent& one) { return one.path == path; });
}

void FilesystemSpace::welcome_back() {
  std::erase_if(silent_, [](const Silent& one) { return one.worker->has_ended(); });
}

void FilesystemSpace::ask(std::span<const std::string_view> paths,
                          std::chrono::milliseconds patience, std::vector<SpaceAnswer>& answers) {
  using Kind = SpaceAnswer::Kind;
  welcome_back();
  answers.assign(paths.size(), {});
  due_.clear();
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (is_silent(paths[i]))
      answers[i].kind = Kind::no_answer;
    else
      due_.push_back(i);
  }
  std::span<const std::size_t> due(due_);
  while (!due.empty() && silent_.size() < kMostSilent) {
    if (worker_ == nullptr) worker_ = std::make_unique<Worker>(ask_);
    worker_->post(paths, due);
    const std::size_t answered = worker_->wait(patience);
    for (std::size_t i = 0; i < answered; ++i) answers[due[i]] = worker_->answer(i);
    if (answered == due.size()) return;
    answers[due[answered]].kind = Kind::no_answer;
    silent_.push_back({std::string(paths[due[answered]]), std::move(worker_)});
    due = due.subspan(answered + 1);
  }
}

}  // namespace openperflib
