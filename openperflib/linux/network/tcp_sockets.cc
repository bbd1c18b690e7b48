#include <cerrno>

#include "openperflib/linux/network/tcp_sockets_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::size_t kState = 3;  // 0: LOCAL:PORT REMOTE:PORT 01 ...
constexpr std::string_view kEstablishedState = "01", kCloseWaitState = "08";

}  // namespace

std::uint64_t count_established(std::string_view text) noexcept {
  std::uint64_t sockets = 0;
  Lines lines = lines_below_headings(text);
  for (std::string_view line; lines.next(line);) {
    const std::string_view state = word_at(line, kState);
    if (state == kEstablishedState || state == kCloseWaitState) ++sockets;
  }
  return sockets;
}

std::expected<std::uint64_t, int> Tcp6File::read_count(CollectContext& context) {
  if (context.root.is_live()) {
    const auto asked = queries_.count_established_ipv6();
    if (asked.has_value()) return asked;
  }
  const auto text = context.root.read(file_, context.buffer);
  if (!text.has_value()) return std::unexpected(text.error());
  return count_established(*text);
}

void Tcp6File::read(CollectContext& context) {
  if (collection_number_ == context.number) return;
  collection_number_ = context.number;
  const auto count = read_count(context);
  has_no_ipv6_ =
      !count.has_value() && count.error() == ENOENT && context.root.exists("proc/net/tcp");
  if (count.has_value()) {
    established_ = *count;
  } else {
    established_ = std::unexpected(context.reasons.add_file_errno(count.error(), file_.path()));
  }
}

}  // namespace openperflib::linux_objects
