// Providers that are killed at random points while others read them: segment.md says what readers
// may see. KILLS and KILLS_SEED in the environment say how many, and repeat a run.
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/provider/v2/publish/counter_set.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/counter_sets.h"
#include "openperflib/testing/child_program.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/providers/segment_example.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr int kReaders = 4;
constexpr std::uint64_t kVictimSample = 10;
constexpr std::size_t kShortest = 900, kLengths = 100, kLetters = 50;
enum Position : std::uint8_t { kTag, kSum, kSamples };

unsigned number_from(const char* variable, unsigned otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

std::string victim_name(std::uint64_t life) {
  return std::string(kShortest + life % kLengths, static_cast<char>('A' + life % kLetters));
}

// So large that most of the time of an instance passes while it is made.
CounterSetDeclaration victim() {
  CounterSetDeclaration set{
      .guid = "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11",
      .name = "Victim",
      .counters = {{.name = "Tag"}, {.name = "Time/Job", .kind = CounterKind::average}},
      .sharded = true};
  for (int i = 0; i < 100; ++i) set.counters.push_back({.name = std::to_string(i)});
  return set;
}

void die_with_parent() { (void)::prctl(PR_SET_PDEATHSIG, SIGKILL); }

// Makes, writes and deletes an instance of each set, again and again. Writes a byte to `begun`
// after the first.
[[noreturn]] void publish_for_ever(const std::string& folder, int begun) {
  die_with_parent();
  const auto publisher = Publisher::start({folder}).value();
  auto set = CounterSet::publish(*publisher, victim()).value();
  PublishedSet& referring =
      **publisher->add(referring_set(), SameSet::refused, [](const ControlRequest&) { return 0U; });
  std::atomic<std::uint64_t> referred = 0;
  for (std::uint64_t life = 1;; ++life) {
    const std::string name = victim_name(life);
    const CounterSetInstance instance = set.add(name).value();
    instance[0].set(life * kBothHalves);
    for (int i = 0; i < 10; ++i) instance[1].add_sample(kVictimSample);
    referred = life * kBothHalves;
    const auto other = publisher->add_instance(referring, utf16_from_utf8(name), 0).value();
    (void)publisher->set_reference(referring, other, 0, &referred);
    if (life == 1) (void)::write(begun, "x", 1);
    publisher->remove_instance(referring, other);
  }
}

// Starts providers and kills them, all but the last. A process of its own, so that nothing is
// forked where readers run. Half of the providers have published something when they are killed.
class Killer {
 public:
  Killer(std::string folder, unsigned kills, unsigned seed)
      : folder_(std::move(folder)), kills_(kills), random_(seed) {}
  // Writes the process of the last provider to `last`, and waits for its end.
  [[noreturn]] void run(int last) {
    die_with_parent();
    std::uniform_int_distribution<useconds_t> pause(0, 3'000);
    for (unsigned i = 0; i < kills_; ++i) {
      const pid_t victim = start(i % 2 == 0);
      ::usleep(pause(random_));
      ::kill(victim, SIGKILL);
      ::waitpid(victim, nullptr, 0);
    }
    const pid_t survivor = start(true);
    (void)!::write(last, &survivor, sizeof(survivor));
    ::waitpid(survivor, nullptr, 0);
    ::_exit(0);
  }

 private:
  [[nodiscard]] pid_t start(bool waits) const {
    const Ends begun = make_pipe();
    const pid_t victim = ::fork();
    if (victim == 0) publish_for_ever(folder_, begun.writing.get());
    char byte = 0;
    if (waits) (void)!::read(begun.reading.get(), &byte, 1);
    return victim;
  }
  std::string folder_;
  unsigned kills_;
  std::mt19937 random_;
};

// A slot that was just being made when its provider was killed, or that changed all the time.
bool is_half_made(std::string_view lack) {
  return lack.find("slots that cannot be read: ") != std::string_view::npos &&
         lack.ends_with(" kept changing, 0 malformed, 0 too many");
}

// On a busy machine, before it was killed.
bool is_late(std::string_view lack) { return lack.starts_with("connections that do not answer: "); }

// What `perflib doctor` may say of a process that is just being killed.
bool is_gone(std::string_view lack) {
  return is_half_made(lack) || is_late(lack) ||
         lack == "it closed the connection before all was sent";
}

// What may be in the system's log: a process with callbacks that was asked and killed.
bool is_end_of_process(std::string_view event) {
  return is_half_made(event) || is_late(event) || event == "Referring: it does not answer";
}

class CheckingReader {
 public:
  explicit CheckingReader(const std::string& folder, OfferLimits limits = {})
      : sets_(fixed_titles(), {.folders = {.system = folder + "/none", .own = folder},
                               .stores = {},
                               .limits = limits}) {}
  // A collection, in which everything must be whole.
  void read() {
    const ObjectRequest all;
    const Instant instant{};
    const CollectTask task{all, instant, {}};
    report_.clear();
    builder_.begin({});
    sets_.begin(task);
    for (std::size_t i = 0; i < sets_.running_count(); ++i) check_set(i);
    EXPECT_TRUE(sets_.collect(task, builder_, report_).has_value());
    for (const ServiceState& state : sets_.services()) {
      EXPECT_TRUE(is_gone(state.lack)) << state.lack;
      if (is_half_made(state.lack)) ++half_made_;
    }
    for (const ProviderEvent& event : report_.events()) {
      EXPECT_TRUE(is_end_of_process(event.text)) << event.text;
    }
  }
  [[nodiscard]] bool has_seen() const { return seen_ != 0; }
  [[nodiscard]] std::uint64_t half_made() const { return half_made_; }
  [[nodiscard]] std::size_t running_count() const { return sets_.running_count(); }

 private:
  void check_set(std::size_t position) {
    const bool is_referring = sets_.running(position).set->set == referring_set().set;
    for (const SetInstance& instance : sets_.instances(position)) {
      ++seen_;
      is_referring ? check_referring(instance) : check(instance);
    }
  }
  static std::uint64_t check_halves(std::uint64_t value) {
    EXPECT_EQ(value >> 32U, value & 0xFFFF'FFFFU);
    return value & 0xFFFF'FFFFU;
  }
  // A name that was given to an instance, as a whole.
  static void check_name(const SetInstance& instance) {
    ASSERT_GE(instance.name.size(), kShortest);
    const std::size_t letter = instance.name.front() - u'A';
    EXPECT_EQ((instance.name.size() - kShortest) % kLetters, letter);
    EXPECT_EQ(instance.name.find_first_not_of(instance.name.front()), std::u16string_view::npos);
  }
  static void check(const SetInstance& instance) {
    check_name(instance);
    const std::uint64_t life = check_halves(instance.values[kTag]);
    if (life != 0) {
      EXPECT_EQ(instance.name, utf16_from_utf8(victim_name(life)));
    }
    const std::uint64_t counted = kVictimSample * instance.values[kSamples];
    EXPECT_GE(instance.values[kSum], counted);
    EXPECT_LE(instance.values[kSum], counted + kVictimSample);  // one that is just being added
  }
  // Its value is copied in one of its requests, which a provider that was killed does not answer.
  static void check_referring(const SetInstance& instance) {
    check_name(instance);
    if (instance.lack(0) == ValueLack::none) (void)check_halves(instance.values[0]);
  }

  CounterSets sets_;
  DataBlockBuilder builder_;
  ProviderReport report_;
  std::uint64_t seen_ = 0;
  std::uint64_t half_made_ = 0;
};

TEST(KilledProviders, FourReaders_SeeWholeInstancesAndNoErrorButTheEnd) {
  const unsigned kills = number_from("KILLS", 60);
  const unsigned seed = number_from("KILLS_SEED", std::random_device()());
  fmt::print("KILLS={} KILLS_SEED={}\n", kills, seed);
  const MadeFolder folder;
  const std::size_t descriptors = count_names("/proc/self/fd");
  {
    Ends last = make_pipe();
    const Fork killer(::fork());
    if (killer.id == 0) Killer(folder.path(), kills, seed).run(last.writing.get());
    last.writing.reset();
    std::atomic<bool> is_last = false;
    std::atomic<std::uint64_t> half_made = 0;
    std::vector<std::jthread> readers;
    for (int i = 0; i < kReaders; ++i) {
      readers.emplace_back([&] {
        CheckingReader reader(folder.path());
        while ((!is_last || !reader.has_seen()) && !::testing::Test::HasFailure()) reader.read();
        half_made += reader.half_made();
      });
    }
    pid_t survivor = 0;
    ASSERT_EQ(::read(last.reading.get(), &survivor, sizeof(survivor)), ssize_t{sizeof(survivor)});
    is_last = true;
    readers.clear();
    ::kill(survivor, SIGKILL);
    ::waitpid(killer.id, nullptr, 0);
    fmt::print("readings with an instance that was just being made: {}\n", half_made.load());
  }
  CheckingReader reader(folder.path(), {.starting = std::chrono::seconds(0)});
  EXPECT_EQ(reader.running_count(), 0U);
  EXPECT_EQ(count_names(folder.path()), 0U);
  EXPECT_EQ(count_names("/proc/self/fd"), descriptors);
}

}  // namespace
}  // namespace openperflib
