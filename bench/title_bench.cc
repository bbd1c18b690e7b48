// The 10,000 titles of twenty services: found by name, copied by a registry query, and added to by
// lodctr.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "bench/bench_store.h"
#include "openperflib/compat/winreg/winreg.h"
#include "openperflib/loading/service_loading.h"
#include "openperflib/text/utf16.h"

namespace openperflib::bench {
namespace {

// Filled once; the registry of this process has it.
const BenchStore& many_titles() {
  static const BenchStore& store = [] -> const BenchStore& {
    static BenchStore made;
    made.install_many();
    ::setenv("XDG_STATE_HOME", made.path().c_str(), 1);
    return made;
  }();
  return store;
}

std::shared_ptr<const TitleSet> titles() {
  return TitleStore(fixed_titles(), many_titles().folders()).read()->titles();
}

// The registered names in capital letters, as somebody may type them.
std::vector<std::string> typed_names(const TitleSet& set) {
  std::vector<std::string> names;
  for (const Title& title : set.added()) {
    if (title.index % 2 != 0) continue;
    std::string& name = names.emplace_back(title.text);
    for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return names;
}

void title_by_name(benchmark::State& state) {
  const auto set = titles();
  const std::vector<std::string> names = typed_names(*set);
  std::size_t next = 0;
  for (auto _ : state) {
    if (set->table().positions(names[next]).size() != 1) return state.SkipWithError("not found");
    next = next + 7 < names.size() ? next + 7 : (next + 7) % names.size();
  }
}

void unordered_map_with_folding_floor(benchmark::State& state) {
  const auto set = titles();
  const std::vector<std::string> names = typed_names(*set);
  std::unordered_map<std::string, TitleIndex> map;
  for (const Title& title : set->table().names()) map.emplace(folded(title.text), title.index);
  std::size_t next = 0;
  for (auto _ : state) {
    if (map.find(folded(names[next])) == map.end()) return state.SkipWithError("not found");
    next = next + 7 < names.size() ? next + 7 : (next + 7) % names.size();
  }
}

LSTATUS query_names(std::vector<BYTE>& buffer, DWORD& size) {
  size = static_cast<DWORD>(buffer.size());
  return RegQueryValueExW(HKEY_PERFORMANCE_DATA, u"Counter 009", nullptr, nullptr, buffer.data(),
                          &size);
}

void registry_counter_009(benchmark::State& state) {
  (void)many_titles();
  std::vector<BYTE> buffer(4U << 20U);
  DWORD size = 0;
  for (auto _ : state) {
    if (query_names(buffer, size) != ERROR_SUCCESS) return state.SkipWithError("refused");
  }
}

void copy_and_two_stats_floor(benchmark::State& state) {
  const std::string file = many_titles().path() + "/openperflib/titles.db";
  std::vector<BYTE> buffer(4U << 20U);
  DWORD size = 0;
  (void)query_names(buffer, size);
  const std::vector<BYTE> kept(buffer.begin(), buffer.begin() + size);
  for (auto _ : state) {
    struct stat facts{};
    for (int i = 0; i < 2; ++i) benchmark::DoNotOptimize(::stat(file.c_str(), &facts));
    std::memcpy(buffer.data(), kept.data(), kept.size());
    benchmark::ClobberMemory();
  }
}

// 50 counters of a service, with help texts.
std::string write_ini(const std::string& folder) {
  std::ofstream header(folder + "/bench.h");
  std::ofstream ini(folder + "/bench.ini");
  ini << "[info]\ndrivername=Bench\nsymbolfile=bench.h\n[objects]\nB0_009_NAME=\n"
         "[languages]\n009=English\n[text]\n";
  for (int i = 0; i <= 50; ++i) {
    header << "#define B" << i << " " << 2 * i << "\n";
    ini << "B" << i << "_009_NAME=Bench counter " << i << "\n";
    ini << "B" << i << "_009_HELP=What the counter " << i << " counts.\n";
  }
  return folder + "/bench.ini";
}

void lodctr_of_50_counters(benchmark::State& state) {
  BenchStore folder;
  folder.install_many();
  TitleStore store(fixed_titles(), folder.folders());
  const auto made = store.change(store.own_scope(), [](StoreEdit& edit) {
    return edit.create_key("Bench", ServiceKey::performance);
  });
  const std::string ini = write_ini(folder.path());
  for (auto _ : state) {
    if (!made || !install_service(store, ini, "").has_value()) {
      return state.SkipWithError("not installed");
    }
    state.PauseTiming();
    if (!remove_service_titles(store, "Bench").has_value()) return state.SkipWithError("remains");
    state.ResumeTiming();
  }
}

// The least that a change of a file costs that is never half there.
void write_fsync_rename_fsync_floor(benchmark::State& state) {
  const std::string folder = many_titles().path();
  std::ifstream store(folder + "/openperflib/titles.db", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(store)), {});
  const std::string name = folder + "/copy";
  for (auto _ : state) {
    const int fd = ::open((name + ".new").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const bool is_written =
        ::write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
        ::fsync(fd) == 0;
    ::close(fd);
    const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY);
    if (!is_written || ::rename((name + ".new").c_str(), name.c_str()) != 0 ||
        ::fsync(directory) != 0) {
      return state.SkipWithError("not written");
    }
    ::close(directory);
  }
}

BENCHMARK(title_by_name);
BENCHMARK(unordered_map_with_folding_floor);
BENCHMARK(registry_counter_009)->UseRealTime();
BENCHMARK(copy_and_two_stats_floor)->UseRealTime();
BENCHMARK(lodctr_of_50_counters)->UseRealTime();
BENCHMARK(write_fsync_rename_fsync_floor)->UseRealTime();

}  // namespace
}  // namespace openperflib::bench
