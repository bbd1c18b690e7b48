// Messages of JSON-RPC 2.0, one on a line.
//
// Source: https://www.jsonrpc.org/specification; docs/protocol.md.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

#include "openperflib/rules/located_json.h"

namespace openperflib {

// The codes of errors.
enum class RpcCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  busy = -32000,
};

// A request, or a notification, which gets no answer. Value.
struct RpcMessage {
  std::string id;  // as JSON: a number or a text; empty: a notification
  std::string method;
  LocatedJson params;  // an object; nothing: the message has none

  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;  // of a line
};

// An id or a token as JSON; empty: it is neither a text nor a whole number of at most 2^53.
[[nodiscard]] std::string rpc_id(const LocatedJson& id);

// Parses one line. Errors: the answer to send. An answer of the other side is a message without a
// method.
[[nodiscard]] std::expected<RpcMessage, std::string> parse_rpc(std::string_view line);

// Answers, without the end of their line. `id` and `result` are JSON.
[[nodiscard]] std::string rpc_result(std::string_view id, std::string_view result);
[[nodiscard]] std::string rpc_error(std::string_view id, RpcCode code, std::string_view message);

}  // namespace openperflib
