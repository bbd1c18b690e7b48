// PlayedHosts: a test plays the host processes of V1Modules, without any process.
#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "openperflib/provider/v1/host_process.h"
#include "openperflib/state/store/registered_service.h"
#include "openperflib/testing/providers/disque_queues.h"

namespace openperflib {

// The titles of a service with one object and two counters, the first that is installed.
inline constexpr TitleRange kDisqueTitles{1848, 1852};

// The object of example_titles() at `first`, with two queues.
inline DISQUE_OBJECT played_object(TitleIndex first, std::uint64_t jobs = 100) {
  const DISQUE_QUEUE queues[2] = {{"mail", 3, jobs}, {"print", 0, 7}};
  DISQUE_OBJECT object;
  DisqueFill(&object, first, queues);
  return object;
}

// The answer of a module that has written `count` objects.
inline HostAnswer played_answer(Bytes objects, std::uint32_t count) {
  HostAnswer answer;
  answer.object_count = count;
  answer.buffer_size = 1U << 16U;
  answer.bytes.assign(objects.begin(), objects.end());
  return answer;
}

// The answer of a module that has written one object.
inline HostAnswer played_answer(const DISQUE_OBJECT& object) {
  return played_answer(std::as_bytes(std::span(&object, 1)), 1);
}

// Resource: the hosts' ends of the sockets, by service.
class PlayedHosts {
 public:
  // For V1Options; valid as long as this.
  [[nodiscard]] StartHost start() {
    return [this](const ModuleSettings& settings) -> std::expected<HostProcess, SourceFault> {
      std::array<int, 2> sockets{};
      EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()), 0);
      started.push_back(settings.start.service);
      sockets_[settings.start.service].reset(sockets[1]);
      return HostProcess{UniqueFd(sockets[0]), UniqueFd(), std::nullopt};
    };
  }
  // Sends what the host would; the service has been started.
  void answer(const std::string& service, const HostAnswer& answer) {
    frame_.clear();
    append_frame(frame_, answer);
    EXPECT_EQ(::send(sockets_[service].get(), frame_.data(), frame_.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(frame_.size()));
  }
  // The host ends.
  void hang_up(const std::string& service) { sockets_[service].reset(); }
  // What the service was asked since the last call: the value names, and "open".
  [[nodiscard]] std::vector<std::string> requests(const std::string& service) {
    std::vector<std::string> found;
    std::array<std::byte, 4> length{};
    while (::recv(sockets_[service].get(), length.data(), 4, MSG_PEEK | MSG_DONTWAIT) == 4) {
      std::vector<std::byte> frame(frame_length(length).value().value());
      EXPECT_EQ(::recv(sockets_[service].get(), frame.data(), frame.size(), MSG_WAITALL),
                static_cast<ssize_t>(frame.size()));
      const auto collect = read_collect(frame);
      found.push_back(collect.has_value()
                          ? std::string(collect->value_name.begin(), collect->value_name.end())
                          : "open");
    }
    return found;
  }

  std::vector<std::string> started = {};  // services, in the order of the starts

 private:
  std::map<std::string, UniqueFd> sockets_;
  std::vector<std::byte> frame_;
};

}  // namespace openperflib
