#include <algorithm>
#include <cstring>
#include <optional>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_buffers.h"
#include "openperflib/log/blg/blg_catalog_view.h"
#include "openperflib/log/blg/blg_event_walk.h"
#include "openperflib/log/blg/blg_fault_internal.h"
#include "openperflib/log/blg/blg_file_header_view.h"
#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/blg/writing/blg_writer_append_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Reads the head of a log forwards, and its end backwards.
class EndReader {
 public:
  EndReader(int fd, const std::string& shown_name)
      : file_(ByteSource::of_descriptor(fd)), fd_(fd), shown_name_(shown_name) {}
  [[nodiscard]] std::expected<BlgLogEnd, SourceFault> read();

 private:
  [[nodiscard]] std::expected<void, SourceFault> read_head();
  [[nodiscard]] std::expected<void, SourceFault> take_catalog(Bytes body);
  [[nodiscard]] std::expected<void, SourceFault> read_last_time();
  [[nodiscard]] std::expected<Bytes, SourceFault> buffer(std::uint64_t number);
  void take_events(Bytes buffer, std::uint64_t offset);
  [[nodiscard]] std::expected<void, SourceFault> leave_out_index();
  [[nodiscard]] std::unexpected<SourceFault> fault(const Error& error) const {
    return std::unexpected(SourceFault{.file = shown_name_, .error = error});
  }

  ByteSource file_;
  int fd_;
  const std::string& shown_name_;
  std::vector<std::byte> bytes_;
  std::optional<std::uint64_t> index_;  // position of the closing index
  BlgLogEnd end_;
};

std::expected<Bytes, SourceFault> EndReader::buffer(std::uint64_t number) {
  bytes_.resize(end_.buffer_size);
  const auto got = file_.read(number * end_.buffer_size, bytes_);
  if (!got.has_value()) {
    return std::unexpected(SourceFault{got.error(), shown_name_, std::nullopt});
  }
  return Bytes(bytes_).first(*got);
}

std::expected<void, SourceFault> EndReader::read_head() {
  LogAnomalies anomalies(shown_name_);
  BlgMessages messages(
      OPENPERFLIB_TRY(BlgBuffers::open(ByteSource::of_descriptor(fd_), anomalies)));
  end_.file_size = messages.buffers().file_size();
  end_.buffer_size = messages.buffers().buffer_size();
  const auto header = BlgFileHeaderView::parse(messages.buffers().first_buffer());
  if (!header.has_value()) return fault(header.error());
  if (header->is_circular()) {
    return fault(blg_error(Errc::wrong_value, blg::file_header::kLogFileMode,
                           blg::file_header::kLogFileAt, header->log_file_mode()));
  }
  while (true) {
    const auto message = OPENPERFLIB_TRY(messages.next(anomalies));
    if (!message.has_value() || message->kind == BlgKind::data) break;
    if (message->kind == BlgKind::catalog) return take_catalog(message->body);
  }
  return fault(blg_error(Errc::missing, blg::catalog::kVersion, end_.buffer_size, 0));
}

std::expected<void, SourceFault> EndReader::take_catalog(Bytes body) {
  const auto view = BlgCatalogView::parse(body);
  if (!view.has_value()) return fault(view.error());
  Bytes rest = view->entries();
  while (!rest.empty()) {
    const auto entry = BlgCatalogEntryView::parse(rest);
    if (!entry.has_value()) return fault(entry.error());
    end_.entries.push_back(stored_entry_from(*entry));
    rest = rest.subspan(entry->size());
  }
  return {};
}

