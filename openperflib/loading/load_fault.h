// LoadFault: why the titles of a service could not be loaded, saved or changed.
//
// Value. windows_code() has the code that lodctr prints and loadperf.h returns.
// Source: docs/lodctr.md, section Codes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/state/title_store.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

// A remark and the file that it is about, as the caller named it.
struct FileRemark {
  std::string file;
  TitleRemark remark;
  bool operator==(const FileRemark&) const = default;
};
using FileRemarks = std::vector<FileRemark>;
// "disque.ini:7: error: the symbol QRATE is not defined in the symbol header"; a note says
// "warning" instead of "error".
[[nodiscard]] std::string describe(const FileRemark& remark);

// What went wrong; after the colon, the member of LoadFault that has the details.
enum class LoadErrc : std::uint8_t {
  nothing_named,     // the file or the service has no name
  file,              // it cannot be read or written: source
  mistakes,          // in a file: remarks
  store,             // the title store refused: store
  unknown_language,  // it is not a language
  no_library,        // the service names no library that could be trusted
  other_content,     // a provider is registered, but not with this content: store
  ambiguous,         // several providers have the name
  no_digest,         // the system's library for digests is not installed
};

// Value: a code, and its details in the member that LoadErrc names for it.
struct LoadFault {
  LoadErrc code = LoadErrc::store;
  SourceFault source = {};
  StoreFault store = {};
  std::string service = {};  // the one in question, if it is known
  FileRemarks remarks = {};  // mistakes and notes in the files, by line; also of other codes
  bool operator==(const LoadFault&) const = default;
};
// For people, without the remarks: "disque.h: no such file".
[[nodiscard]] std::string describe(const LoadFault& fault);

// The Win32 codes of faults.
[[nodiscard]] std::uint32_t windows_code(const LoadFault& fault) noexcept;
[[nodiscard]] std::uint32_t windows_code(const StoreFault& fault) noexcept;
[[nodiscard]] std::uint32_t windows_code(const SourceFault& fault) noexcept;

}  // namespace openperflib
