// V1Modules with more services than hosts that may run at once.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "openperflib/testing/providers/v1_stage.h"

namespace openperflib {
namespace {

constexpr int kServices = 40;
constexpr std::size_t kMostHosts = 12;

std::string service_name(int number) {
  std::string name = "S";
  if (number < 10) name += '0';
  return name + std::to_string(number);
}

// Hosts that answer as soon as they start; counts those that run at once.
struct V1Room : testing::Test {
  void SetUp() override {
    stage.store.change([&](StoreEdit& edit) -> std::expected<void, StoreFault> {
      for (int i = 0; i < kServices; ++i) {
        ranges.push_back(install_example(edit, example_titles(service_name(i))).value());
        (void)edit.set_value(service_name(i), ServiceKey::performance,
                             text_value("Library", stage.library()));
      }
      return {};
    });
    modules.emplace(fixed_titles(), V1Options{.folders = stage.store.store.folders(),
                                              .places = {},
                                              .most_hosts = kMostHosts,
                                              .start = start(),
                                              .now = [this] { return stage.now; }});
  }
  StartHost start() {
    return [this](const ModuleSettings& settings) {
      auto host = stage.hosts.start()(settings);
      sockets.insert(host->socket.get());
      most = std::max(
          most, std::ranges::count_if(sockets, [](int fd) { return ::fcntl(fd, F_GETFD) != -1; }));
      stage.hosts.answer(settings.start.service, {});
      answer(settings.start.service);
      return host;
    };
  }
  void answer(const std::string& service) {
    const auto number = static_cast<std::size_t>(std::stoi(service.substr(1)));
    stage.hosts.answer(service, played_answer(played_object(ranges[number].first)));
  }
  // The number of objects in the block.
  std::size_t collect(std::string_view value_name,
                      std::chrono::seconds time = std::chrono::hours(1), int answering = -1) {
    stage.report.clear();
    stage.builder.begin({});
    const auto request = ObjectRequest::of_value_name(value_name);
    const CollectTask task{request, stage.instant, stage.now + time};
    modules->begin(task);
    if (answering >= 0) answer(service_name(answering));
    EXPECT_TRUE(modules->collect(task, stage.builder, stage.report).has_value());
    return stage.objects().size();
  }
  // The same for one service, whose host runs already.
  std::size_t collect_again(int service) {
    return collect(index_of(service), std::chrono::hours(1), service);
  }
  std::string index_of(int service) {
    return std::to_string(ranges[static_cast<std::size_t>(service)].first);
  }
  V1Stage stage;
  std::vector<TitleRange> ranges;
  std::set<int> sockets;
  std::ptrdiff_t most = 0;
  std::optional<V1Modules> modules;
};

TEST_F(V1Room, ManyServices_AllAnswerAndFewRunAtOnce) {
  EXPECT_EQ(collect("Global"), std::size_t{kServices});
  EXPECT_EQ(stage.absences(), std::vector<std::string>());
  EXPECT_EQ(stage.hosts.started.size(), std::size_t{kServices});
  EXPECT_EQ(most, std::ptrdiff_t{kMostHosts});
}

TEST_F(V1Room, HostUsedLongestAgo_IsClosedFirst) {
  for (int i = 0; i < 12; ++i) EXPECT_EQ(collect(index_of(i)), 1U);
  EXPECT_EQ(collect_again(0), 1U);  // it runs
  EXPECT_EQ(stage.hosts.started.size(), 12U);
  EXPECT_EQ(collect(index_of(12)), 1U);  // for which S01 is closed
  EXPECT_EQ(collect_again(0), 1U);
  EXPECT_EQ(stage.hosts.started.size(), 13U);
  EXPECT_EQ(collect(index_of(1)), 1U);
  EXPECT_EQ(stage.hosts.started.back(), service_name(1));
  EXPECT_EQ(most, std::ptrdiff_t{kMostHosts});
}

TEST_F(V1Room, ModuleThatIsRefused_TakesNoRoom) {
  for (int i = 0; i < 12; ++i) EXPECT_EQ(collect(index_of(i)), 1U);
  stage.set(service_name(20), number_value("Disable Performance Counters", 1));
  EXPECT_EQ(collect(index_of(20)), 0U);
  EXPECT_EQ(collect_again(0), 1U);
  EXPECT_EQ(stage.hosts.started.size(), 12U);
}

TEST_F(V1Room, NoTimeLeft_PassesOverTheOthers) {
  EXPECT_EQ(collect("Global", std::chrono::seconds(0)), 0U);
  EXPECT_EQ(stage.hosts.started.size(), kMostHosts);
  const std::vector<std::string> absences = stage.absences();
  ASSERT_EQ(absences.size(), std::size_t{kServices});
  EXPECT_TRUE(absences.back().ends_with("S39: was not asked in time, after other modules"));
}

}  // namespace
}  // namespace openperflib
