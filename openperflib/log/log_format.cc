#include "openperflib/log/log_format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/log/blg/blg_buffer_size_internal.h"
#include "openperflib/log/blg/blg_event_view.h"
#include "openperflib/log/blg/blg_layout.h"
#include "openperflib/log/recording/recording_layout_internal.h"
#include "openperflib/log/text/text_log_encoding_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr auto kKinds = std::to_array<DetectedLog>({
    {LogFileKind::csv, LogFormat::csv, "a CSV performance log", "", 0},
    {LogFileKind::tsv, LogFormat::tsv, "a TSV performance log", "", 0},
    {LogFileKind::blg, LogFormat::blg, "a binary performance log (BLG)", "", 0},
    {LogFileKind::recording, LogFormat::recording, "a recording (.perfrec)", "", 0},
    {LogFileKind::event_trace, std::nullopt, "an event trace log (ETL), not a performance log", "",
     PDH_UNKNOWN_LOG_FORMAT},
    {LogFileKind::perfmon, std::nullopt,
     "a log of Performance Monitor of Windows NT 4, which is not supported", "",
     PDH_UNKNOWN_LOG_FORMAT},
    {LogFileKind::data_block, std::nullopt, "a performance data block, not a performance log",
     "`perflib inspect` shows its contents", PDH_UNKNOWN_LOG_FORMAT},
    {LogFileKind::cut_trace, std::nullopt,
     "the beginning of a BLG or ETL, cut off before its first sample", "copy the whole file again",
     PDH_UNKNOWN_LOG_FORMAT},
    {LogFileKind::empty, std::nullopt, "an empty file, not a performance log",
     "copy it again, or record again", PDH_UNKNOWN_LOG_FORMAT},
    {LogFileKind::text, std::nullopt, "a text file, not a performance log",
     "text logs begin with PDH-CSV or PDH-TSV", PDH_UNKNOWN_LOG_FORMAT},
    {LogFileKind::damaged_blg, std::nullopt,
     "a binary performance log (BLG) whose header is damaged", "copy the whole file again",
     PDH_UNKNOWN_LOG_FORMAT},
    {LogFileKind::damaged_recording, std::nullopt, "a recording (.perfrec) whose header is damaged",
     "copy the whole file again", PDH_UNKNOWN_LOG_FORMAT},
    {LogFileKind::unknown, std::nullopt, "not a performance log", "", PDH_UNKNOWN_LOG_FORMAT},
});

// Files of other kinds that arrive under the name of a log, or hold one.
struct Signature {
  std::size_t offset;
  std::string_view bytes;
  DetectedLog file;
};

constexpr DetectedLog packed(std::string_view description, std::string_view advice) {
  return {LogFileKind::packed, std::nullopt, description, advice, PDH_UNKNOWN_LOG_FORMAT};
}

using std::string_view_literals::operator""sv;

// Before the archives that they are.
constexpr auto kWorkbook = packed("an Excel workbook", "save it as CSV in Excel");

constexpr auto kSignatures = std::to_array<Signature>({
    {30, "mimetypeapplication/vnd.oasis.opendocument.spreadsheet"sv,
     packed("an OpenDocument spreadsheet", "save it as CSV")},
    {0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv,
     packed("a document of Office 97 to 2003", "if it is a workbook, save it as CSV in Excel")},
    {0, "\x89PNG\r\n\x1A\n"sv, packed("a PNG image, not a performance log", "")},
    {0, "%PDF-"sv, packed("a PDF document, not a performance log", "")},
    {0, "PK\3\4"sv, packed("a ZIP archive", "unpack it first (unzip)")},
    {0, "PK\5\6"sv, packed("an empty ZIP archive", "copy it again")},
    {0, "7z\xBC\xAF\x27\x1C"sv, packed("a 7-Zip archive", "unpack it first (7z x)")},
    {0, "Rar!\x1A\x07"sv, packed("a RAR archive", "unpack it first (unrar x)")},
    {0, "MSCF\0\0\0\0"sv, packed("a cabinet file (CAB)", "unpack it first (cabextract)")},
    {257, "ustar"sv, packed("a tar archive", "unpack it first (tar xf)")},
    {0, "\x1F\x8B"sv, packed("compressed by gzip", "decompress it first (gunzip)")},
    {0,
     "\xFD"
     "7zXZ\0"sv,
     packed("compressed by xz", "decompress it first (unxz)")},
    {4, "1AY&SY"sv, packed("compressed by bzip2", "decompress it first (bunzip2)")},
    {0, "\x28\xB5\x2F\xFD"sv, packed("compressed by zstd", "decompress it first (unzstd)")},
    {0,
     "ElfFile\0"sv,
     {LogFileKind::event_log, std::nullopt, "a Windows event log (EVTX), not a performance log", "",
      PDH_UNKNOWN_LOG_FORMAT}},
    {0,
     "SQLite format 3\0"sv,
     {LogFileKind::database, std::nullopt, "an SQLite database", "read its logs as SQL:FILE!SET",
      PDH_UNKNOWN_LOG_FORMAT}},
});

