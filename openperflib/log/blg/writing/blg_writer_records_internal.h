// The catalog and the records of a binary log, as bytes.
//
// Source: docs/formats/blg.md, "Catalog" and "Data".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/blg/blg_catalog_view.h"
#include "openperflib/log/blg/blg_record_view.h"
#include "openperflib/log/blg/writing/blg_writer_bytes_internal.h"

namespace openperflib {

// The layouts of a catalog entry by the two kinds of writers.
enum class BlgEntryLayout : std::uint8_t {
  writer_64bit,
  writer_32bit,  // 8 bytes longer; 4 zeros before the texts of an entry with an instance
};

// One entry of the catalog as stored. Texts are UTF-16 without NUL.
struct BlgStoredEntry {
  std::uint32_t flags = 0;
  std::uint32_t user_data = 0;
  std::uint32_t type = 0;
  std::int64_t time_base = 0;
  std::int32_t default_scale = 0;
  std::uint32_t instance_index = 0;
  std::u16string machine;  // with its two backslashes
  std::u16string object;
  std::optional<std::u16string> instance;
  std::optional<std::u16string> parent;
  std::u16string counter;
  bool operator==(const BlgStoredEntry&) const = default;
};

// The values of an entry that was read.
[[nodiscard]] BlgStoredEntry stored_entry_from(const BlgCatalogEntryView& view);

// The body of a catalog message up to its entries, then one entry.
void put_catalog_head(BlgBytes& out, std::uint32_t version, std::uint32_t log_type);
void put_catalog_entry(BlgBytes& out, const BlgStoredEntry& entry, BlgEntryLayout layout);

// A record whose length is known only after its payload was put: begin, put, end.
[[nodiscard]] std::size_t begin_record(BlgBytes& out, BlgForm form);
// `start`: the result of begin_record(). Pads to 8.
void end_record(BlgBytes& out, std::size_t start);

// One reading as in both forms.
struct BlgReading {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint32_t multi = 0;
};

// Form 1. `status`: a PDH code.
void put_counter_record(BlgBytes& out, std::uint32_t status, FileTime time_local,
                        const BlgReading& reading);

// Form 2: the items and their names, collected and then put. Reused.
class BlgInstancesRecord {
 public:
  void clear() noexcept;
  // A name is stored unchanged: equal ones are not numbered.
  void add(Bytes utf16_name, const BlgReading& reading);
  [[nodiscard]] std::size_t count() const noexcept { return items_.size(); }
  // `length`: of the whole record; 0: as long as needed. Windows leaves zeros at its end.
  void put(BlgBytes& out, std::uint32_t status, FileTime time_local, std::size_t length = 0) const;

 private:
  struct Item {
    std::size_t name;  // in names_
    BlgReading reading;
  };
  std::vector<Item> items_;
  BlgBytes names_;
};

}  // namespace openperflib
