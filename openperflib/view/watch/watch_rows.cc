#include "openperflib/view/watch/watch_rows.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace openperflib {
namespace {

using Lines = std::vector<const WatchLine*>;

// A group and the part of it that may be shown.
struct Candidate {
  const WatchGroup* group;
  Lines lines;
  std::size_t all = 0;  // lines, before any was left out
};

bool was_active(const WatchLine& line) {
  const Value& most = line.statistics.maximum;
  return line.last.usable() && (line.last.number != 0 || (most.usable() && most.number != 0));
}

// The order in which lines are shown: first real devices that are not idle and processes that run,
// then the idle ones, then virtual ones and sums.
enum class Need : std::uint8_t { active, real, any };

bool is_needed(const WatchLine& line, Need need) {
  if (need == Need::any) return true;
  return line.competes && !line.is_virtual && (need == Need::real || was_active(line));
}

// Which of two lines is shown if there is room for one: real before virtual, active before idle,
// then by value; sums and Idle come last. The numbers of the unusual states of processes are in the
// order of their severity, from those that wait for a disk to the zombies.
bool is_worth_more(const WatchLine* a, const WatchLine* b) {
  const auto rank = [](const WatchLine& line) {
    const double value = line.last.usable() ? line.last.number : 0.0;
    return std::tuple(!line.competes, !line.last.usable(), !was_active(line), line.is_virtual,
                      line.is_usual, line.is_word ? value : -value);
  };
  return rank(*a) < rank(*b);
}

// The remainder is not one of the instances.
std::size_t count_of_series(const Lines& lines) {
  return static_cast<std::size_t>(
      std::ranges::count_if(lines, [](const WatchLine* line) { return !line->is_remainder; }));
}

std::vector<Candidate> candidates_of(std::span<const WatchGroup> groups) {
  std::vector<Candidate> candidates;
  for (const WatchGroup& group : groups) {
    Candidate& candidate = candidates.emplace_back(&group, Lines(), 0);
    for (const WatchLine& line : group.lines) {
      if (groups.size() == 1 || !(line.is_repeat || line.is_usual))
        candidate.lines.push_back(&line);
    }
    candidate.all = count_of_series(candidate.lines);
  }
  return candidates;
}

// Idle virtual devices, such as ifb0, where there are others.
void leave_out_idle_virtual(Candidate& list) {
  const auto is_idle_virtual = [](const WatchLine* line) {
    return line->is_virtual && !was_active(*line);
  };
  if (!std::ranges::all_of(list.lines, is_idle_virtual)) std::erase_if(list.lines, is_idle_virtual);
}

// Groups that match nothing are shown as a title without lines; other groups without lines are not
// shown.
std::size_t rows_of(const Candidate& candidate) {
  return candidate.lines.empty() && !candidate.group->lines.empty() ? 0
                                                                    : 1 + candidate.lines.size();
}

std::size_t rows_of(std::span<const Candidate> candidates) {
  std::size_t rows = 0;
  for (const Candidate& candidate : candidates) rows += rows_of(candidate);
  return rows;
}

std::size_t needed_lines(const Candidate& list, Need need) {
  const auto lines = std::ranges::count_if(
      list.lines, [need](const WatchLine* line) { return is_needed(*line, need); });
  return std::max<std::size_t>(1, static_cast<std::size_t>(lines));
}

// Whether it is a list with lines, which may be cut.
bool is_cut(const Candidate& candidate) {
  return candidate.group->is_list && rows_of(candidate) != 0;
}

// Whether the lists would get too few lines to be useful.
bool is_short_of_room(std::span<const Candidate> candidates, std::size_t height) {
  constexpr std::size_t kEnough = 5;
  std::size_t rows = 0;
  for (const Candidate& candidate : candidates) {
    rows += is_cut(candidate) ? 1 + std::min(kEnough, needed_lines(candidate, Need::active))
                              : rows_of(candidate);
  }
  return rows > height;
}

// The rows with one line of each list.
std::size_t least_rows(std::span<const Candidate> candidates) {
  std::size_t rows = 0;
  for (const Candidate& candidate : candidates) rows += is_cut(candidate) ? 2 : rows_of(candidate);
  return rows;
}

void keep_lines(Candidate& candidate, const auto& is_kept) {
  std::erase_if(candidate.lines, [&](const WatchLine* line) { return !is_kept(*line); });
}

// Lines of one group that are kept together, as far as there is room: a list, or one line.
struct KeptLines {
  std::size_t candidate;
  Lines lines;
};

// The lists that a set needs on the smallest screen, such as the processes, come first, then what
// the user has added, the last first, then the other lines that a set needs.
std::size_t worth_of(const Candidate& candidate, const WatchLine& line) {
  if (line.added != 0) return 1 + line.added;
  return is_cut(candidate) ? ~std::size_t{0} : 1;
}

std::vector<KeptLines> by_worth(std::span<const Candidate> candidates) {
  std::vector<std::pair<std::size_t, KeptLines>> units;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& candidate = candidates[i];
    if (candidate.lines.empty()) continue;
    if (is_cut(candidate)) {
      units.push_back({worth_of(candidate, *candidate.lines.front()), {i, candidate.lines}});
      continue;
    }
    for (const WatchLine* line : candidate.lines)
      units.push_back({worth_of(candidate, *line), {i, {line}}});
  }
  std::ranges::stable_sort(units, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<KeptLines> sorted;
  for (auto& [worth, unit] : units) sorted.push_back(std::move(unit));
  return sorted;
}

// Keeps the lines that are worth most, as many as fit with one line of each list.
void keep_what_fits(std::vector<Candidate>& candidates, std::size_t height) {
  const std::vector<KeptLines> units = by_worth(candidates);
  for (Candidate& candidate : candidates) candidate.lines.clear();
  for (const KeptLines& unit : units) {
    Lines& lines = candidates[unit.candidate].lines;
    const Lines before = lines;
    lines.insert(lines.end(), unit.lines.begin(), unit.lines.end());
    if (least_rows(candidates) > height) lines = before;
  }
  for (Candidate& candidate : candidates)
    std::ranges::sort(candidate.lines);  // they are in one vector: sorted by address
}

// If all lines do not fit, but the essential ones of the set do, keeps those and what the user has
// added.
void keep_essential(std::vector<Candidate>& candidates, std::size_t height) {
  if (least_rows(candidates) <= height) return;
  std::vector<Candidate> essential = candidates;
  for (Candidate& candidate : essential)
    keep_lines(candidate, [](const WatchLine& line) { return line.is_essential; });
  const std::size_t rows = least_rows(essential);
  if (rows == 0 || rows > height) return;
  for (Candidate& candidate : candidates) {
    keep_lines(candidate,
               [](const WatchLine& line) { return line.is_essential || line.added != 0; });
  }
  keep_what_fits(candidates, height);
}

// Keeps the `most` most important lines, in the order of the group.
void keep_most_worth(Lines& lines, std::size_t most) {
  if (lines.size() <= most) return;
  std::ranges::stable_sort(lines, is_worth_more);
  lines.resize(most);
  std::ranges::sort(lines);  // they are in one vector: sorted by address
}

bool is_of_states(const Candidate& list) {
  return std::ranges::any_of(list.lines, &WatchLine::is_word);
}

// Whether a list has processes with their states beside them.
bool has_processes(const Candidate& list) {
  return std::ranges::any_of(
      list.lines, [](const WatchLine* line) { return !line->is_word && !line->state.empty(); });
}

// Whether a list of processes has so few lines that a list of states gets no second one.
bool has_few_processes(std::span<const Candidate* const> lists,
                       std::span<const std::size_t> shares) {
  constexpr std::size_t kEnough = 4;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (has_processes(*lists[i]) && shares[i] < std::min(kEnough, lists[i]->lines.size()))
      return true;
  }
  return false;
}

