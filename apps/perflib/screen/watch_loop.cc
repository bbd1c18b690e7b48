#include "apps/perflib/screen/watch_loop.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <optional>
#include <utility>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/screen/session_model.h"
#include "apps/perflib/screen/watch_keys.h"
#include "apps/perflib/screen/watch_screen.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/open_session.h"
#include "apps/perflib/text/explain_text.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/up_time.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/machine/machine_facts.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/os/time/clocks.h"

namespace openperflib::apps {
namespace {

constexpr auto kKeys =
    std::to_array<std::string_view>({"q quit", "/ filter", "s sort", "space freeze", "e explain",
                                     "a add", "d remove", "arrows move"});
constexpr std::string_view kLastKey = "? all keys";
constexpr std::string_view kHelp =
    "  q, Ctrl+C      quit\n"
    "  up, down, k, j select a line; Page Up, Page Down, Home, End too\n"
    "  /              filter: show lines with these letters in them; Esc ends it\n"
    "  s              sort: as collected, by last, average, maximum, name\n"
    "  space          freeze the screen, or continue\n"
    "  e, Enter       explain the selected counter with its current numbers\n"
    "  a              add a counter path, a set (@disk) or a name\n"
    "  d, Delete      remove the path of the selected line\n"
    "  ?              this help\n\n"
    "  last is the newest value; avg, min and max are of all samples so far.\n"
    "  avg of a rate is its average over the whole time, not the mean of the values.\n";

// For logs, above the others.
constexpr std::string_view kLogHelp =
    "  space          pause, or continue\n"
    "  n              pause, and show the next sample\n"
    "  +, -           faster, slower\n";

enum class Panel : std::uint8_t { none, help, explain };
enum class Prompt : std::uint8_t { none, filter, add_path };

// As many whole keys as fit, and always how to see the others.
std::string key_line(std::size_t width) {
  constexpr std::string_view kBetween = "  ";
  std::string line;
  for (const std::string_view key : kKeys) {
    if (1 + line.size() + key.size() + kBetween.size() + kLastKey.size() > width) break;
    line += key;
    line += kBetween;
  }
  return line.append(kLastKey);
}

// "log 37 %": the position of the replay.
std::string log_place(const LogReader& log) {
  const std::uint64_t size = log.size();
  const std::uint64_t place = size == 0 ? 100 : 100 * log.position() / size;
  return fmt::format("log {} %", place);
}

// The texts about the machine. On a narrow screen only its name stays.
std::vector<HeaderPart> machine_parts(const CounterSession& source, const MachineFacts& facts) {
  std::vector<HeaderPart> parts;
  const auto add = [&parts](std::string text, int worth) {
    if (!text.empty()) parts.push_back({std::move(text), worth});
  };
  add(std::string(source.query().binding().machine()), 5);
  if (source.log() == nullptr) {
    add(facts.distribution, 1);
    add(facts.kernel, 0);
  } else {
    add(log_place(source.log()->reader()), 4);
  }
  if (source.log() != nullptr) return parts;
  if (!source.is_live()) {
    add("recorded", 4);
    return parts;
  }
  const long cpus = ::sysconf(_SC_NPROCESSORS_ONLN);
  if (cpus > 0) add(fmt::format("{} CPU{}", cpus, cpus == 1 ? "" : "s"), 2);
  const Instant now = read_clocks();
  if (now.boottime_100ns.has_value()) add("up " + up_time(*now.boottime_100ns), 3);
  return parts;
}

std::string header_time(const CounterSession& source) {
  const FileTime time = source.query().row().time_utc;
  if (time == 0) return "time unknown";
  const int bias = source.zone_at(time).bias_minutes;
  const SystemTime clock = system_time_from(to_local(time, bias));
  const std::string text = fmt::format("{:02}:{:02}:{:02}", clock.hour, clock.minute, clock.second);
  if (source.is_live()) return text;
  return fmt::format("{:04}-{:02}-{:02} {}{}", clock.year, clock.month, clock.day, text,
                     source.log() == nullptr ? " UTC" : "");
}

// The state of one full-screen run.
class WatchScreen {
 public:
  WatchScreen(const WatchOptions& options, PacedSession rows, int input_fd)
      : options_(options),
        input_fd_(input_fd),
        rows_(std::move(rows)),
        terminal_(input_fd, STDOUT_FILENO),
        model_(watch_model_of(session())),
        interval_seconds_(options.interval_seconds),
        facts_(machine_facts(newest_root(options.source))) {
    for (const std::size_t path : options_.extra_paths) {
      model_.set_extra(static_cast<Query::PathId>(path));
    }
  }

