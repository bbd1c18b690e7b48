// Any bytes as a file of lodctr /C: what is read, written as a table and read again is the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "openperflib/titles/name_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using openperflib::NameFile;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto file = NameFile::read(openperflib::as_bytes(bytes));
  if (!file.has_value()) {
    if (openperflib::describe(file.error()).empty()) std::abort();
    return 0;
  }
  std::string table = "\xEF\xBB\xBF";
  for (const NameFile::Entry& entry : file->entries) {
    table += std::to_string(entry.index) + '\0' + entry.text + '\0';
  }
  const auto again = NameFile::read(openperflib::as_bytes(table));
  if (!again.has_value() || *again != *file) std::abort();
  return 0;
}