// Gives one line at a time to the list with the fewest, among the lists that need one, the most
// urgent need first. A list of states has one line until those of processes have enough.
std::vector<std::size_t> shares_of(std::span<const Candidate* const> lists, std::size_t lines) {
  const std::size_t least =
      lines < lists.size() ? 2 : 1;  // the user must scroll anyway if they do not fit
  std::vector<std::size_t> shares(lists.size(), least);
  lines -= std::min(lines, lists.size());
  for (const Need need : {Need::active, Need::real, Need::any}) {
    while (lines != 0) {
      const bool states_wait = has_few_processes(lists, shares);
      std::size_t poorest = lists.size();
      for (std::size_t i = 0; i < lists.size(); ++i) {
        if (shares[i] >= std::min(needed_lines(*lists[i], need), lists[i]->lines.size())) continue;
        if (states_wait && is_of_states(*lists[i])) continue;
        if (poorest == lists.size() || shares[i] < shares[poorest]) poorest = i;
      }
      if (poorest == lists.size()) break;
      ++shares[poorest];
      --lines;
    }
  }
  return shares;
}

void cut_lists(std::span<Candidate> candidates, std::size_t height) {
  std::vector<const Candidate*> lists;
  std::size_t others = 0;
  for (const Candidate& candidate : candidates) {
    if (is_cut(candidate)) {
      lists.push_back(&candidate);
    } else {
      others += rows_of(candidate);
    }
  }
  const std::size_t taken = others + lists.size();  // including the titles of the lists
  const std::vector<std::size_t> shares = shares_of(lists, height > taken ? height - taken : 0);
  std::size_t next = 0;
  for (Candidate& candidate : candidates) {
    if (is_cut(candidate)) keep_most_worth(candidate.lines, shares[next++]);
  }
}

std::vector<BodyRow> laid_out(std::span<const Candidate> candidates) {
  std::vector<BodyRow> body;
  for (const Candidate& candidate : candidates) {
    if (rows_of(candidate) == 0) continue;
    const bool is_list = candidate.group->is_list;  // extra lines are not counted
    const std::size_t shown = count_of_series(candidate.lines);
    body.push_back({candidate.group, nullptr, shown, is_list ? candidate.all : shown});
    for (const WatchLine* line : candidate.lines) body.push_back({candidate.group, line, 0, 0});
  }
  return body;
}

}  // namespace

std::vector<BodyRow> body_rows(std::span<const WatchGroup> groups, std::size_t height) {
  std::vector<Candidate> candidates = candidates_of(groups);
  const bool has_lists = std::ranges::any_of(groups, &WatchGroup::is_list);
  if (groups.size() == 1 || !has_lists || rows_of(candidates) <= height)
    return laid_out(candidates);
  if (is_short_of_room(candidates, height)) {
    for (Candidate& candidate : candidates)
      std::erase_if(candidate.lines, [](auto* line) { return line->is_extra; });
    keep_essential(candidates, height);
  }
  cut_lists(candidates, height);
  return laid_out(candidates);
}

std::vector<BodyRow> text_rows(std::span<const WatchGroup> groups, std::size_t most) {
  std::vector<Candidate> candidates = candidates_of(groups);
  for (Candidate& candidate : candidates) {
    if (!candidate.group->is_list || groups.size() == 1) continue;
    leave_out_idle_virtual(candidate);
    keep_most_worth(candidate.lines, most);
  }
  return laid_out(candidates);
}

}  // namespace openperflib