// `offset`: of the buffer. The index comes last: a message before a sample is not the index.
void EndReader::take_events(Bytes bytes, std::uint64_t offset) {
  const auto view = BlgBufferView::parse(bytes, end_.buffer_size);
  if (!view.has_value()) return;
  LogAnomalies anomalies(shown_name_);
  BlgEventWalk walk(*view, offset);
  std::optional<std::uint64_t> index;
  while (const auto event = walk.next(anomalies)) {
    end_.facts.header_type = event->header_type();
    end_.facts.words = event->words();
    std::memcpy(end_.facts.log_guid.data(), event->log_guid().data(), event->log_guid().size());
    if (event->kind() == BlgKind::data) end_.last_time_local = event->time_local();
    const bool is_index = event->kind() == BlgKind::closing_index;
    if (is_index && !index.has_value()) index = walk.offset();
    if (!is_index) index.reset();
  }
  if (index.has_value()) index_ = index;
}

// A buffer that contains nothing else is removed with it.
std::expected<void, SourceFault> EndReader::leave_out_index() {
  if (!index_.has_value()) return {};
  std::uint64_t number = *index_ / end_.buffer_size;
  std::uint64_t used = *index_ % end_.buffer_size;
  const bool is_alone = used == blg::buffer::kHeaderSize && number > 1;
  const Bytes bytes = OPENPERFLIB_TRY(buffer(is_alone ? --number : number));
  std::ranges::copy(bytes.first(std::min(bytes.size(), end_.last_header.size())),
                    end_.last_header.begin());
  const MutableBytes header(end_.last_header);
  if (is_alone) used = load<std::uint32_t>(header, blg::buffer::kBytesUsed.offset);
  used = std::clamp<std::uint64_t>(used, blg::buffer::kHeaderSize, end_.buffer_size);
  store(header, blg::buffer::kSavedOffset.offset, static_cast<std::uint32_t>(used));
  store(header, blg::buffer::kBytesUsed.offset, static_cast<std::uint32_t>(used));
  end_.file_size = number * end_.buffer_size + used;
  return {};
}

std::expected<void, SourceFault> EndReader::read_last_time() {
  const std::uint64_t buffers = (end_.file_size + end_.buffer_size - 1) / end_.buffer_size;
  for (std::uint64_t i = buffers; i-- > 0 && end_.last_time_local == 0;) {
    const Bytes bytes = OPENPERFLIB_TRY(buffer(i));
    if (i + 1 == buffers) {
      const std::size_t size = std::min(bytes.size(), end_.last_header.size());
      std::ranges::copy(bytes.first(size), end_.last_header.begin());
    }
    take_events(bytes, i * end_.buffer_size);
  }
  return {};
}

std::expected<BlgLogEnd, SourceFault> EndReader::read() {
  OPENPERFLIB_TRY(read_head());
  OPENPERFLIB_TRY(read_last_time());
  OPENPERFLIB_TRY(leave_out_index());
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
  constexpr std::uint32_t kForms = blg::catalog_entry::kWildcard | blg::catalog_entry::kWholeObject;
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
                                            std::span<const BlgStoredEntry> entries) {
  const std::size_t both = std::min(stored.size(), entries.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (!is_same_entry(stored[i], entries[i])) return i;
  }
  if (stored.size() != entries.size()) return both;
  return std::nullopt;
}

std::unexpected<SourceFault> refuse_append(Errc code, const Field& field, std::size_t what,
                                           const std::string& shown_name) {
  const Error error{code, static_cast<std::uint32_t>(what), &field, 0};
  return std::unexpected(SourceFault{.file = shown_name, .error = error});
}

BlgEventFacts appending_facts(const BlgLogEnd& log, const BlgWriterOptions& options) {
  BlgEventFacts facts = event_facts_from(options);
  facts.log_guid = log.facts.log_guid;
  facts.header_type = log.facts.header_type;
  facts.words = log.facts.words;
  return facts;
}

std::optional<std::uint32_t> pdh_code_of(const SourceFault& fault) noexcept {
  if (!fault.error.has_value()) return std::nullopt;
  if (fault.error->field == &kBlgAppendCatalog) return PDH_UNMATCHED_APPEND_COUNTER;
  if (fault.error->field == &kBlgAppendTime) return PDH_INCORRECT_APPEND_TIME;
  return PDH_UNKNOWN_LOG_FORMAT;
}

}  // namespace openperflib
