// A title store for benches, in a folder of its own that goes with it.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "openperflib/state/store_edit.h"
#include "openperflib/state/title_store.h"

namespace openperflib::bench {

// An object with `counters` counters, in English.
inline ServiceTitles bench_titles(const std::string& service, std::uint32_t counters) {
  ServiceTitles titles{.driver_name = service,
                       .objects = {0},
                       .has_objects = true,
                       .last_distance = counters * 2,
                       .languages = {{.language = kEnglish}}};
  for (std::uint32_t distance = 0; distance <= titles.last_distance; distance += 2) {
    const std::string number = std::to_string(distance);
    titles.languages[0].texts.push_back(
        {distance, service + " counter " + number, "What the counter " + number + " counts."});
  }
  return titles;
}

// Resource. Faults end the program: nothing can be measured then.
class BenchStore {
 public:
  BenchStore() {
    std::string name = std::filesystem::temp_directory_path() / "openperflib_bench_XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
    std::filesystem::permissions(path_, std::filesystem::perms(0755));  // for hosts of root
  }
  BenchStore(const BenchStore&) = delete;
  BenchStore& operator=(const BenchStore&) = delete;
  ~BenchStore() { std::filesystem::remove_all(path_); }

  // XDG_STATE_HOME of a tool that uses this store.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] StoreFolders folders() const {
    const std::string folder = path_ + "/openperflib";
    const bool is_root = ::geteuid() == 0;
    return {.system = is_root ? folder : "", .user = is_root ? "" : folder};
  }
  // Registers `name` with these values of its key Performance.
  TitleRange install(const std::string& name, std::uint32_t counters,
                     std::span<const RegisteredValue> values = {}) {
    TitleStore store(fixed_titles(), folders());
    TitleRange range;
    const auto changed =
        store.change(store.own_scope(), [&](StoreEdit& edit) -> std::expected<void, StoreFault> {
          if (auto made = edit.create_key(name, ServiceKey::linkage); !made) return made;
          const auto installed =
              edit.install(bench_titles(name, counters), {.ini = {}, .header = {}});
          if (!installed.has_value()) return std::unexpected(installed.error());
          range = *installed;
          for (const RegisteredValue& value : values) {
            if (auto set = edit.set_value(name, ServiceKey::performance, value); !set) return set;
          }
          return edit.set_value(name, ServiceKey::linkage,
                                text_value("Export", std::to_string(range.first)));
        });
    if (!changed.has_value()) std::abort();
    return range;
  }
  // 10,000 titles: names and help texts of twenty services.
  void install_many() {
    for (int i = 0; i < 20; ++i) install("Service" + std::to_string(i), 249);
  }

 private:
  std::string path_;
};

}  // namespace openperflib::bench
