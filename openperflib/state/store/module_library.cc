#include "openperflib/state/store/module_library.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "openperflib/base/source_fault.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::string_view kWindowsSuffix = ".dll";

// Why others than root and this user could change what is there; empty: they cannot.
std::string writer_fault(const struct stat& facts, std::string_view what) {
  if (facts.st_uid != 0 && facts.st_uid != ::geteuid()) {
    return std::string(what) + " belongs to another user";
  }
  if ((facts.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return "others may write " + std::string(what) + " (chmod go-w)";
  }
  return {};
}

}  // namespace

std::optional<std::string> library_path(const RegisteredService& service,
                                        std::string_view modules) {
  std::string library = service.text(ServiceKey::performance, "Library").value_or("");
  if (library.starts_with('/')) return library;
  if (library.empty() || library.find_first_of("/\\%") != std::string::npos) return std::nullopt;
  if (folded(library).ends_with(kWindowsSuffix)) {
    library.replace(library.size() - kWindowsSuffix.size(), kWindowsSuffix.size(), ".so");
  }
  return std::string(modules) + "/" + library;
}

std::string library_fault(const std::string& path) {
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) {
    return reason_of(SourceFault{.errno_value = errno, .file = path, .error = std::nullopt});
  }
  if (!S_ISREG(facts.st_mode)) return "is not a file";
  if (std::string fault = writer_fault(facts, "the file"); !fault.empty()) return fault;
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  if (::stat(folder.c_str(), &facts) != 0) return "its folder cannot be examined";
  return writer_fault(facts, "its folder");
}

}  // namespace openperflib
