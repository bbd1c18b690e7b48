#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <optional>

#include "openperflib/base/try_internal.h"
#include "openperflib/base/utf16.h"
#include "openperflib/log/blg_buffer_view.h"
#include "openperflib/log/blg_catalog_view.h"
#include "openperflib/log/blg_fault_internal.h"
#include "openperflib/log/blg_file_header_view.h"
#include "openperflib/log/blg_writer_append_internal.h"
#include "openperflib/log/blg_writer_header_internal.h"

namespace openperflib {
namespace {

using namespace blg;

std::u16string units_of(Bytes utf16) {
  std::u16string text(utf16.size() / sizeof(char16_t), u'\0');
  std::memcpy(text.data(), utf16.data(), text.size() * sizeof(char16_t));
  return text;
}

std::optional<std::u16string> units_of(std::optional<Bytes> utf16) {
  if (!utf16.has_value()) return std::nullopt;
  return units_of(*utf16);
}

BlgStoredEntry stored_entry(const BlgCatalogEntryView& view) {
  return {.flags = view.flags(),
          .user_data = view.user_data(),
          .type = view.type().bits(),
          .time_base = view.time_base(),
          .default_scale = view.default_scale(),
          .instance_index = view.instance_index(),
          .machine = units_of(view.machine()),
          .object = units_of(view.object()),
          .instance = units_of(view.instance()),
          .parent = units_of(view.parent()),
          .counter = units_of(view.counter())};
}

// Reads a log's end, buffer by buffer.
class EndReader {
 public:
  EndReader(int fd, const std::string& shown_name) : fd_(fd), shown_name_(shown_name) {}
  [[nodiscard]] std::expected<BlgLogEnd, SourceFault> read();

 private:
  [[nodiscard]] std::expected<void, SourceFault> read_head();
  [[nodiscard]] std::expected<void, SourceFault> read_catalog();
  [[nodiscard]] std::expected<void, SourceFault> take_catalog();
  [[nodiscard]] std::expected<void, SourceFault> read_last_time();
  [[nodiscard]] std::expected<Bytes, SourceFault> buffer(std::uint64_t number);
  template <typename Visit>
  void visit_events(Bytes buffer, const Visit& visit) const;
  [[nodiscard]] std::uint64_t buffers() const noexcept {
    return (end_.file_size + end_.buffer_size - 1) / end_.buffer_size;
  }
  [[nodiscard]] std::unexpected<SourceFault> fault(const Error& error) const {
    return std::unexpected(SourceFault{.file = shown_name_, .error = error});
  }

