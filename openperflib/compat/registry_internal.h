// Registry: which keys are open, and what their values are.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "openperflib/compat/registry_tree_internal.h"
#include "openperflib/compat/title_texts_internal.h"
#include "openperflib/compat/winreg.h"
#include "openperflib/session/local_source.h"

namespace openperflib::compat {

// A value. The bytes are valid until the next call.
struct StoredValue {
  std::uint32_t type;  // REG_...
  Bytes bytes;
};

// A value with the name it has.
struct NamedValue {
  std::string_view name;
  StoredValue value;
};

// Resource. One thread at a time. Errors are Win32 codes.
class Registry {
 public:
  // What blocks are collected from; its collection_status should be off.
  explicit Registry(LocalSourceOptions options) : options_(std::move(options)) {}

  // The key that a handle stands for, told by its low 32 bits; null: it is not open.
  [[nodiscard]] const RegistryKey* find(HKEY handle) const;
  // Opens a key: a performance key is its own handle. `path` as in find_key.
  [[nodiscard]] std::expected<HKEY, LSTATUS> open(const RegistryKey& from, std::string_view path);
  // Performance keys and HKEY_LOCAL_MACHINE stay open; HKEY_PERFORMANCE_DATA gives back what
  // queries held. ERROR_INVALID_HANDLE: it is not open.
  [[nodiscard]] LSTATUS close(HKEY handle);

  // The block that a value name of HKEY_PERFORMANCE_DATA asks for. Valid until the next call.
  [[nodiscard]] std::expected<Bytes, LSTATUS> block(std::string_view value_name);
  // A table of titles, as a performance key has it. ERROR_FILE_NOT_FOUND: the name asks for none,
  // or for one in a language that is not here.
  [[nodiscard]] std::expected<StoredValue, LSTATUS> titles(KeyKind key, const ValueName& name,
                                                           Encoding encoding);
  // A value of an ordinary key. ERROR_FILE_NOT_FOUND: there is none of that name.
  [[nodiscard]] std::expected<StoredValue, LSTATUS> value(const RegistryKey& key,
                                                          std::string_view name);
  // The value at a position. ERROR_NO_MORE_ITEMS: there are not so many.
  [[nodiscard]] std::expected<NamedValue, LSTATUS> value_at(const RegistryKey& key,
                                                            std::uint32_t position,
                                                            Encoding encoding);
  // Writes a value of an ordinary key. Where it is another number than before, the next query
  // begins anew. ERROR_ACCESS_DENIED: it is none that can be written; ERROR_INVALID_PARAMETER: it
  // is none that has a meaning.
  [[nodiscard]] LSTATUS set(const RegistryKey& key, std::string_view name,
                            const StoredValue& value);
  // How this machine is called.
  [[nodiscard]] static std::string machine_name();
  // Gives back files, memory and what collectors remember; the next query begins anew.
  void release() noexcept;

 private:
  [[nodiscard]] StoredValue number(const NumberValue& value);
  LocalSourceOptions options_;
  std::unique_ptr<LocalSource> source_;  // opened by the first query
  Snapshot snapshot_;
  TitleTexts titles_;
  std::uint32_t number_ = 0;                          // what number() shows
  std::map<std::uint32_t, const RegistryKey*> open_;  // by handle
  std::uint32_t next_handle_ = 0x100;
};

}  // namespace openperflib::compat
