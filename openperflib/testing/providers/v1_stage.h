// V1Stage: V1Modules over a store of the test and hosts that the test plays, with a clock that it
// moves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/provider/v1/v1_modules.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/testing/providers/played_hosts.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {

// Resource. Services are installed before open().
class V1Stage {
 public:
  // Makes an empty library, which the services name as theirs.
  V1Stage() {
    store.folder.write("library.so", "");
    std::filesystem::permissions(library(), std::filesystem::perms(0644));
  }
  // The path of an empty file, which hosts would load.
  [[nodiscard]] std::string library() const { return store.folder.path() + "/library.so"; }

  // A service with one object and two counters; its module is played.
  TitleRange install(const std::string& service) {
    const TitleRange range = store.install(service);
    set(service, text_value("Library", library()));
    return range;
  }
  // Writes a value of Services\NAME\Performance.
  void set(const std::string& service, const RegisteredValue& value) {
    store.change(
        [&](StoreEdit& edit) { return edit.set_value(service, ServiceKey::performance, value); });
  }
  // Writes a value of the key Perflib.
  void set_perflib(const RegisteredValue& value) {
    store.change([&](StoreEdit& edit) { return edit.set_perflib_value(value); });
  }

  // The provider, made by the first call.
  V1Modules& modules() {
    if (!modules_) {
      modules_.emplace(fixed_titles(), V1Options{.folders = store.store.folders(),
                                                 .places = {},
                                                 .start = hosts.start(),
                                                 .now = [this] { return now; }});
    }
    return *modules_;
  }

  // Collects once; `play` answers for all hosts that are asked, between begin() and collect().
  void collect(std::string_view value_name, const std::function<void()>& play = {}) {
    collect(ObjectRequest::of_value_name(value_name), now + std::chrono::hours(1), play);
  }
  // Collects once, without waiting for hosts that have not answered.
  void collect_at_once(std::string_view value_name, const std::function<void()>& play = {}) {
    collect(ObjectRequest::of_value_name(value_name), now, play);
  }
  // Collects until a deadline on the clock `now`; begins a new block and a new report.
  void collect(const ObjectRequest& request, HostClock::time_point deadline,
               const std::function<void()>& play) {
    report.clear();
    builder.begin({});
    const CollectTask task{request, instant, deadline};
    modules().begin(task);
    if (play) play();
    EXPECT_TRUE(modules().collect(task, builder, report).has_value());
  }
  // For `play`: the service starts, and answers.
  [[nodiscard]] std::function<void()> first_answer(const std::string& service,
                                                   const DISQUE_OBJECT& object) {
    return [this, service, object] {
      hosts.answer(service, {});
      hosts.answer(service, played_answer(object));
    };
  }
  // For `play`: a service that has started answers with one object.
  [[nodiscard]] std::function<void()> answer(const std::string& service,
                                             const DISQUE_OBJECT& object) {
    return [this, service, object] { hosts.answer(service, played_answer(object)); };
  }

  // The indices of the objects in the last block.
  [[nodiscard]] std::vector<TitleIndex> objects() {
    std::vector<TitleIndex> found;
    const auto view = DataBlockView::parse(builder.finish().value()).value();
    for (const ObjectTypeView object : view.objects()) found.push_back(object.name_title_index());
    return found;
  }
  // "1848: A: did not answer in time", one for each absent object.
  [[nodiscard]] std::vector<std::string> absences() const {
    std::vector<std::string> found;
    for (const MissingValues& row : report.missing()) {
      found.push_back(std::to_string(row.object_title_index) + ": " +
                      std::string(report.reason(row)));
    }
    return found;
  }
  // The ids of the events that the last collection reported.
  [[nodiscard]] std::vector<std::uint32_t> event_ids() const {
    std::vector<std::uint32_t> ids;
    for (const ProviderEvent& event : report.events()) ids.push_back(event.id);
    return ids;
  }

  // The keys of the instances that the last collection reported.
  [[nodiscard]] std::vector<std::uint64_t> keys() const {
    ProviderReport last = report;
    std::vector<std::uint64_t> found;
    for (const InstanceKey& key : last.keys()) found.push_back(key.key);
    return found;
  }

  ExampleStore store;
  PlayedHosts hosts;
  HostClock::time_point now{std::chrono::hours(1)};
  Instant instant;
  DataBlockBuilder builder;
  ProviderReport report;

 private:
  std::optional<V1Modules> modules_;
};

}  // namespace openperflib
