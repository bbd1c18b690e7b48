#include "apps/perflib/screen/watch_loop.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/screen/log_travel.h"
#include "apps/perflib/screen/watch_help.h"
#include "apps/perflib/screen/watch_keys.h"
#include "apps/perflib/screen/watch_screen.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/open_session.h"
#include "apps/perflib/text/explain_text.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/process_text.h"
#include "apps/perflib/text/up_time.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/counter/human_text.h"
#include "openperflib/jobs/moment/watched_session.h"
#include "openperflib/jobs/remainder_reading.h"
#include "openperflib/machine/machine_facts.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/os/time/clocks.h"
#include "openperflib/view/paths/watch_presets.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib::apps {
namespace {

constexpr int kFarStep = 10;  // samples

enum class Panel : std::uint8_t { none, help, explain };
enum class Prompt : std::uint8_t { none, filter, add_path, time };

// "log 37 %": the position of the replay.
std::string log_place(const LogReader& log) {
  const std::uint64_t size = log.size();
  const std::uint64_t place = size == 0 ? 100 : 100 * log.position() / size;
  return fmt::format("log {} %", place);
}

// "23.5 GB"; empty: unknown.
std::string memory_in_all() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_size <= 0) return {};
  return with_unit(
      human_text(Quantity::bytes, static_cast<double>(pages) * static_cast<double>(page_size)));
}

// What the first line has of the counters that are collected, whether the screen has room for them
// or not.
struct HeaderCounter {
  std::string_view object;
  std::string_view counter;
  std::string_view word;
  bool is_shown_at_0;
};
constexpr auto kHeaderCounters = std::to_array<HeaderCounter>({
    {"Linux System", "Load Average 1m", "load", true},
    {"Linux Memory", "SwapUsed Bytes", "swap", false},
});

