// make_service FOLDER system|user NAME [VALUE=TEXT...]: registers a service in the title store of a
// folder, with values of its key Performance (REG_SZ; REG_DWORD for a number), as an installer
// does.
// make_service FOLDER system|user NAME ?VALUE: prints such a value. Exit code 1: there is none; 3:
// the store cannot be read.
#include <charconv>
#include <cstdio>
#include <string_view>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/base/bytes.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

RegisteredValue value_of(std::string_view word) {
  const std::size_t equals = word.find('=');
  RegisteredValue value{.name = std::string(word.substr(0, equals)), .type = REG_SZ, .data = {}};
  const std::string text(word.substr(equals + 1));
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) {
    value.type = REG_DWORD;
    value.data.resize(sizeof(number));
    store<std::uint32_t>(value.data, 0, number);
    return value;
  }
  const std::u16string units = utf16_from_utf8(text);
  const auto bytes = std::as_bytes(std::span(units.c_str(), units.size() + 1));
  value.data.assign(bytes.begin(), bytes.end());
  return value;
}

std::expected<void, StoreFault> create(StoreEdit& edit, std::span<char* const> words) {
  const std::string_view name = words.front();
  OPENPERFLIB_TRY(edit.create_key(name, ServiceKey::performance));
  for (const char* const word : words.subspan(1)) {
    OPENPERFLIB_TRY(edit.set_value(name, ServiceKey::performance, value_of(word)));
  }
  return {};
}

// The exit code.
int print_value(TitleStore& store, const char* service, const char* value) {
  const auto registration = store.read();
  if (!store.faults().empty()) return 3;
  const RegisteredService* const found = registration->find(service);
  if (found == nullptr) return 1;
  const auto text = found->text(ServiceKey::performance, value);
  if (text.has_value()) std::puts(text->c_str());
  return text.has_value() ? 0 : 1;
}

}  // namespace
}  // namespace openperflib

int main(int argc, char** argv) {
  using namespace openperflib;
  if (argc < 4) return 2;
  const bool is_user = argv[2] == std::string_view("user");
  const StoreFolders folders{.system = is_user ? "" : argv[1], .user = is_user ? argv[1] : ""};
  TitleStore store(fixed_titles(), folders);
  const std::span<char* const> words(argv + 3, static_cast<std::size_t>(argc - 3));
  if (argc == 5 && argv[4][0] == '?') return print_value(store, argv[3], argv[4] + 1);
  const auto created = store.change(is_user ? StoreScope::user : StoreScope::system,
                                    [&](StoreEdit& edit) { return create(edit, words); });
  if (created.has_value()) return 0;
  std::fprintf(stderr, "make_service: %s\n", describe(created.error()).c_str());
  return 1;
}
