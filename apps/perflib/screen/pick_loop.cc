#include "apps/perflib/screen/pick_loop.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>

#include "apps/perflib/screen/pick_screen.h"
#include "apps/perflib/screen/terminal.h"
#include "apps/perflib/screen/watch_keys.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/os/time/event_waiter.h"
#include "openperflib/view/pick/pick_help.h"

namespace openperflib::apps {
namespace {

// The levels of detail that Shift+Tab goes through.
struct DetailLevel {
  std::uint32_t level;
  std::string_view name;
};
constexpr auto kLevels = std::to_array<DetailLevel>({{PERF_DETAIL_NOVICE, "novice"},
                                                     {PERF_DETAIL_ADVANCED, "advanced"},
                                                     {PERF_DETAIL_EXPERT, "expert"},
                                                     {PERF_DETAIL_WIZARD, "wizard"}});

// The first level that shows as much.
std::size_t level_of(std::uint32_t detail_level) {
  std::size_t i = 0;
  while (i + 1 < kLevels.size() && kLevels[i].level < detail_level) ++i;
  return i;
}

SourceFault terminal_fault(int errno_value) {
  return {.errno_value = errno_value, .file = kTerminal, .error = std::nullopt};
}

// The state of one run.
class PickLoop {
 public:
  PickLoop(PickList& list, const PickSource& source, const PickLoopOptions& options, int fd,
           EventWaiter waiter)
      : list_(list),
        source_(source),
        options_(options),
        fd_(fd),
        waiter_(std::move(waiter)),
        terminal_(fd, fd) {}

  // False: the terminal refuses to be taken over.
  [[nodiscard]] bool run() {
    if (!terminal_.enter()) return false;
    while (!done_ && redraw()) wait();
    terminal_.leave();
    return true;
  }
  [[nodiscard]] bool is_taken() const noexcept { return taken_; }

 private:
  void wait() {
    switch (waiter_.wait_until(EventWaiter::Clock::time_point::max())) {
      case Event::stop:
        done_ = true;
        return;
      case Event::resized:
        terminal_.forget_screen();
        return;
      case Event::suspended:
        suspend();
        return;
      case Event::input:
        read_keys();
        return;
      case Event::deadline:
        return;
    }
  }

  // Gives the terminal back to the shell, and takes it over again later.
  void suspend() {
    terminal_.leave();
    ::kill(0, SIGSTOP);
    (void)terminal_.enter();
  }

  [[nodiscard]] std::string help() const {
    if (list_.rows().empty()) return {};
    const PickRow& row = list_.rows()[list_.selected()];
    return pick_help(list_.object_of(row), list_.counter_of(row), source_.titles());
  }

  [[nodiscard]] std::string state() const {
    const std::size_t rows = list_.rows().size();
    std::string state = fmt::format("{} row{}", rows, rows == 1 ? "" : "s");
    const DetailLevel& level = kLevels[level_of(list_.detail_level())];
    if (options_.detail == PickLoopOptions::Detail::chosen && &level != &kLevels.back()) {
      state += fmt::format(" · {}", level.name);
    }
    if (list_.marked() != 0) state += fmt::format(" · {} marked", list_.marked());
    return state;
  }

  [[nodiscard]] std::string keys() const {
    std::string keys = "Enter takes  ";
    if (options_.number == PickLoopOptions::Number::any) keys += "Tab marks  ";
    keys += "Right, Left instances  ";
    if (options_.detail == PickLoopOptions::Detail::chosen) keys += "Shift+Tab detail  ";
    return keys + "Esc leaves";
  }

  [[nodiscard]] bool redraw() {
    const PickFrame frame{.title = options_.title.empty() ? source_.name() : options_.title,
                          .state = state(),
                          .typed = typed_,
                          .help = help(),
                          .keys = keys()};
    return terminal_.draw(draw_pick(list_, frame, terminal_.size(), options_.style, first_row_));
  }

  void read_keys() {
    std::array<char, 256> bytes{};
    const ssize_t got = ::read(fd_, bytes.data(), bytes.size());
    if (got <= 0) {
      done_ = true;  // there is no keyboard any more
      return;
    }
    KeyReader keys({bytes.data(), static_cast<std::size_t>(got)});
    while (!done_) {
      const auto key = keys.next();
      if (!key.has_value()) return;
      press(*key);
    }
  }

  void press(const Key& key) {
    switch (key.kind) {
      case KeyKind::enter:
        taken_ = !list_.rows().empty() || list_.marked() != 0;
        done_ = taken_;
        return;
      case KeyKind::escape:
        done_ = true;
        return;
      case KeyKind::right:
        return list_.open();
      case KeyKind::left:
        return list_.close();
      case KeyKind::tab:
      case KeyKind::insert:
        return mark();
      case KeyKind::back_tab:
        return change_detail();
      case KeyKind::text:
      case KeyKind::backspace:
        return type(key);
      default:
        return move(key.kind);
    }
  }

  void mark() {
    if (options_.number == PickLoopOptions::Number::one) return;
    list_.toggle_mark();
    list_.select(list_.selected() + 1);
  }

  void type(const Key& key) {
    typed_ += key.text;
    if (key.kind == KeyKind::backspace) erase_last_character(typed_);
    list_.narrow(typed_);
  }

  void change_detail() {
    if (options_.detail == PickLoopOptions::Detail::fixed) return;
    const std::size_t next = (level_of(list_.detail_level()) + 1) % kLevels.size();
    list_.set_detail_level(kLevels[next].level);
  }

  void move(KeyKind key) {
    const std::size_t page = std::max<std::size_t>(1, terminal_.size().rows / 2);
    const std::size_t selected = list_.selected();
    if (key == KeyKind::up) list_.select(selected - (selected > 0 ? 1 : 0));
    if (key == KeyKind::down) list_.select(selected + 1);
    if (key == KeyKind::page_up) list_.select(selected - std::min(selected, page));
    if (key == KeyKind::page_down) list_.select(selected + page);
    if (key == KeyKind::home) list_.select(0);
    if (key == KeyKind::end) list_.select(list_.rows().size());
  }

  PickList& list_;
  const PickSource& source_;
  const PickLoopOptions& options_;
  int fd_;
  EventWaiter waiter_;
  Terminal terminal_;
  std::string typed_;
  std::size_t first_row_ = 0;
  bool done_ = false;
  bool taken_ = false;
};

}  // namespace

std::expected<std::optional<std::vector<std::string>>, Failure> pick_full_screen(
    PickList& list, const PickSource& source, const PickLoopOptions& options) {
  const UniqueFd terminal(::open(kTerminal, O_RDWR | O_CLOEXEC));
  if (!terminal) return no_terminal(errno);
  auto waiter = EventWaiter::open(terminal.get());
  if (!waiter.has_value()) return failed(terminal_fault(waiter.error()));
  PickLoop loop(list, source, options, terminal.get(), *std::move(waiter));
  if (!loop.run()) return failed(kTerminal, "the terminal cannot show a full screen");
  return loop.is_taken() ? std::optional(list.chosen()) : std::nullopt;
}

}  // namespace openperflib::apps