  Outcome run() {
    if (!terminal_.enter()) return watch_plain(options_);
    const Step looped = loop();
    terminal_.leave();
    if (taken_ == 0 && session().has_ended()) {
      return std::unexpected(why_no_row(session(), options_.log));
    }
    report_log_anomalies(session());
    OPENPERFLIB_TRY(looped);
    return report_unmatched_paths(session()) ? Ending::does_not_exist : Ending::success;
  }

 private:
  [[nodiscard]] CounterSession& session() noexcept { return rows_.session(); }
  [[nodiscard]] const CounterSession& session() const noexcept { return rows_.session(); }

  Step loop() {
    OPENPERFLIB_TRY(collect_first());
    while (!done_) {
      if (!redraw()) return reported(Ending::failed);  // the terminal is gone
      switch (rows_.wait()) {
        case Event::stop:
          return {};
        case Event::resized:
          terminal_.forget_screen();
          break;
        case Event::suspended:
          suspend();
          break;
        case Event::input:
          read_keys();
          break;
        case Event::deadline:
          if (frozen_) {  // the numbers on the screen stay together with their readings
            session().postpone();
            break;
          }
          step();
          break;
      }
    }
    if (failure_.has_value()) return std::unexpected(*failure_);
    return {};
  }

  // Collects the next row, if there is one. After a failure there will be no more rows.
  void step() {
    const auto collected = session().collect();
    if (!collected.has_value()) return fail(collected.error());
    if (*collected == CounterSession::Collected::row) return take_row();
    message_ = "end of the log";
  }

  void fail(const SourceFault& fault) {
    failure_ = failed(fault).error();
    done_ = true;
  }

  Step collect_first() {
    using Collected = CounterSession::Collected;
    auto collected = session().collect_first();
    if (collected == Collected::end) return reported(Ending::failed);
    if (collected.has_value()) take_row();
    if (session().nothing_can_match()) done_ = true;
    const bool is_read_whole = !session().is_live() && session().log() == nullptr;  // root folders
    while (is_read_whole && collected == Collected::row) {
      collected = session().collect();
      if (collected == Collected::row) take_row();
    }
    if (!collected.has_value()) return failed(collected.error());
    return {};
  }

  void take_row(Pace pace = Pace::due) {
    model_.take(session().query(), pace);
    ++taken_;
    if (options_.samples != 0 && taken_ >= options_.samples) done_ = true;
    regroup();
  }

  void regroup() {
    groups_ = model_.groups(session().query(), order_, filter_);
    if (filter_.empty()) append_unmatched(session(), groups_);
  }

  [[nodiscard]] std::string footer() const {
    if (prompt_ == Prompt::filter)
      return fmt::format("filter: {}_  (Enter keeps it, Esc ends it)", filter_);
    if (prompt_ == Prompt::add_path)
      return fmt::format("add path: {}_  (Enter adds, Esc cancels)", typed_);
    if (!message_.empty()) return message_;
    if (panel_ != Panel::none) return "any key goes back";
    return key_line(terminal_.size().columns);
  }

  [[nodiscard]] WatchFrame frame() const {
    std::string right;
    if (frozen_) right += "FROZEN · ";
    if (!filter_.empty()) right += fmt::format("filter {} · ", filter_);
    if (order_ != WatchOrder::as_collected) right += fmt::format("by {} · ", name_of(order_));
    if (session().is_live() || session().log() != nullptr) {
      right += fmt::format("every {:g} s · ", interval_seconds_);
    }
    return {.header_left = machine_parts(session(), facts_),
            .header_right = right + header_time(session()),
            .footer = footer()};
  }