  int fd_;
  const std::string& shown_name_;
  std::vector<std::byte> bytes_;
  BlgBytes catalog_;
  std::uint32_t parts_ = 0;    // of the catalog, joined so far
  bool has_catalog_ = false;
  BlgLogEnd end_;
};

std::expected<Bytes, SourceFault> EndReader::buffer(std::uint64_t number) {
  bytes_.resize(end_.buffer_size);
  std::size_t got = 0;
  while (got < bytes_.size()) {
    const auto offset = static_cast<off_t>(number * end_.buffer_size + got);
    const ssize_t size = ::pread(fd_, bytes_.data() + got, bytes_.size() - got, offset);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return std::unexpected(SourceFault{errno, shown_name_, std::nullopt});
    if (size == 0) break;
    got += static_cast<std::size_t>(size);
  }
  return Bytes(bytes_).first(got);
}

template <typename Visit>
void EndReader::visit_events(Bytes bytes, const Visit& visit) const {
  const auto view = BlgBufferView::parse(bytes, end_.buffer_size);
  if (!view.has_value()) return;
  Bytes rest = view->events();
  while (!rest.empty()) {
    const auto one = BlgEventView::parse(rest);
    if (!one.has_value()) return;
    visit(*one);
    rest = rest.subspan(std::min(rest.size(), (one->size() + 7) & ~std::size_t{7}));
  }
}

std::expected<void, SourceFault> EndReader::read_head() {
  const off_t size = ::lseek(fd_, 0, SEEK_END);
  if (size < 0) return std::unexpected(SourceFault{errno, shown_name_, std::nullopt});
  end_.file_size = static_cast<std::uint64_t>(size);
  end_.buffer_size = BlgFileHeader{}.buffer_size;
  const Bytes first = OPENPERFLIB_TRY(buffer(0));
  const auto header = BlgFileHeaderView::parse(first);
  if (!header.has_value()) return fault(header.error());
  end_.buffer_size = header->buffer_size();
  constexpr std::uint64_t kLogFileAt = blg::buffer::kHeaderSize + file_header::kLogFile;
  const auto is_power = std::has_single_bit(end_.buffer_size);
  if (!is_power || end_.buffer_size < blg::buffer::kLeastSize ||
      end_.buffer_size > blg::buffer::kMostSize) {
    return fault(blg_error(Errc::out_of_range, file_header::kBufferSize, kLogFileAt,
                           end_.buffer_size));
  }
  if (header->is_circular()) {
    return fault(blg_error(Errc::wrong_value, file_header::kLogFileMode, kLogFileAt,
                           header->log_file_mode()));
  }
  return {};
}

// Of the first data event or the end of the file: without a catalog before it there is none.
std::expected<void, SourceFault> EndReader::read_catalog() {
  bool is_over = false;
  for (std::uint64_t i = 1; i < buffers() && !has_catalog_ && !is_over; ++i) {
    const Bytes bytes = OPENPERFLIB_TRY(buffer(i));
    visit_events(bytes, [&](const BlgEventView& one) {
      is_over = is_over || one.kind() == BlgKind::data;
      if (is_over || one.kind() != BlgKind::catalog || one.part() != parts_ + 1) return;
      ++parts_;
      catalog_.put_bytes(one.body());
      has_catalog_ = parts_ == one.parts();
      std::memcpy(end_.facts.log_guid.data(), one.log_guid().data(), one.log_guid().size());
      end_.facts.header_type = one.header_type();
      end_.facts.words = one.words();
    });
  }
  return take_catalog();
}

std::expected<void, SourceFault> EndReader::take_catalog() {
  const auto view = BlgCatalogView::parse(catalog_.bytes());
  if (!has_catalog_ || !view.has_value()) {
    return fault(blg_error(Errc::missing, catalog::kVersion, end_.buffer_size, 0));
  }
  Bytes rest = view->entries();
  while (!rest.empty()) {
    const auto entry = BlgCatalogEntryView::parse(rest);
    if (!entry.has_value()) return fault(entry.error());
    end_.entries.push_back(stored_entry(*entry));
    rest = rest.subspan(entry->size());
  }
  return {};
}

std::expected<void, SourceFault> EndReader::read_last_time() {
  for (std::uint64_t i = buffers(); i-- > 0 && end_.last_time_local == 0;) {
    const Bytes bytes = OPENPERFLIB_TRY(buffer(i));
    if (i + 1 == buffers()) {
      const std::size_t size = std::min(bytes.size(), end_.last_header.size());
      std::ranges::copy(bytes.first(size), end_.last_header.begin());
    }
    visit_events(bytes, [&](const BlgEventView& one) {
      if (one.kind() == BlgKind::data) end_.last_time_local = one.time_local();
    });
  }
  return {};
}

std::expected<BlgLogEnd, SourceFault> EndReader::read() {
  OPENPERFLIB_TRY(read_head());
  OPENPERFLIB_TRY(read_catalog());
  OPENPERFLIB_TRY(read_last_time());
  return std::move(end_);
}

bool is_same_name(const std::u16string& a, const std::u16string& b) {
  const auto utf8 = [](const std::u16string& text) {
    return utf8_from_utf16(std::as_bytes(std::span(text))).text;
  };
  return a == b || equal_ignoring_case(utf8(a), utf8(b));
}

bool is_same_name(const std::optional<std::u16string>& a, const std::optional<std::u16string>& b) {
  return a.has_value() == b.has_value() && (!a.has_value() || is_same_name(*a, *b));
}

bool is_same_entry(const BlgStoredEntry& a, const BlgStoredEntry& b) {
  constexpr std::uint32_t kForms = catalog_entry::kWildcard | catalog_entry::kWholeObject;
  return (a.flags & kForms) == (b.flags & kForms) && a.type == b.type &&
         a.instance_index == b.instance_index && is_same_name(a.machine, b.machine) &&
         is_same_name(a.object, b.object) && is_same_name(a.instance, b.instance) &&
         is_same_name(a.parent, b.parent) && is_same_name(a.counter, b.counter);
}

}  // namespace

std::expected<BlgLogEnd, SourceFault> read_log_end(int fd, const std::string& shown_name) {
  return EndReader(fd, shown_name).read();
}

std::optional<std::size_t> first_difference(std::span<const BlgStoredEntry> stored,
                                            std::span<const BlgWriterEntry> entries) {
  const std::size_t both = std::min(stored.size(), entries.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (!is_same_entry(stored[i], entries[i].stored)) return i;
  }
  if (stored.size() != entries.size()) return both;
  return std::nullopt;
}

}  // namespace openperflib
