#include "openperflib/linux/tcp_sockets_internal.h"

#include <cerrno>

#include "openperflib/linux/collection_internal.h"
#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::size_t kState = 3;  // 0: LOCAL:PORT REMOTE:PORT 01 ...
constexpr std::string_view kEstablished = "01", kCloseWait = "08";

}  // namespace

std::uint64_t count_established(std::string_view text) noexcept {
  std::uint64_t sockets = 0;
  Lines lines(text);
  std::string_view line;
  static_cast<void>(lines.next(line));  // the headings
  while (lines.next(line)) {
    const std::string_view state = word_at(line, kState);
    if (state == kEstablished || state == kCloseWait) ++sockets;
  }
  return sockets;
}

void Tcp6File::read(Collection& collection) {
  if (collection_number_ == collection.number) return;
  collection_number_ = collection.number;
  const auto text = collection.root.read(file_, collection.buffer);
  has_no_ipv6_ = !text.has_value() && text.error() == ENOENT &&
                 collection.root.exists("proc/net/tcp");
  if (text.has_value()) {
    established_ = count_established(*text);
  } else {
    established_ =
        std::unexpected(collection.reasons.add_file_errno(text.error(), file_.path()));
  }
}

}  // namespace openperflib::linux_objects