  bool redraw() {
    const ScreenSize size = terminal_.size();
    if (panel_ == Panel::help) {
      const std::string help =
          std::string(session().log() == nullptr ? "" : kLogHelp) + std::string(kHelp);
      return terminal_.draw(draw_panel(help, frame(), size, options_.style));
    }
    if (panel_ == Panel::explain) {
      return terminal_.draw(draw_panel(explained_, frame(), size, options_.style));
    }
    return terminal_.draw(
        draw_watch(session().query(), groups_, frame(), size, options_.style, view_));
  }

  // Gives the terminal back to the shell, and takes it over again later.
  void suspend() {
    terminal_.leave();
    ::kill(0, SIGSTOP);
    (void)terminal_.enter();
  }

  void read_keys() {
    std::array<char, 256> bytes{};
    const ssize_t got = ::read(input_fd_, bytes.data(), bytes.size());
    if (got <= 0) {
      done_ = true;  // there is no keyboard any more
      return;
    }
    KeyReader keys({bytes.data(), static_cast<std::size_t>(got)});
    while (const auto key = keys.next()) press(*key);
  }

  void press(const Key& key) {
    message_.clear();
    if (prompt_ != Prompt::none) return type(key);
    if (panel_ != Panel::none) {
      panel_ = Panel::none;
      done_ = key.text == "q";
      return;
    }
    press_command(key);
  }

  void press_command(const Key& key) {
    const std::size_t page = std::max<std::size_t>(1, terminal_.size().rows / 2);
    const std::size_t selected = view_.selected;
    switch (key.kind) {
      case KeyKind::up:
        view_.selected -= selected > 0 ? 1 : 0;
        return;
      case KeyKind::down:
        ++view_.selected;
        return;
      case KeyKind::page_up:
        view_.selected = selected > page ? selected - page : 0;
        return;
      case KeyKind::page_down:
        view_.selected += page;
        return;
      case KeyKind::home:
        view_.selected = 0;
        return;
      case KeyKind::end:
        view_.selected = ~std::size_t{0} >> 1;
        return;
      case KeyKind::enter:
        return explain();
      case KeyKind::remove:
        return remove_path();
      case KeyKind::escape:
        filter_.clear();
        return regroup();
      case KeyKind::left:
      case KeyKind::right:
      case KeyKind::tab:
      case KeyKind::back_tab:
      case KeyKind::insert:
      case KeyKind::backspace:
        return;
      case KeyKind::text:
        break;
    }
    press_letter(key.text);
  }

  void press_letter(std::string_view letter) {
    if (letter == "q") done_ = true;
    if (letter == "k" && view_.selected > 0) --view_.selected;
    if (letter == "j") ++view_.selected;
    if (letter == "?") panel_ = Panel::help;
    if (letter == "e") explain();
    if (letter == "d") remove_path();
    if (session().log() != nullptr) replay(letter);
    if (letter == "/") prompt_ = Prompt::filter;
    if (letter == "a") {
      prompt_ = Prompt::add_path;
      typed_.clear();
    }
    if (letter == " ") {
      frozen_ = !frozen_;
    }
    if (letter == "s") {
      order_ = static_cast<WatchOrder>((static_cast<unsigned>(order_) + 1) % 5);
      regroup();
    }
  }

  // Keys for logs only: a step while paused, faster and slower.
  void replay(std::string_view letter) {
    constexpr double kFastest = 0.01;
    constexpr double kSlowest = 60;
    if (letter == "n") {
      frozen_ = true;
      step();
    }
    if (letter == "+") interval_seconds_ = std::max(kFastest, interval_seconds_ / 2);
    if (letter == "-") interval_seconds_ = std::min(kSlowest, interval_seconds_ * 2);
    if (letter == "+" || letter == "-") {
      session().set_interval(duration_of(interval_seconds_));
      session().postpone();
    }
  }

