#include <fcntl.h>
#include <fmt/core.h>

#include <array>
#include <iterator>
#include <utility>

#include "apps/perflib/sources/log_inspection.h"
#include "openperflib/log/recording/recording_reader.h"
#include "openperflib/log/recording/recording_records.h"

namespace openperflib::apps {
namespace {

using Json = nlohmann::ordered_json;

UniqueFd open_file(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

Json header_json(const RecordingHeader& header) {
  return {{"version", header.version},
          {"started", time_json(header.started_utc)},
          {"bias_minutes", header.bias_minutes},
          {"zone", header.zone}};
}

struct KindWord {
  const char* word;
  const char* total;  // the name of their total in the facts
};
// In the order of RecordingRecord::Kind.
constexpr auto kKinds = std::to_array<KindWord>(
    {{"journal part", "journal"}, {"block", "blocks"}, {"index", "indices"}});

Json record_json(const RecordingRecord& record, const KindWord& kind) {
  return {{"offset", record.offset},
          {"kind", kind.word},
          {"block", record.block},
          {"part", record.part},
          {"blocks", record.blocks},
          {"samples", record.samples},
          {"first_time", time_json(record.first_time_utc)},
          {"last_time", time_json(record.last_time_utc)},
          {"bytes", record.bytes},
          {"directory_bytes", record.directory_bytes}};
}

// The total of all records of a kind.
struct Total {
  std::uint64_t count = 0;
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;

  void add(const RecordingRecord& record) {
    ++count;
    samples += record.samples;
    bytes += record.bytes;
  }
  [[nodiscard]] Json json() const {
    return {{"count", count}, {"samples", samples}, {"bytes", bytes}};
  }
};

std::expected<void, SourceFault> add_records(const std::string& path, Json& facts) {
  auto records = RecordingRecords::open(open_file(path), path);
  if (!records.has_value()) return std::unexpected(records.error());
  facts["format"] = "perfrec";
  facts["size"] = records->size();
  facts["header"] = header_json(records->header());
  BoundedList list;
  std::array<Total, kKinds.size()> totals;
  for (;; ++list.count) {
    const auto record = records->next();
    if (!record.has_value()) return std::unexpected(record.error());
    if (!record->has_value()) break;
    const auto kind = static_cast<std::size_t>((*record)->kind);
    totals[kind].add(**record);
    if (list.has_room()) list.shown.push_back(record_json(**record, kKinds[kind]));
  }
  for (std::size_t i = 0; i < kKinds.size(); ++i) facts[kKinds[i].total] = totals[i].json();
  facts["records"] = list.json();
  return {};
}

std::string record_text(const Json& record) {
  const std::string block = plain(record, "block");
  if (record.at("kind") == "index") {
    return fmt::format("index of {} blocks from {} on", plain(record, "blocks"), block);
  }
  const std::string samples = plain(record, "samples");
  if (record.at("kind") == "block") return fmt::format("block {}, {} samples", block, samples);
  return fmt::format("journal of block {}, part {}, {} samples", block, plain(record, "part"),
                     samples);
}

std::string records_text(const Json& list) {
  std::string text = fmt::format("records: {}\n", plain(list, "count"));
  for (const Json& record : list.at("shown")) {
    fmt::format_to(std::back_inserter(text), "  at byte {}: {}, {} to {} UTC, {} bytes\n",
                   plain(record, "offset"), record_text(record), plain(record, "first_time"),
                   plain(record, "last_time"), plain(record, "bytes"));
  }
  append_more(text, list);
  return text;
}

std::string total_text(const char* name, const Json& total) {
  return fmt::format("{}: {}, {} samples, {} bytes\n", name, plain(total, "count"),
                     plain(total, "samples"), plain(total, "bytes"));
}

}  // namespace

InspectedLog inspect_recording(const std::string& path, const TitleTable& titles) {
  LogInspection inspection;
  const auto records = add_records(path, inspection.facts);
  if (!records.has_value()) return std::unexpected(records.error());
  const auto reader = RecordingReader::open(open_file(path), path, titles);
  if (!reader.has_value()) return std::unexpected(reader.error());
  const auto samples = add_samples(**reader, inspection);
  if (!samples.has_value()) return std::unexpected(samples.error());
  return inspection;
}

void write_recording_text(const Json& facts, WritePiece write) {
  const Json& header = facts.at("header");
  const bool went_well =
      write(fmt::format("recording (.perfrec), version {}, {} bytes\n"
                        "  started {} UTC, bias {} minutes, zone {}\n",
                        plain(header, "version"), plain(facts, "size"), plain(header, "started"),
                        plain(header, "bias_minutes"), plain(header, "zone"))) &&
      write(records_text(facts.at("records"))) && write(total_text("blocks", facts.at("blocks"))) &&
      write(total_text("journal parts", facts.at("journal"))) &&
      (facts.at("indices").at("count") == 0 ||
       write(fmt::format("indices: {}, {} bytes\n", plain(facts.at("indices"), "count"),
                         plain(facts.at("indices"), "bytes"))));
  if (went_well) (void)write(samples_text(facts));
}

}  // namespace openperflib::apps
