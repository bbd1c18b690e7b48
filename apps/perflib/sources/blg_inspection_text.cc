#include <fmt/core.h>

#include <iterator>

#include "apps/perflib/sources/log_inspection.h"
#include "openperflib/text/printable.h"

namespace openperflib::apps {
namespace {

using Json = nlohmann::ordered_json;

std::string header_text(const Json& facts) {
  std::string text = fmt::format("binary performance log (BLG), {} bytes, buffers of {} bytes{}\n",
                                 plain(facts, "size"), plain(facts, "buffer_size"),
                                 facts.at("is_circular").get<bool>()
                                     ? ", circular: read by sequence number (unverified)"
                                     : "");
  const Json& header = facts.at("header");
  if (header.is_null()) return text + "file header: cannot be read\n";
  const Json& zone = header.at("time_zone");
  fmt::format_to(
      std::back_inserter(text),
      "file header at byte {}: Windows {}, pointers of {} bytes, PerfFreq {}, mode {:#x}\n"
      "  started {} UTC, ended {} UTC, booted {} UTC\n"
      "  buffers written {}, lost {}, events lost {}\n"
      "  time zone: bias {} minutes, {} ({}), {} ({})\n"
      "  logger {}\n  file {}\n",
      plain(header, "offset"), plain(header, "windows"), plain(header, "pointer_size"),
      plain(header, "perf_freq"), header.at("log_file_mode").get<std::uint32_t>(),
      plain(header, "start_time"), plain(header, "end_time"), plain(header, "boot_time"),
      plain(header, "buffers_written"), plain(header, "buffers_lost"), plain(header, "events_lost"),
      plain(zone, "bias"), plain(zone, "standard_name"), plain(zone, "standard_bias"),
      plain(zone, "daylight_name"), plain(zone, "daylight_bias"), plain(header, "logger_name"),
      plain(header, "log_file_name"));
  return text;
}

std::string buffers_text(const Json& list) {
  std::string text = fmt::format("buffers: {}\n", plain(list, "count"));
  for (const Json& buffer : list.at("shown")) {
    fmt::format_to(std::back_inserter(text),
                   "  at byte {}: {} bytes used, number {}, flags {:#x}, type {}, flushed {} UTC\n",
                   plain(buffer, "offset"), plain(buffer, "bytes_used"),
                   plain(buffer, "sequence_number"), buffer.at("flags").get<std::uint32_t>(),
                   plain(buffer, "type"), plain(buffer, "flush_time"));
  }
  append_more(text, list);
  return text;
}

std::string path_text(const Json& entry) {
  std::string path = plain(entry, "machine") + "\\" + plain(entry, "object");
  if (!entry.at("instance").is_null()) {
    path += "(";
    if (!entry.at("parent").is_null()) path += plain(entry, "parent") + "/";
    path += plain(entry, "instance");
    if (entry.at("instance_index") != 0) path.append("#").append(plain(entry, "instance_index"));
    path += ")";
  }
  return path + "\\" + plain(entry, "counter");
}

std::string entries_text(const Json& list) {
  std::string text = fmt::format("catalog entries: {}\n", plain(list, "count"));
  for (const Json& entry : list.at("shown")) {
    fmt::format_to(std::back_inserter(text),
                   "  {}  flags {:#x}, type {:#010x}, time base {}, scale {}\n", path_text(entry),
                   entry.at("flags").get<std::uint32_t>(), entry.at("type").get<std::uint32_t>(),
                   plain(entry, "time_base"), plain(entry, "default_scale"));
  }
  append_more(text, list);
  return text;
}

std::string records_text(const Json& message) {
  const auto records = message.find("records");
  if (records == message.end() || records->is_null()) return {};
  std::string text;
  for (const auto& [form, count] : records->items()) {
    text += fmt::format(", {} of form {}", count.get<std::uint64_t>(), form.substr(5));
  }
  return text;
}

std::string messages_text(const Json& list) {
  std::string text = fmt::format("messages: {}\n", plain(list, "count"));
  for (const Json& message : list.at("shown")) {
    fmt::format_to(
        std::back_inserter(text), "  at byte {}: {} (kind {:#x}), {}, {} bytes in {} {}{}\n",
        plain(message, "offset"), plain(message, "name"), message.at("kind").get<std::uint32_t>(),
        plain(message, "time"), plain(message, "bytes"), plain(message, "parts"),
        message.at("parts") == 1 ? "part" : "parts", records_text(message));
  }
  append_more(text, list);
  return text;
}

std::string totals_text(const Json& facts) {
  std::string text;
  for (const auto& [machine, count] : facts.at("names").items()) {
    text += fmt::format("names of {}: {}\n", printable(machine), count.get<std::uint64_t>());
  }
  const Json& index = facts.at("closing_index");
  if (!index.is_null()) {
    text +=
        fmt::format("closing index: {} samples of {} entries, {} to {}\n", plain(index, "samples"),
                    plain(index, "entries"), plain(index, "first_time"), plain(index, "last_time"));
  }
  return text + samples_text(facts);
}

}  // namespace

void write_blg_text(const Json& facts, WritePiece write) {
  const bool went_well = write(header_text(facts)) && write(buffers_text(facts.at("buffers"))) &&
                         write(entries_text(facts.at("entries"))) &&
                         write(messages_text(facts.at("messages")));
  if (went_well) (void)write(totals_text(facts));
}

}  // namespace openperflib::apps
