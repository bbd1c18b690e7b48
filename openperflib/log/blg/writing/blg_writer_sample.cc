#include "openperflib/log/blg/writing/blg_writer_sample_internal.h"

namespace openperflib {
namespace {

// Windows stores 1 if nothing is multiplied.
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

// Whether the numbers of a reading are written. One that was never read has no size.
bool BlgSampleEncoder::keeps(const RawCounter& reading) const noexcept {
  return usable(reading.status) || (keeps_numbers_of_errors_ && reading.size != 0);
}

void BlgSampleEncoder::put_single(const BlgWriterEntry& entry, const Sample& sample,
                                  FileTime time_local) {
  const RawCounter gone{.status = CStatus::no_instance};
  const RawCounter& raw = entry.items.empty() ? gone : sample.counters[entry.items.front().series];
  const CStatus status = status_in(entry, raw);
  const bool has_numbers = status == raw.status && keeps(raw);
  const BlgReading reading = has_numbers ? reading_of(entry, raw) : BlgReading{};
  put_counter_record(body_, pdh_code(status), time_local, reading);
}

// Readers number equal names in their order. If one before this name is left out, its number is
// written, so that no reading gets the name of another.
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

// The error shared by all instances that were read, as in a copied record; otherwise valid_data.
CStatus BlgSampleEncoder::error_to_keep(const BlgWriterEntry& entry,
                                        const Sample& sample) const noexcept {
  CStatus shared = CStatus::valid_data;
  for (const BlgWriterItem& item : entry.items) {
    const RawCounter& raw = sample.counters[item.series];
    if (!keeps(raw)) continue;
    if (usable(raw.status)) return CStatus::valid_data;
    if (shared != CStatus::valid_data && shared != raw.status) return CStatus::valid_data;
    shared = raw.status;
  }
  return shared;
}

// The record has one status: it can give the reason for all instances, but not for a single one.
void BlgSampleEncoder::put_instances(const BlgWriterEntry& entry, const Sample& sample,
                                     FileTime time_local) {
  instances_.clear();
  counts_.assign(entry.groups, 0);
  const CStatus kept_error = error_to_keep(entry, sample);
  CStatus why = CStatus::no_instance;
  for (const BlgWriterItem& item : entry.items) {
    const RawCounter& raw = sample.counters[item.series];
    const CStatus status = status_in(entry, raw);
    if (usable(status) || (status == kept_error && keeps(raw))) {
      instances_.add(name_of(item), reading_of(entry, raw));
    } else if (why == CStatus::no_instance) {
      why = status;
    }
  }
  const CStatus status = instances_.count() == 0 ? why : kept_error;
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
