#include "openperflib/log/blg/blg_layout.h"
#include "openperflib/log/blg/writing/blg_writer_records_internal.h"

namespace openperflib {
namespace {

// The bytes around the texts of an entry, for the two kinds of writers.
constexpr std::size_t kSlackOf32Bit = 8;
constexpr std::size_t kLeadOf32Bit = 4;

void put_units(BlgBytes& out, const std::u16string& text) {
  out.put_units(std::as_bytes(std::span(text)));
}

// Offsets of texts are relative to the end of the entry's numbers.
class EntryTexts {
 public:
  EntryTexts(BlgBytes& out, std::size_t entry) : out_(out), entry_(entry) {}
  void put(const blg::Member& offset, const std::u16string& text) {
    const std::size_t base = entry_ + blg::catalog_entry::kStrings;
    out_.patch(entry_ + offset.offset, static_cast<std::uint32_t>(out_.size() - base));
    put_units(out_, text);
  }
  void put(const blg::Member& offset, const std::optional<std::u16string>& text) {
    if (text.has_value()) return put(offset, *text);
    out_.patch(entry_ + offset.offset, blg::catalog_entry::kNoText);
  }

 private:
  BlgBytes& out_;
  std::size_t entry_;
};

std::optional<std::u16string> optional_units(const std::optional<Bytes>& utf16) {
  if (!utf16.has_value()) return std::nullopt;
  return units_of(*utf16);
}

}  // namespace

BlgStoredEntry stored_entry_from(const BlgCatalogEntryView& view) {
  return {.flags = view.flags(),
          .user_data = view.user_data(),
          .type = view.type().bits(),
          .time_base = view.time_base(),
          .default_scale = view.default_scale(),
          .instance_index = view.instance_index(),
          .machine = units_of(view.machine()),
          .object = units_of(view.object()),
          .instance = optional_units(view.instance()),
          .parent = optional_units(view.parent()),
          .counter = units_of(view.counter())};
}

void put_catalog_head(BlgBytes& out, std::uint32_t version, std::uint32_t log_type) {
  out.put(version);
  out.put(log_type);
}

void put_catalog_entry(BlgBytes& out, const BlgStoredEntry& entry, BlgEntryLayout layout) {
  using namespace blg::catalog_entry;
  const bool is_32bit = layout == BlgEntryLayout::writer_32bit;
  const bool has_lead = is_32bit && entry.instance.has_value();
  const std::size_t start = out.size();
  out.put_zeros(kStrings);
  out.patch(start + kFlags.offset, entry.flags);
  out.patch(start + kUser.offset, entry.user_data);
  out.patch(start + kType.offset, entry.type);
  out.patch(start + kTimeBase.offset, entry.time_base);
  out.patch(start + kDefaultScale.offset, entry.default_scale);
  out.patch(start + kInstanceIndex.offset, entry.instance_index);
  if (has_lead) out.put_zeros(kLeadOf32Bit);
  EntryTexts texts(out, start);
  texts.put(kMachine, entry.machine);
  texts.put(kObject, entry.object);
  texts.put(kInstance, entry.instance);
  texts.put(kParent, entry.parent);
  texts.put(kCounter, entry.counter);
  if (is_32bit) out.put_zeros(kSlackOf32Bit - (has_lead ? kLeadOf32Bit : 0));
  out.pad(start);
  out.patch(start + kSize.offset, static_cast<std::uint32_t>(out.size() - start));
}

std::size_t begin_record(BlgBytes& out, BlgForm form) {
  const std::size_t start = out.size();
  const std::uint32_t magic = blg::record::kMagicValue | static_cast<std::uint32_t>(form)
                                                             << (8 * blg::record::kForm.offset);
  out.put(magic);
  out.put(std::uint32_t{0});
  return start;
}

void end_record(BlgBytes& out, std::size_t start) {
  out.pad(start);
  out.patch(start + blg::record::kLength.offset, static_cast<std::uint32_t>(out.size() - start));
}

void put_counter_record(BlgBytes& out, std::uint32_t status, FileTime time_local,
                        const BlgReading& reading) {
  using namespace blg::single;
  const std::size_t start = begin_record(out, BlgForm::counter);
  const std::size_t payload = out.size();
  out.put_zeros(blg::single::kSize);
  out.patch(payload + kStatus.offset, status);
  out.patch(payload + kTimeStamp.offset, time_local);
  out.patch(payload + kFirst.offset, reading.first);
  out.patch(payload + kSecond.offset, reading.second);
  out.patch(payload + kMulti.offset, reading.multi);
  end_record(out, start);
}

void BlgInstancesRecord::clear() noexcept {
  items_.clear();
  names_.clear();
}

void BlgInstancesRecord::add(Bytes utf16_name, const BlgReading& reading) {
  items_.push_back({.name = names_.size(), .reading = reading});
  names_.put_units(utf16_name);
}

void BlgInstancesRecord::put(BlgBytes& out, std::uint32_t status, FileTime time_local,
                             std::size_t length) const {
  using namespace blg::multi;
  const std::size_t start = begin_record(out, BlgForm::instances);
  const std::size_t payload = out.size();
  out.put_zeros(kItems);
  out.patch(payload + kCount.offset, static_cast<std::uint32_t>(items_.size()));
  out.patch(payload + kStatus.offset, status);
  out.patch(payload + kTimeStamp.offset, time_local);
  const std::size_t names = kItems + items_.size() * kItemSize;
  for (const Item& item : items_) {
    out.put(static_cast<std::uint32_t>(names + item.name));
    out.put(item.reading.multi);
    out.put(item.reading.first);
    out.put(item.reading.second);
  }
  out.put_bytes(names_.bytes());
  if (out.size() - start < length) out.put_zeros(length - (out.size() - start));
  end_record(out, start);
  out.patch(payload + blg::multi::kLength.offset, static_cast<std::uint32_t>(out.size() - payload));
}

}  // namespace openperflib
