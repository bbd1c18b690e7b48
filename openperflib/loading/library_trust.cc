#include "openperflib/loading/library_trust.h"

#include <utility>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/loading/file_bytes_internal.h"
#include "openperflib/loading/service_loading.h"
#include "openperflib/os/bytes/sha256.h"
#include "openperflib/state/store/module_library.h"
#include "openperflib/state/store_edit.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostLibraryBytes = std::size_t{1} << 30U;

}  // namespace

std::expected<std::string, LoadFault> trust_library(TitleStore& store, std::string_view service,
                                                    std::string_view modules) {
  if (service.empty()) return std::unexpected(LoadFault{.code = LoadErrc::nothing_named});
  const auto registration = store.read();
  const RegisteredService* const found =
      OPENPERFLIB_TRY(own_service(store, *registration, service));
  const auto path = library_path(*found, modules);
  if (!path.has_value()) return std::unexpected(LoadFault{.code = LoadErrc::no_library});
  const auto digest = sha256(OPENPERFLIB_TRY(read_file(*path, kMostLibraryBytes)));
  if (!digest.has_value()) return std::unexpected(LoadFault{.code = LoadErrc::no_digest});
  const RegisteredValue value{.name = "Library Validation Code",
                              .type = REG_BINARY,
                              .data = {digest->begin(), digest->end()}};
  const auto changed = store.change(store.own_scope(), [&](StoreEdit& edit) {
    return edit.set_value(found->name, ServiceKey::performance, value);
  });
  if (!changed.has_value()) {
    return std::unexpected(LoadFault{.code = LoadErrc::store, .store = changed.error()});
  }
  return *path;
}

}  // namespace openperflib
