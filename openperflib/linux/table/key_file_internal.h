// Files of keys and numbers, such as /proc/meminfo, /proc/vmstat and /proc/net/snmp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"
#include "openperflib/linux/table/object_table_internal.h"
#include "openperflib/os/files/proc_root.h"

namespace openperflib::linux_objects {

struct CollectContext;

// Whether an old kernel has one key per memory zone ("pgsteal_kswapd_dma32"), which are added up.
enum class Zones : std::uint8_t { none, added_up };

// A wanted key and its number in the file.
struct KeyNumber {
  enum class State : std::uint8_t { lacking, number, bad };
  std::string_view key;  // of a constant table
  Zones zones = Zones::none;
  State state = State::lacking;
  Errc error = Errc::not_a_number;  // if the number is invalid
  std::uint64_t value = 0;
  std::uint64_t offset = 0;  // of its word, in bytes from the start of the file
};

// How keys and numbers are arranged in a text.
enum class KeyFormat : std::uint8_t {
  colon,   // "MemFree:  2048 kB"
  blank,   // "pgfault 123"
  node,    // "Node 0 MemFree:  2048 kB", of a NUMA node; its key is "MemFree"
  headed,  // "Tcp: InSegs OutSegs" and below it "Tcp: 12 34"; the first key is "Tcp:InSegs"
  pairs,   // "TCP: inuse 5 tw 0"; the first key is "TCP:inuse"
};

// Fills the wanted keys, sorted by key, from the text. If a key occurs twice, the first counts. A
// key must have a number, which may be followed by "kB" in formats with one key per line; anything
// else makes the key invalid. Lines of another form are skipped.
void parse_keys(std::string_view text, KeyFormat format, std::vector<KeyNumber>& wanted);

// Resource: one such file and the keys wanted from it. Several objects may share it.
class KeyFile {
 public:
  KeyFile(std::string path, KeyFormat format, FileEnd file_end = FileEnd::read_of_nothing)
      : file_(std::move(path), file_end), format_(format) {}
  // Requests a key; call before read(). `key` must live as long as the file.
  void want(std::string_view key, Zones zones = Zones::none);
  // Reads the file, once per collection, and again if more keys have been requested since. Replaces
  // all previous numbers.
  void read(CollectContext& context);
  // Closes a kept descriptor, because the object of the file is gone.
  void release(ProcRoot& root) noexcept { root.release(file_); }
  // Why the file could not be read, else kPresent.
  [[nodiscard]] ReasonId failure() const noexcept { return failure_; }
  // A wanted key.
  [[nodiscard]] const KeyNumber& operator[](std::string_view key) const noexcept;
  // Why a wanted key has no number; if the file could not be read, that reason.
  [[nodiscard]] ReasonId why_not(const KeyNumber& key, Reasons& reasons) const;
  [[nodiscard]] const std::string& path() const noexcept { return file_.path(); }

 private:
  static constexpr std::uint64_t kNever = ~0ULL;
  KeptFile file_;
  KeyFormat format_;
  std::vector<KeyNumber> keys_;  // sorted by key
  ReasonId failure_ = Reasons::kPresent;
  std::uint64_t collection_number_ = kNever;  // of the last read
};

}  // namespace openperflib::linux_objects