  void type(const Key& key) {
    std::string& text = prompt_ == Prompt::filter ? filter_ : typed_;
    if (key.kind == KeyKind::text) text += key.text;
    if (key.kind == KeyKind::backspace) erase_last_character(text);
    if (key.kind == KeyKind::escape) text.clear();
    const bool ends = key.kind == KeyKind::enter || key.kind == KeyKind::escape;
    if (prompt_ == Prompt::add_path && key.kind == KeyKind::enter && !typed_.empty()) add_path();
    if (ends) prompt_ = Prompt::none;
    regroup();
  }

  // On a machine a row is collected at once, because the next one may take long. On a log the
  // current record is shown again.
  void add_path() {
    if (!session().is_live() && session().log() == nullptr) {
      message_ = "with --root every sample has been read; restart with the new path";
      return;
    }
    const auto [chosen, ended] = choose_paths({typed_}, options_.source, options_.log, Sets::taken);
    terminal_.forget_screen();  // the search in a large log shows its progress
    if (!ended.has_value()) {
      const Failure& why = ended.error();
      message_ = why.why.empty() ? why.what : fmt::format("{}: {}", why.what, why.why);
      return;
    }
    for (const ChosenPaths::Remark& remark : chosen.remarks) {
      message_ = fmt::format("{}: {}", remark.subject, remark.text);
    }
    add_chosen(chosen);
  }

  void add_chosen(const ChosenPaths& chosen) {
    std::vector<Query::PathId> added;
    for (const std::string& path : chosen.paths) {
      const auto id = session().add(path);
      if (id.has_value()) added.push_back(*id);  // its syntax was checked
    }
    if (session().log() != nullptr) {
      session().take_again();
    } else if (const auto collected = session().collect(); collected.has_value()) {
      session().postpone();
    } else {
      return fail(collected.error());
    }
    model_.take(session().query(), Pace::between);
    for (const Query::PathId id : added) refuse_unmatched(id);
  }

  // An instance may still come; an unknown object or counter never will.
  void refuse_unmatched(Query::PathId added) {
    const std::string why = session().unmatched_text(added);
    if (why.empty()) return;
    message_ = fmt::format("{}: {}", session().paths()[added], why);
    if (session().query().match(added) != Query::Match::no_instance) forget_path(added);
  }

  void remove_path() {
    const std::size_t series = selected_series(groups_, terminal_.size(), view_);
    if (series == std::string::npos) return;
    Query::PathId left = 0;
    for (Query::PathId path = 0; path < session().paths().size(); ++path) {
      if (!session().paths()[path].empty() && !session().is_beside(path)) ++left;
    }
    if (left == 1) {
      message_ = "the only path cannot be removed";
      return;
    }
    forget_path(session().query().binding().series()[series].path);
    regroup();
  }

  void forget_path(Query::PathId path) {
    session().remove(path);
    model_.remove_path(path);
  }

  void explain() {
    const std::size_t series = selected_series(groups_, terminal_.size(), view_);
    if (series == std::string::npos) return;
    explained_ = explain_text(session(), series);
    panel_ = Panel::explain;
  }

  const WatchOptions& options_;
  int input_fd_;
  PacedSession rows_;
  Terminal terminal_;
  WatchModel model_;
  double interval_seconds_;
  MachineFacts facts_;
  std::vector<WatchGroup> groups_;
  WatchView view_;
  WatchOrder order_ = WatchOrder::as_collected;
  Panel panel_ = Panel::none;
  Prompt prompt_ = Prompt::none;
  std::string filter_;
  std::string typed_;
  std::string message_;
  std::string explained_;
  std::optional<Failure> failure_;
  std::uint64_t taken_ = 0;
  bool frozen_ = false;
  bool done_ = false;
};

}  // namespace

Outcome watch_full_screen(const WatchOptions& options) {
  const UniqueFd terminal(::isatty(STDIN_FILENO) == 1 ? -1
                                                      : ::open("/dev/tty", O_RDONLY | O_CLOEXEC));
  const int keys = ::isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : terminal.get();
  if (keys < 0) return watch_plain(options);
  PacedSession rows =
      OPENPERFLIB_TRY(open_session(options.source, options.log, options.paths,
                                   options.interval_seconds, ShortLives::counted, keys));
  return WatchScreen(options, std::move(rows), keys).run();
}

}  // namespace openperflib::apps
