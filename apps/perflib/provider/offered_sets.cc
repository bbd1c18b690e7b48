#include "apps/perflib/provider/offered_sets.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include "openperflib/base/guid.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/os/files/proc_root.h"
#include "openperflib/provider/v2/read/offer_watch.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

// The path of the program; others' programs have only a name. Empty: neither can be read.
std::string program_of(const ProcRoot& machine, pid_t process) {
  if (process == 0) return {};
  TextBuffer buffer;
  const std::string folder = fmt::format("proc/{}/", process);
  const auto path = machine.read_link((folder + "exe").c_str(), buffer);
  if (path.has_value()) return std::string(*path);
  constexpr std::size_t kMostName = 256;
  const auto file = machine.open_file((folder + "comm").c_str());
  if (!file.has_value()) return {};
  const auto name = ProcRoot::read_open(file->get(), buffer, kMostName, FileEnd::read_of_nothing);
  if (!name.has_value()) return {};
  return std::string(name->substr(0, name->find('\n')));
}

RunningSetFacts running_set_facts(const OfferedProcess& process, const CounterSetTemplate& set) {
  RunningSetFacts facts{.name = set.name,
                        .guid = guid_text(set.set),
                        .help = set.help,
                        .process = process.peer.process,
                        .user = HostEnvironment::name_of(process.peer.user),
                        .program = {},
                        .is_of_system = process.place.is_of_system,
                        .counters = {}};
  for (const CounterTemplate& counter : set.counters) {
    const bool has_name = !counter.name.empty();
    facts.counters.push_back(
        {.name = has_name ? counter.name : fmt::format("Counter {}", counter.id),
         .type = winperf_name(CounterType(counter.type))});
  }
  return facts;
}

// A set of several segments is one.
void add_sets(OfferedProcess& process, const std::string& program,
              std::vector<RunningSetFacts>& sets) {
  const std::size_t first = sets.size();
  for (OfferedSegment& segment : process.segments) {
    if (segment.view.withdrawn()) continue;
    const std::string guid = guid_text(segment.view.set().set);
    auto known = std::find_if(sets.begin() + static_cast<std::ptrdiff_t>(first), sets.end(),
                              [&](const RunningSetFacts& one) { return one.guid == guid; });
    if (known == sets.end()) {
      sets.push_back(running_set_facts(process, segment.view.set()));
      known = std::prev(sets.end());
      known->program = program;
    }
    ReadBudget budget;
    segment.view.read(segment.reading, budget);
    known->instances += segment.reading.size();
  }
}

}  // namespace

OfferedSets offered_sets(const ReadingFolders& folders) {
  OfferedSets offered;
  const auto machine = ProcRoot::open("", 0);
  OfferWatch watch(folders);
  (void)watch.look();
  for (OfferedProcess& process : watch.processes()) {
    add_sets(process,
             machine.has_value() ? program_of(*machine, process.peer.process) : std::string(),
             offered.sets);
  }
  for (const RefusedOffer& refused : watch.refused()) {
    offered.refused.push_back(
        {.file = refused.place.path, .error = std::nullopt, .message = refused.reason});
  }
  std::ranges::sort(offered.sets, {}, [](const RunningSetFacts& set) {
    return std::tuple(folded(set.name), set.guid, set.process);
  });
  return offered;
}

std::vector<RunningSetFacts> sets_called(std::string_view name, std::vector<RunningSetFacts> sets) {
  const std::optional<Guid> guid =
      guid_of(name.starts_with('{') ? std::string(name) : fmt::format("{{{}}}", name));
  const std::string text = guid.has_value() ? guid_text(*guid) : std::string();
  std::erase_if(sets, [&](const RunningSetFacts& set) {
    return !equal_ignoring_case(set.name, name) && set.guid != text;
  });
  return sets;
}

}  // namespace openperflib::apps
