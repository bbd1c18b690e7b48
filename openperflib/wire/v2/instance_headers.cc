#include "openperflib/wire/v2/instance_headers.h"

#include <cstring>

#include "openperflib/base/try_internal.h"
#include "openperflib/wire/v2/part_reader_internal.h"

namespace openperflib {
namespace {

namespace instance_header = layout::instance_header;

}  // namespace

std::expected<InstanceHeaderRange, Error> parse_instance_headers(Bytes bytes) noexcept {
  PartReader reader(bytes);
  std::uint32_t count = 0;
  while (!reader.rest().empty()) {
    OPENPERFLIB_TRY(reader.take(members::kInstanceHeaderSize, instance_header::kSize));
    ++count;
  }
  return InstanceHeaderRange(bytes, count, {});
}

void store_instance_header(MutableBytes to, std::u16string_view name, std::uint32_t id) noexcept {
  const std::size_t size = instance_header_size(name.size());
  store(to, size - sizeof(std::uint64_t), std::uint64_t{0});  // the NUL and the padding
  store(to, instance_header::kStoredSize, static_cast<std::uint32_t>(size));
  store(to, instance_header::kInstanceId, id);
  if (name.empty()) return;
  std::memcpy(&to[instance_header::kSize], name.data(), name.size() * sizeof(char16_t));
}

void append_instance_header(std::vector<std::byte>& to, std::u16string_view name,
                            std::uint32_t id) {
  const std::size_t start = to.size();
  to.resize(start + instance_header_size(name.size()));
  store_instance_header(MutableBytes(to).subspan(start), name, id);
}

}  // namespace openperflib
