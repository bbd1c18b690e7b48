// Any bytes as a title store: they are refused, or what they register is valid.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "openperflib/state/store/store_content_internal.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_service(const RegisteredService& service) {
  check(!service.name.empty());
  const auto titles = service.titles();
  if (titles.has_value()) check(titles->first >= 1848 && titles->last <= 99'996);
  (void)service.objects();
  for (std::size_t key = 0; key < kServiceKeys; ++key) {
    if (!service.keys[key].has_value()) continue;
    for (const RegisteredValue& value : *service.keys[key]) {
      check(service.find(static_cast<ServiceKey>(key), value.name) == &value);
    }
  }
}

void read_store(const SqliteLibrary& sqlite, std::vector<unsigned char> bytes) {
  const auto database = StoreDatabase::view(sqlite, "store", bytes);
  if (!database.has_value()) return;
  const auto texts = std::make_shared<StringPool>();
  const auto content = read_content(*database, StoreScope::system, *texts);
  if (!content.has_value()) return;
  const auto registration = registration_of(fixed_titles(), std::span(&*content, 1), texts, 1);
  for (const RegisteredService& service : registration->services()) {
    check_service(service);
    check(registration->find(service.name) == &service);
  }
  for (const Title& title : registration->titles()->added()) check(!is_fixed_index(title.index));
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto sqlite = openperflib::SqliteLibrary::load();
  if (!sqlite.has_value()) std::abort();
  openperflib::read_store(*sqlite, std::vector<unsigned char>(data, data + size));
  return 0;
}