constexpr std::uint64_t kPerfLittle = 0x0046'0052'0045'0050;  // "PERF" in UTF-16LE
constexpr std::uint64_t kPerfBig = 0x4600'5200'4500'5000;     // in UTF-16BE

const DetectedLog* file_with_signature(Bytes first) noexcept {
  const auto has = [&](const Signature& one) {
    return contains(first.size(), one.offset, one.bytes.size()) &&
           as_text(first.subspan(one.offset, one.bytes.size())) == one.bytes;
  };
  const auto found = std::ranges::find_if(kSignatures, has);
  return found == kSignatures.end() ? nullptr : &found->file;
}

// Returns whether a file is a ZIP archive with the parts of a workbook. `first`: its first bytes.
bool is_workbook(Bytes first) noexcept {
  constexpr auto kParts = std::to_array<std::string_view>(
      {"xl/workbook", "xl/worksheets", "xl/_rels", "xl/styles", "xl/theme", "xl/sharedStrings"});
  const std::string_view text = as_text(first);
  return text.starts_with("PK\3\4"sv) && std::ranges::any_of(kParts, [&](std::string_view part) {
           return text.find(part) != std::string_view::npos;
         });
}

// Returns whether a file begins as the event tracing of Windows begins its files: a buffer that
// holds its length twice, or once and the marks of the first record.
bool is_event_trace(Bytes bytes) noexcept {
  using namespace blg::file_header;
  constexpr std::size_t kRecord = blg::buffer::kHeaderSize;
  if (!contains(bytes.size(), kRecord, kLogFile)) return false;
  const bool has_marks = load<std::uint8_t>(bytes, kRecord + kMarker.offset) == kMarkerValue &&
                         (load<std::uint8_t>(bytes, kRecord + kHeaderType.offset) == kWriter32Bit ||
                          load<std::uint8_t>(bytes, kRecord + kHeaderType.offset) == kWriter64Bit);
  const std::uint32_t size = blg_word_at(bytes, blg::buffer::kSize.offset);
  const std::uint32_t again = blg_word_at(bytes, kRecord + kLogFile + kBufferSize.offset);
  return (is_blg_buffer_size(size) && (has_marks || size == again)) ||
         (is_blg_buffer_size(again) && has_marks);
}

// Returns whether a PDH event stands at any place where one may.
bool has_pdh_event(Bytes bytes) noexcept {
  for (std::size_t at = blg::buffer::kHeaderSize; contains(bytes.size(), at, blg::event::kHeadSize);
       at += blg::kAlignment) {
    if (BlgEventView::parse(bytes.subspan(at)).has_value()) return true;
  }
  return false;
}

// The first buffer has the header alone: without a second one that is whole there is no sample.
bool is_cut_off(Bytes bytes, std::uint64_t size) noexcept {
  using namespace blg::file_header;
  const std::uint32_t buffer = blg_word_at(bytes, blg::buffer::kSize.offset);
  const std::uint32_t again =
      blg_word_at(bytes, blg::buffer::kHeaderSize + kLogFile + kBufferSize.offset);
  return size < 2 * std::uint64_t{is_blg_buffer_size(buffer) ? buffer : again};
}

bool begins_with_block(Bytes bytes) noexcept {
  if (!contains(bytes.size(), 0, sizeof(std::uint64_t))) return false;
  const auto signature = load<std::uint64_t>(bytes, 0);
  return signature == kPerfLittle || signature == kPerfBig;
}

bool begins_as_recording(Bytes bytes) noexcept {
  return contains(bytes.size(), 0, sizeof(std::uint64_t)) &&
         load<std::uint64_t>(bytes, 0) == recording::file_header::kMagicValue;
}

// Returns whether a record of a recording begins at any byte.
bool has_record(Bytes bytes) noexcept {
  for (std::size_t at = 0; contains(bytes.size(), at, sizeof(std::uint64_t)); ++at) {
    if (load<std::uint64_t>(bytes, at) == recording::record::kMagicValue) return true;
  }
  return false;
}

