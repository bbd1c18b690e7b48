#include "openperflib/requests/json_rpc.h"

#include <fmt/core.h>

#include <cmath>

#include "openperflib/base/try_internal.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {
namespace {

std::unexpected<std::string> refused(RpcCode code, std::string_view why,
                                     std::string_view id = "null") {
  return std::unexpected(rpc_error(id, code, why));
}

}  // namespace

std::string rpc_id(const LocatedJson& id) {
  constexpr double kLargest = 9007199254740992.0;  // 2^53: beyond it numbers are not exact
  if (id.kind == LocatedJson::Kind::text) return json_string(id.text);
  const bool is_whole = id.kind == LocatedJson::Kind::number &&
                        std::trunc(id.number) == id.number && std::abs(id.number) <= kLargest;
  return is_whole ? fmt::format("{:.0f}", id.number) : std::string();
}

std::string rpc_result(std::string_view id, std::string_view result) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", id, result);
}

std::string rpc_error(std::string_view id, RpcCode code, std::string_view message) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"error":{{"code":{},"message":{}}}}})", id,
                     static_cast<int>(code), json_string(message));
}

std::expected<RpcMessage, std::string> parse_rpc(std::string_view line) {
  if (line.size() > RpcMessage::kMostBytes) {
    return refused(RpcCode::parse_error, "the line is longer than 1 MiB");
  }
  auto parsed = LocatedJson::parse(line);
  if (!parsed.has_value()) {
    return refused(RpcCode::parse_error, "the line is not JSON: " + parsed.error().reason);
  }
  if (parsed->kind != LocatedJson::Kind::object) {
    return refused(RpcCode::invalid_request, "the line is not one JSON object");
  }
  RpcMessage message;
  if (const LocatedJson* const id = parsed->find("id"); id != nullptr) {
    message.id = rpc_id(*id);
    if (message.id.empty()) {
      return refused(RpcCode::invalid_request, "id is neither a whole number nor a text");
    }
  }
  const std::string_view answered = message.id.empty() ? "null" : std::string_view(message.id);
  if (parsed->text_of("jsonrpc") != "2.0") {
    return refused(RpcCode::invalid_request, "jsonrpc is not \"2.0\"", answered);
  }
  message.method = parsed->text_of("method");
  const bool is_answer = parsed->find("result") != nullptr || parsed->find("error") != nullptr;
  if (message.method.empty() && !is_answer) {
    return refused(RpcCode::invalid_request, "there is no method", answered);
  }
  if (const LocatedJson* const params = parsed->find("params"); params != nullptr) {
    if (params->kind != LocatedJson::Kind::object) {
      return refused(RpcCode::invalid_params, "params is not an object", answered);
    }
    message.params = *params;
  }
  return message;
}

}  // namespace openperflib
