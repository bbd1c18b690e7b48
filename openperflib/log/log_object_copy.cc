#include "openperflib/log/log_object_copy.h"

#include <algorithm>
#include <utility>

#include "openperflib/base/try_internal.h"

namespace openperflib {
namespace {

std::vector<BlgObject> objects_of(const LogHeader& header) {
  std::vector<BlgObject> objects;
  for (const LogEntry& entry : header.entries) {
    objects.push_back({entry.machine, entry.object, entry.instance.has_value()});
  }
  return objects;
}

std::vector<BlgNames> names_of(const LogReader& reader) {
  std::vector<BlgNames> names;
  for (const LogEntry& entry : reader.header().entries) {
    if (std::ranges::find(names, entry.machine, &BlgNames::machine) != names.end()) continue;
    names.push_back({entry.machine, reader.names_of(entry.machine)});
  }
  return names;
}

}  // namespace

bool holds_objects(const LogHeader& header) {
  const auto is_object = [](const LogEntry& entry) { return entry.kind == LogEntry::Kind::object; };
  return !header.entries.empty() && !header.names_disagree &&
         std::ranges::all_of(header.entries, is_object);
}

BlgObjectWriter new_object_log(const LogReader& reader, int fd, std::string shown_name,
                               BlgWriterOptions options) {
  return {fd, std::move(shown_name), std::move(options), objects_of(reader.header()),
          names_of(reader)};
}

std::expected<BlgObjectWriter, SourceFault> appended_object_log(const LogReader& reader, int fd,
                                                                std::string shown_name,
                                                                BlgWriterOptions options,
                                                                const TitleTable& titles) {
  return BlgObjectWriter::append(fd, std::move(shown_name), std::move(options),
                                 objects_of(reader.header()), names_of(reader), titles);
}

LogObjectCopy::LogObjectCopy(LogReader& reader, BlgObjectWriter writer, const LogWindow& window,
                             LogConversion::RecordBefore before)
    : reader_(reader), writer_(std::move(writer)), wanted_(window), before_(before) {}

std::expected<void, SourceFault> LogObjectCopy::write(FileTime time_local,
                                                      std::span<const Bytes> blocks) {
  written_.note(time_local);
  return writer_.write(time_local, blocks);
}

void LogObjectCopy::keep() {
  kept_time_ = record_.time_local;
  kept_bytes_.clear();
  kept_lengths_.clear();
  for (const Bytes block : record_.blocks) {
    kept_bytes_.insert(kept_bytes_.end(), block.begin(), block.end());
    kept_lengths_.push_back(block.size());
  }
}

std::expected<void, SourceFault> LogObjectCopy::write_kept() {
  if (kept_lengths_.empty() || written_.records != 0) return {};
  std::vector<Bytes> blocks;
  Bytes rest(kept_bytes_);
  for (const std::size_t length : std::exchange(kept_lengths_, {})) {
    blocks.push_back(rest.first(length));
    rest = rest.subspan(length);
  }
  return write(kept_time_, blocks);
}

std::expected<ReadResult, SourceFault> LogObjectCopy::step() {
  if (OPENPERFLIB_TRY(reader_.read(record_)) == ReadResult::end) {
    OPENPERFLIB_TRY(writer_.end());
    return ReadResult::end;
  }
  if (wanted_.take(record_.time_local)) {
    OPENPERFLIB_TRY(write_kept());
    OPENPERFLIB_TRY(write(record_.time_local, record_.blocks));
  } else if (before_ == LogConversion::RecordBefore::written &&
             wanted_.is_before(record_.time_local)) {
    keep();
  }
  return ReadResult::reading;
}

}  // namespace openperflib