// "load 13.8", "swap 1.2 GB"
std::vector<HeaderPart> counter_parts(const Query& query) {
  constexpr int kWorth = 3;
  std::vector<HeaderPart> parts;
  const auto series = query.binding().series();
  for (const HeaderCounter& row : kHeaderCounters) {
    const auto is_it = [&](const Series& one) {
      return one.object == row.object && one.counter == row.counter;
    };
    const auto found = std::ranges::find_if(series, is_it);
    if (found == series.end()) continue;
    const auto i = static_cast<std::size_t>(found - series.begin());
    const Value& value = query.row().values[i];
    if (!value.usable() || (value.number == 0 && !row.is_shown_at_0)) continue;
    parts.push_back({fmt::format("{} {}", row.word, with_unit(value_text(query, i))), kWorth});
  }
  return parts;
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
  add(memory_in_all(), 2);
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
        facts_(machine_facts(newest_root(options.source))),
        travel_(options.source.environment->titles),
        extra_(options.extra_paths.begin(), options.extra_paths.end()),
        essential_(options.essential_paths.begin(), options.essential_paths.end()) {
    tell_worth();
  }

  Outcome run() {
    if (!terminal_.enter()) return watch_plain(options_);
    const Step looped = loop();
    terminal_.leave();
    if (taken_ == 0 && session().has_ended()) {
      return std::unexpected(report_no_row(session(), options_.log));
    }
    report_log_anomalies(session());
    OPENPERFLIB_TRY(looped);
    return report_unmatched_paths(session()) ? Ending::does_not_exist : Ending::success;
  }

 private:
  [[nodiscard]] CounterSession& session() noexcept { return rows_.session(); }
  [[nodiscard]] const CounterSession& session() const noexcept { return rows_.session(); }

  [[nodiscard]] WatchedSource source() const noexcept {
    if (session().log() != nullptr) return WatchedSource::log;
    return session().is_live() ? WatchedSource::machine : WatchedSource::recorded;
  }

  // Tells a new model which paths are for screens with room, which for the smallest, and which the
  // user has added.
  void tell_worth() {
    for (const std::size_t path : extra_) model_.set_extra(static_cast<Query::PathId>(path));
    for (const std::size_t path : essential_) {
      model_.set_essential(static_cast<Query::PathId>(path));
    }
    model_.set_added(added_);
  }

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
    if (collected == Collected::row && source() == WatchedSource::recorded) return collect_rest();
    if (!collected.has_value()) return failed(collected.error());
    return {};
  }

  // Collects all further samples of root folders.
  Step collect_rest() {
    while (true) {
      const auto collected = session().collect();
      if (!collected.has_value()) return failed(collected.error());
      if (*collected == CounterSession::Collected::end) return {};
      take_row();
    }
  }

  void take_row(Pace pace = Pace::due) {
    model_.take(session().query(), pace);
    travel_.note_row();
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
    if (prompt_ == Prompt::time)
      return fmt::format("go to: {}_  (02:13 or 2026-11-21 02:13; Enter goes, Esc cancels)",
                         typed_);
    if (!message_.empty()) return message_;
    if (panel_ != Panel::none) return "any key goes back";
    return key_line(source(), terminal_.size().columns);
  }

  [[nodiscard]] WatchFrame frame() const {
    std::vector<HeaderPart> right;
    const auto add = [&right](std::string text, int worth) {
      right.push_back({std::move(text), worth});
    };
    if (frozen_) add("FROZEN", 3);
    if (!filter_.empty()) add(fmt::format("filter {}", filter_), 2);
    if (!set_.empty()) add(std::string(set_), 1);
    if (order_ != WatchOrder::as_collected) add(fmt::format("by {}", name_of(order_)), 2);
    if (session().is_live() || session().log() != nullptr)
      add(fmt::format("every {:g} s", interval_seconds_), 0);
    add(header_time(session()), 4);
    std::vector<HeaderPart> left = machine_parts(session(), facts_);
    for (HeaderPart& part : counter_parts(session().query())) left.push_back(std::move(part));
    return {.header_left = std::move(left), .header_right = std::move(right), .footer = footer()};
  }

  bool redraw() {
    const ScreenSize size = terminal_.size();
    if (panel_ == Panel::help) {
      return terminal_.draw(draw_panel(watch_help(source()), frame(), size, options_.style));
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
        return step_by(-1);
      case KeyKind::right:
        return step_by(1);
      case KeyKind::shift_left:
        return step_by(-kFarStep);
      case KeyKind::shift_right:
        return step_by(kFarStep);
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
    if (letter == "t") step_by(-1);
    if (letter == "T") step_by(1);
    if (session().log() != nullptr) replay(letter);
    if (letter == "/") prompt_ = Prompt::filter;
    if (letter == "a") ask(Prompt::add_path);
    if (letter == "b" && has_past()) ask(Prompt::time);
    if (letter == "g") toggle_growth();
    if (letter.size() == 1 && letter.front() >= '1') show_set(letter.front() - '1');
    if (letter == " ") {
      frozen_ = !frozen_;
    }
    if (letter == "s") {
      view_.shows_growth = false;
      const unsigned next = order_ == WatchOrder::by_growth ? 0 : static_cast<unsigned>(order_) + 1;
      order_ = static_cast<WatchOrder>(next % 5);
      regroup();
    }
  }

  void ask(Prompt prompt) {
    prompt_ = prompt;
    typed_.clear();
  }

  void toggle_growth() {
    view_.shows_growth = !view_.shows_growth;
    order_ = view_.shows_growth ? WatchOrder::by_growth : WatchOrder::as_collected;
    regroup();
  }

  // Says why there are no earlier samples, where there are none.
  bool has_past() {
    switch (source()) {
      case WatchedSource::log:
        return true;
      case WatchedSource::recorded:
        message_ = "root folders are one sample each; logs can be stepped through";
        return false;
      case WatchedSource::machine:
        message_ = "no past here; keep one: perflib record --ring 24h -o box.perfrec";
        return false;
    }
    return false;
  }

  // Pauses, and goes some samples back or forth. The next sample continues what is shown; any other
  // is shown with those before it.
  void step_by(int samples) {
    if (!has_past()) return;
    frozen_ = true;
    if (samples == 1) return step();
    say_reading();
    arrive(travel_.step(session(), samples, model_));
  }

  void go_to_time() {
    frozen_ = true;
    say_reading();
    arrive(travel_.go_to(session(), typed_, model_));
  }

  void say_reading() {
    if (!travel_.must_read_times()) return;
    message_ = "reading the times of the log ...";
    (void)redraw();
    message_.clear();
  }

  void arrive(const std::expected<std::string, std::string>& arrival) {
    message_ = arrival.has_value() ? *arrival : arrival.error();
    tell_worth();
    regroup();
  }

  // Shows a set in place of the paths.
  void show_set(int number) {
    if (static_cast<std::size_t>(number) >= watch_presets().size()) return;
    const WatchPreset& set = watch_presets()[static_cast<std::size_t>(number)];
    const auto [chosen, ended] =
        choose_paths({std::string(set.name)}, options_.source, options_.log, Sets::taken);
    terminal_.forget_screen();  // reading a large log shows its progress
    if (!ended.has_value()) {
      message_ = ended.error().why.empty() ? ended.error().what : ended.error().why;
      return;
    }
    if (chosen.paths.empty()) {
      message_ = fmt::format("this log has no counters of {}", set.name);
      return;
    }
    set_ = set.name;
    view_ = {.shows_growth = view_.shows_growth};
    take_set(chosen);
  }

  void take_set(const ChosenPaths& chosen) {
    if (source() == WatchedSource::recorded) return reopen(chosen);
    replace_paths(chosen);
    if (source() == WatchedSource::log) {
      say_reading();
      return arrive(travel_.stay(session(), model_));
    }
    model_ = watch_model_of(session());
    tell_worth();
    if (const auto collected = session().collect(); !collected.has_value()) {
      return fail(collected.error());
    }
    session().postpone();
    model_.take(session().query());
    regroup();
  }

  void replace_paths(const ChosenPaths& chosen) {
    for (Query::PathId id = 0; id < session().paths().size(); ++id) {
      if (!session().paths()[id].empty()) session().remove(id);
    }
    extra_.clear();
    essential_.clear();
    added_.clear();
    for (std::size_t i = 0; i < chosen.paths.size(); ++i) {
      const auto id = session().add(chosen.paths[i]);
      if (!id.has_value()) continue;  // those of a set are paths
      if (std::ranges::count(chosen.extra, i) != 0) extra_.push_back(*id);
      if (std::ranges::count(chosen.essential, i) != 0) essential_.push_back(*id);
    }
    RemainderReading::add_to(session());
  }

  // Reads root folders again for other paths.
  void reopen(const ChosenPaths& chosen) {
    auto opened = open_shown_machine(options_.source, chosen.paths, options_.interval_seconds,
                                     ShortLives::counted);
    if (!opened.has_value()) {
      message_ = opened.error().why;
      return;
    }
    session() = *std::move(opened);
    extra_ = chosen.extra;
    essential_ = chosen.essential;
    model_ = watch_model_of(session());
    tell_worth();
    if (const Step read = collect_rest(); !read.has_value()) {
      failure_ = read.error();
      done_ = true;
    }
  }

  // Keys for logs only: the next sample, faster and slower.
  void replay(std::string_view letter) {
    constexpr double kFastest = 0.01;
    constexpr double kSlowest = 60;
    if (letter == "n") step_by(1);
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
    const Prompt prompt = prompt_;
    if (ends) prompt_ = Prompt::none;
    if (key.kind == KeyKind::enter && !typed_.empty()) {
      if (prompt == Prompt::add_path) add_path();
      if (prompt == Prompt::time) go_to_time();
    }
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
    // The first paths of a set are worth more than its last.
    added_.insert(added_.end(), added.rbegin(), added.rend());
    model_.set_added(added_);
    RemainderReading::add_to(session());
    tell_beside(session(), model_);
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

  // Returns the position in the binding of the selected series; nullopt: none is selected, which
  // the footer says of a sum.
  std::optional<std::size_t> selected_series() {
    const WatchLine* line = selected_line(groups_, terminal_.size(), view_);
    if (line == nullptr) return std::nullopt;
    if (!line->is_remainder) return line->series;
    message_ = fmt::format("{}: a sum of several; choose a process with the arrows", line->label);
    return std::nullopt;
  }

  void remove_path() {
    const std::optional<std::size_t> series = selected_series();
    if (!series.has_value()) return;
    Query::PathId left = 0;
    for (Query::PathId path = 0; path < session().paths().size(); ++path) {
      if (!session().paths()[path].empty() && !session().is_beside(path)) ++left;
    }
    if (left == 1) {
      message_ = "the only path cannot be removed";
      return;
    }
    forget_path(session().query().binding().series()[*series].path);
    regroup();
  }

  void forget_path(Query::PathId path) {
    session().remove(path);
    model_.remove_path(path);
  }

  void explain() {
    const std::optional<std::size_t> series = selected_series();
    if (!series.has_value()) return;
    explained_ = explain_text(session(), *series) + process_text(session(), *series);
    panel_ = Panel::explain;
  }

  const WatchOptions& options_;
  int input_fd_;
  PacedSession rows_;
  Terminal terminal_;
  WatchModel model_;
  double interval_seconds_;
  MachineFacts facts_;
  LogTravel travel_;
  std::vector<std::size_t> extra_;      // numbers of the paths for screens with room
  std::vector<std::size_t> essential_;  // ... and of those for the smallest ones
  std::vector<Query::PathId> added_;    // by the user, those that are worth most last
  std::string set_;                     // that a key has chosen
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
  PacedSession rows = OPENPERFLIB_TRY(
      report_opening(open_session(options.source, options.log, options.paths,
                                  options.interval_seconds, ShortLives::counted, keys)));
  return WatchScreen(options, std::move(rows), keys).run();
}

}  // namespace openperflib::apps
