// Files of keys and numbers: /proc/meminfo ("MemFree:  2048 kB") and /proc/vmstat ("pgfault 123").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"
#include "openperflib/linux/object_table_internal.h"
#include "openperflib/os/proc_root.h"

namespace openperflib::linux_objects {

struct Collection;

// Whether a key of an old kernel comes once a memory zone ("pgsteal_kswapd_dma32") and is added up.
enum class Zones : std::uint8_t { none, added_up };

// One wanted key and what the file says of it.
struct KeyNumber {
  enum class State : std::uint8_t { lacking, number, bad };
  std::string_view key;  // of a constant table
  Zones zones = Zones::none;
  State state = State::lacking;
  Errc error = Errc::not_a_number;  // of a bad one
  std::uint64_t value = 0;
  std::uint64_t offset = 0;  // of its word, in bytes from the start of the file
};

// What parts a key from its number; a line without it has no key.
enum class KeyEnd : char { colon = ':', blank = ' ' };

// Fills the wanted keys, sorted by key, from the text. Of a key that comes twice the first counts. What
// follows the key is a number and perhaps "kB"; anything else makes the key bad.
void parse_keys(std::string_view text, KeyEnd end, std::vector<KeyNumber>& wanted);

// Resource: one such file, read once a collection, and the keys that are wanted of it.
class KeyFile {
 public:
  KeyFile(std::string path, KeyEnd end, FileEnd file_end = FileEnd::read_of_nothing)
      : file_(std::move(path), file_end), end_(end) {}
  // Keys are wanted before the first read; `key` must live as long as the file.
  void want(std::string_view key, Zones zones = Zones::none);
  // Reads the file. What it said before is forgotten.
  void read(Collection& collection);
  // Why the file could not be read, else kPresent.
  [[nodiscard]] ReasonId failure() const noexcept { return failure_; }
  // A wanted key.
  [[nodiscard]] const KeyNumber& operator[](std::string_view key) const noexcept;
  [[nodiscard]] const std::string& path() const noexcept { return file_.path(); }

 private:
  KeptFile file_;
  KeyEnd end_;
  std::vector<KeyNumber> keys_;  // sorted by key
  ReasonId failure_ = Reasons::kPresent;
};

}  // namespace openperflib::linux_objects
