#include "openperflib/view/text/json_text.h"

#include <nlohmann/json.hpp>

#include "openperflib/view/text/json_writer.h"

namespace openperflib {
namespace {

using Json = nlohmann::ordered_json;

void write(JsonWriter& out, const Json& json);

void write_object(JsonWriter& out, const Json& json) {
  out.begin_object();
  for (const auto& [name, of_name] : json.items()) {
    out.key(name);
    write(out, of_name);
  }
  out.end_object();
}

void write_array(JsonWriter& out, const Json& json) {
  out.begin_array();
  for (const Json& one : json) write(out, one);
  out.end_array();
}

void write(JsonWriter& out, const Json& json) {
  switch (json.type()) {
    case Json::value_t::object:
      return write_object(out, json);
    case Json::value_t::array:
      return write_array(out, json);
    case Json::value_t::string:
      return out.value(json.get_ref<const std::string&>());
    case Json::value_t::boolean:
      return out.value(json.get<bool>());
    case Json::value_t::number_integer:
      return out.value(json.get<std::int64_t>());
    case Json::value_t::number_unsigned:
      return out.value(json.get<std::uint64_t>());
    case Json::value_t::number_float:
      return out.value(json.get<double>());
    default:
      return out.value(nullptr);
  }
}

std::string text_of(const Json& json, JsonLayout layout) {
  JsonWriter out(layout);
  write(out, json);
  return out.take();
}

}  // namespace

std::string json_line(const Json& json) { return text_of(json, JsonLayout::line); }
std::string json_lines(const Json& json) { return text_of(json, JsonLayout::lines); }

}  // namespace openperflib
