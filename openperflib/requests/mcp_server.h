// McpServer: the tools as a server of the Model Context Protocol. It knows no transport: lines go
// in and come out.
//
// Source: https://modelcontextprotocol.io/specification; docs/protocol.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/requests/json_rpc.h"
#include "openperflib/requests/tool.h"
#include "openperflib/requests/tool_session.h"

namespace openperflib {

// Resource. One thread at a time. Requests are answered in their order, one at a time.
class McpServer {
 public:
  // `version`: of this program.
  McpServer(ToolEnvironment environment, std::string version)
      : session_(std::move(environment)), version_(std::move(version)) {}

  // Takes a line of the client, without its end.
  void take(std::string_view line);
  // Whether a tool runs: step() continues it.
  [[nodiscard]] bool is_busy() const noexcept { return running_ != nullptr; }
  // Continues it for about 20 ms; does nothing if no tool runs.
  void step();
  // The lines to send since the last call, without their ends.
  [[nodiscard]] std::vector<std::string> take_output() { return std::exchange(output_, {}); }

  static constexpr std::size_t kMostWaiting = 64;  // requests, beside the one that runs

 private:
  using Clock = std::chrono::steady_clock;  // monotonic
  // Answers at once, or queues a call; answers of the client and other notifications are ignored.
  void handle(const RpcMessage& message);
  // Answers with the protocol version of the client if it is known, otherwise with the newest.
  void initialize(const RpcMessage& message);
  // Queues the call of a tool. An unknown tool and a full queue are answered with an error.
  void call(const RpcMessage& message);
  // Drops the request with this id, whether it waits or runs; it gets no answer.
  void cancel(const LocatedJson& params);
  // Answers the running request with a result or a sentence, and ends its tool.
  void end(std::string text, bool is_error);
  // Begins waiting calls until one runs; those that cannot begin are answered.
  void begin_next();
  // Reports the progress if the client gave a token for it, at most every 250 ms.
  void send_progress();

  ToolSession session_;
  std::string version_;
  std::vector<std::string> output_;
  std::deque<RpcMessage> waiting_;  // calls of tools
  std::unique_ptr<ToolRun> running_;
  std::string running_id_;
  std::string progress_token_;  // as JSON; empty: the client wants none
  Clock::time_point told_ = {};
};

}  // namespace openperflib
