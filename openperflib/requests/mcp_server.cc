#include "openperflib/requests/mcp_server.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "openperflib/requests/tool_list.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {
namespace {

constexpr auto kVersions =
    std::to_array<std::string_view>({"2025-06-18", "2025-03-26", "2024-11-05"});
constexpr std::chrono::milliseconds kBetweenProgress{250};

constexpr std::string_view kInstructions =
    "Reads performance counters by Windows' names: logs (.blg, .csv, .tsv, .perfrec) and this "
    "machine. Open a log with "
    "open_log and pass the name that it returns as `log`; without `log`, list, find, query and "
    "explain read this "
    "machine. Begin with report. Paths look like \\Processor(_Total)\\% Processor Time, with * and "
    "? as wildcards.";

// Returns whether a tool is offered: this transport has only text, and its clients only read.
bool is_offered(const Tool& tool) noexcept { return !tool.has_columns && !tool.writes; }

std::string list_of_tools() {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  out.key("tools");
  out.begin_array();
  for (const Tool& tool : tools()) {
    if (!is_offered(tool)) continue;
    out.begin_object();
    write_tool(out, tool);
    out.end_object();
  }
  out.end_array();
  out.end_object();
  return out.take();
}

// Returns the offered tool with that name; null: there is none.
const Tool* offered_tool(std::string_view name) noexcept {
  const Tool* const tool = find_tool(name);
  return tool != nullptr && is_offered(*tool) ? tool : nullptr;
}

std::string tool_result(std::string_view text, bool is_error) {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  out.key("content");
  out.begin_array();
  out.begin_object();
  out.member("type", "text");
  out.member("text", text);
  out.end_object();
  out.end_array();
  out.member("isError", is_error);
  out.end_object();
  return out.take();
}

}  // namespace

void McpServer::take(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
  const auto message = parse_rpc(line);
  if (!message.has_value()) return output_.push_back(message.error());
  handle(*message);
}

void McpServer::handle(const RpcMessage& message) {
  if (message.method.empty()) return;  // an answer: nothing was asked
  if (message.method == "notifications/cancelled") return cancel(message.params);
  if (message.id.empty()) return;  // other notifications need nothing
  if (message.method == "initialize") return initialize(message);
  if (message.method == "ping") return output_.push_back(rpc_result(message.id, "{}"));
  if (message.method == "tools/list") {
    return output_.push_back(rpc_result(message.id, list_of_tools()));
  }
  if (message.method == "tools/call") return call(message);
  output_.push_back(
      rpc_error(message.id, RpcCode::method_not_found, "there is no method " + message.method));
}

// The version that the client names, if it is known; else the newest.
void McpServer::initialize(const RpcMessage& message) {
  const std::string_view asked = message.params.text_of("protocolVersion");
  const bool is_known = std::ranges::find(kVersions, asked) != kVersions.end();
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  out.member("protocolVersion", is_known ? asked : kVersions.front());
  out.key("capabilities");
  out.begin_object();
  out.key("tools");
  out.begin_object();
  out.end_object();
  out.end_object();
  out.key("serverInfo");
  out.begin_object();
  out.member("name", "perflib");
  out.member("version", version_);
  out.end_object();
  out.member("instructions", kInstructions);
  out.end_object();
  output_.push_back(rpc_result(message.id, out.take()));
}

void McpServer::call(const RpcMessage& message) {
  const std::string_view name = message.params.text_of("name");
  if (offered_tool(name) == nullptr) {
    return output_.push_back(rpc_error(message.id, RpcCode::invalid_params,
                                       fmt::format("there is no tool \"{}\"", name)));
  }
  if (waiting_.size() == kMostWaiting) {
    return output_.push_back(
        rpc_error(message.id, RpcCode::busy, "too many requests wait for this one"));
  }
  waiting_.push_back(message);
  begin_next();
}

void McpServer::begin_next() {
  while (running_ == nullptr && !waiting_.empty()) {
    const RpcMessage message = std::move(waiting_.front());
    waiting_.pop_front();
    running_id_ = message.id;
    const LocatedJson* const meta = message.params.find("_meta");
    const LocatedJson* const token = meta == nullptr ? nullptr : meta->find("progressToken");
    progress_token_ = token == nullptr ? std::string() : rpc_id(*token);
    const LocatedJson* const arguments = message.params.find("arguments");
    LocatedJson none;
    none.kind = LocatedJson::Kind::object;
    auto begun = begin_tool(*offered_tool(message.params.text_of("name")), session_,
                            arguments == nullptr ? none : *arguments);
    if (begun.has_value()) {
      running_ = *std::move(begun);
      told_ = Clock::now();
    } else {
      end(std::move(begun).error().sentence, true);
    }
  }
}

void McpServer::end(std::string text, bool is_error) {
  running_.reset();
  output_.push_back(rpc_result(running_id_, tool_result(text, is_error)));
}

void McpServer::step() {
  if (running_ == nullptr) return;
  auto step = running_->step();
  if (!step.has_value()) {
    end(std::move(step).error().sentence, true);
  } else if (*step == JobStep::done) {
    end(running_->result(), false);
  } else {
    send_progress();
  }
  begin_next();
}

void McpServer::send_progress() {
  const Clock::time_point now = Clock::now();
  if (progress_token_.empty() || now - told_ < kBetweenProgress) return;
  const JobProgress progress = running_->progress();
  if (progress.size == 0) return;
  told_ = now;
  output_.push_back(fmt::format(
      R"({{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{},"progress":{},"total":{}}}}})",
      progress_token_, progress.position, progress.size));
}

// A request that is cancelled gets no answer.
void McpServer::cancel(const LocatedJson& params) {
  const LocatedJson* const request = params.find("requestId");
  const std::string id = request == nullptr ? std::string() : rpc_id(*request);
  if (id.empty()) return;
  std::erase_if(waiting_, [&](const RpcMessage& one) { return one.id == id; });
  if (running_ == nullptr || running_id_ != id) return;
  running_.reset();
  begin_next();
}

}  // namespace openperflib
