#include "openperflib/log/blg_writer_sample_internal.h"

namespace openperflib {
namespace {

// Windows has 1 where nothing is multiplied.
BlgReading reading_of(const BlgWriterEntry& entry, const RawCounter& raw) {
  const bool is_one = raw.multi == 0 && !entry.multiplies;
  return {.first = raw.first, .second = raw.second, .multi = is_one ? 1 : raw.multi};
}

}  // namespace

CStatus status_in(const BlgWriterEntry& entry, const RawCounter& reading) noexcept {
  const bool other_clock =
      entry.needs_clock && static_cast<std::int64_t>(reading.time_base) != entry.stored.time_base;
  return usable(reading.status) && other_clock ? CStatus::invalid_data : reading.status;
}

void BlgSampleEncoder::put_single(const BlgWriterEntry& entry, const Sample& sample,
                                  FileTime time_local) {
  const RawCounter gone{.status = CStatus::no_instance};
  const RawCounter& raw = entry.items.empty() ? gone : sample.counters[entry.items.front().series];
  const CStatus status = status_in(entry, raw);
  const BlgReading reading = usable(status) ? reading_of(entry, raw) : BlgReading{};
  put_counter_record(body_, pdh_code(status), time_local, reading);
}

// Whoever reads the log numbers equal names as they come. Where one before this is left out its
// number is written, so that no reading gets the name of another.
Bytes BlgSampleEncoder::name_of(const BlgWriterItem& item) {
  if (counts_[item.group]++ == item.number || item.number == 0) {
    return std::as_bytes(std::span(item.name));
  }
  numbered_name_ = item.name;
  numbered_name_ += u'#';
  for (const char digit : std::to_string(item.number)) {
    numbered_name_ += static_cast<char16_t>(digit);
  }
  return std::as_bytes(std::span(numbered_name_));
}

// The record has one status: it can say of all instances why they are missing, never of one.
void BlgSampleEncoder::put_instances(const BlgWriterEntry& entry, const Sample& sample,
                                     FileTime time_local) {
  instances_.clear();
  counts_.assign(entry.groups, 0);
  CStatus why = CStatus::no_instance;
  for (const BlgWriterItem& item : entry.items) {
    const RawCounter& raw = sample.counters[item.series];
    const CStatus status = status_in(entry, raw);
    if (usable(status)) {
      instances_.add(name_of(item), reading_of(entry, raw));
    } else if (why == CStatus::no_instance) {
      why = status;
    }
  }
  const CStatus status = instances_.count() == 0 ? why : CStatus::valid_data;
  instances_.put(body_, pdh_code(status), time_local);
}

Bytes BlgSampleEncoder::encode(std::span<const BlgWriterEntry> entries, const Sample& sample,
                               FileTime time_local) {
  body_.clear();
  const std::size_t start = begin_record(body_, BlgForm::sample);
  for (const BlgWriterEntry& entry : entries) {
    if (entry.is_wildcard) {
      put_instances(entry, sample, time_local);
    } else {
      put_single(entry, sample, time_local);
    }
  }
  end_record(body_, start);
  return body_.bytes();
}

}  // namespace openperflib