// A header of its own, then blocks (signature, little endian, version 1): no other kind of file is
// known to look like this.
bool holds_blocks(Bytes bytes) noexcept {
  constexpr std::uint64_t kLittleEndianAndVersion = 0x1'0000'0001;
  constexpr std::size_t kStep = 4;
  for (std::size_t at = kStep; contains(bytes.size(), at, 2 * sizeof(std::uint64_t)); at += kStep) {
    if (load<std::uint64_t>(bytes, at) == kPerfLittle &&
        load<std::uint64_t>(bytes, at + sizeof(std::uint64_t)) == kLittleEndianAndVersion) {
      return true;
    }
  }
  return false;
}

// The beginning of a text as UTF-8, in any encoding; nothing for other files.
std::optional<std::string> beginning_of_text(Bytes bytes) {
  constexpr std::size_t kEnough = 512;
  const Bytes first = bytes.first(std::min(bytes.size(), kEnough));
  const auto encoding = encoding_by_beginning(as_text(first));
  const std::size_t mark = encoding.has_value() ? encoding->mark_bytes : 0;
  using Kind = TextLogEncoding::Kind;
  if (encoding.has_value() && encoding->kind != Kind::utf8) {
    const ByteOrder order = encoding->kind == Kind::utf16_big ? ByteOrder::big : ByteOrder::little;
    return utf8_from_utf16(first.subspan(mark), order).text;
  }
  const std::string_view text = as_text(first.subspan(mark));
  const bool is_text = std::ranges::none_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\f';
  });
  return is_text ? std::optional(std::string(text)) : std::nullopt;
}

// Returns whether the text begins as convert --excel writes it where the zone is not known: "time"
// and a counter path.
bool is_sheet_without_zone(std::string_view text) {
  constexpr std::string_view kTime = "time";
  if (!text.starts_with(kTime)) return false;
  text.remove_prefix(kTime.size());
  if (text.starts_with('"')) text.remove_prefix(1);
  if (text.empty() || !std::string_view(",;\t").contains(text.front())) return false;
  text.remove_prefix(1);
  if (text.starts_with('"')) text.remove_prefix(1);
  return text.starts_with('\\');
}

LogFileKind kind_of_text(std::string_view text) {
  std::size_t begin = text.find_first_not_of("\" \t\r\n");
  if (folded(text.substr(std::min(begin, text.size()), 4)) == "sep=") {
    begin = text.find_first_not_of("\" \t\r\n", text.find('\n', begin));
  }
  const std::string mark = folded(text.substr(std::min(begin, text.size()), 8));
  if (mark == "(pdh-csv") return LogFileKind::csv;
  if (mark == "(pdh-tsv") return LogFileKind::tsv;
  // What convert --excel writes.
  const std::string_view rest = text.substr(std::min(begin, text.size()));
  if (folded(rest).starts_with("time (utc") || is_sheet_without_zone(rest)) {
    return LogFileKind::csv;
  }
  return LogFileKind::text;
}

// A text log may hold anything after its first cell: zeros, where the machine died as it was
// written.
LogFileKind kind_of_beginning(Bytes first) {
  constexpr std::size_t kFirstCell = 24;
  const auto text = beginning_of_text(first.first(std::min(first.size(), kFirstCell)));
  return text.has_value() ? kind_of_text(*text) : LogFileKind::unknown;
}

LogFileKind kind_of_file(Bytes first, std::uint64_t size) {
  if (size == 0 || first.empty()) return LogFileKind::empty;
  if (begins_with_block(first)) return LogFileKind::data_block;
  if (begins_as_recording(first)) return LogFileKind::recording;
  if (is_event_trace(first)) {
    if (has_pdh_event(first)) return LogFileKind::blg;
    return is_cut_off(first, size) ? LogFileKind::cut_trace : LogFileKind::event_trace;
  }
  const LogFileKind by_beginning = kind_of_beginning(first);
  if (by_beginning == LogFileKind::csv || by_beginning == LogFileKind::tsv) return by_beginning;
  if (const auto text = beginning_of_text(first)) return kind_of_text(*text);
  if (has_pdh_event(first)) return LogFileKind::damaged_blg;
  if (has_record(first)) return LogFileKind::damaged_recording;
  return holds_blocks(first) ? LogFileKind::perfmon : LogFileKind::unknown;
}

}  // namespace

DetectedLog detect_log_format(Bytes first, std::uint64_t size) {
  if (is_workbook(first)) return kWorkbook;
  if (const DetectedLog* file = file_with_signature(first)) return *file;
  return *std::ranges::find(kKinds, kind_of_file(first, size), &DetectedLog::kind);
}

}  // namespace openperflib
