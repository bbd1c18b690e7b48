// /proc/net/tcp6: the number of established IPv6 sockets. The kernel's TCP counts cover both
// families; only this file distinguishes them.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

#include "openperflib/linux/table/object_table_internal.h"
#include "openperflib/os/files/proc_root.h"
#include "openperflib/os/net/link_queries.h"

namespace openperflib::linux_objects {

struct CollectContext;

// The lines of /proc/net/tcp6 in state ESTABLISHED or CLOSE_WAIT, as counted by CurrEstab.
[[nodiscard]] std::uint64_t count_established(std::string_view text) noexcept;

// Resource: the file, read once per collection. Of this machine netlink is asked instead, which
// costs a twentieth of it; where that does not answer, the file tells.
class Tcp6File {
 public:
  void read(CollectContext& context);
  // The number of IPv6 sockets, or why the file could not be read.
  [[nodiscard]] std::expected<std::uint64_t, ReasonId> established() const noexcept {
    return established_;
  }
  // The same, but 0 on a kernel without IPv6, which has /proc/net/tcp but no tcp6.
  [[nodiscard]] std::expected<std::uint64_t, ReasonId> established_or_none() const noexcept {
    return has_no_ipv6_ ? 0 : established_;
  }

 private:
  [[nodiscard]] std::expected<std::uint64_t, int> read_count(CollectContext& context);
  KeptFile file_{"proc/net/tcp6"};
  LinkQueries queries_;
  std::expected<std::uint64_t, ReasonId> established_ = 0;
  bool has_no_ipv6_ = false;
  std::uint64_t collection_number_ = ~0ULL;
};

}  // namespace openperflib::linux_objects
