// Registry: the values of keys, and what collects those of HKEY_PERFORMANCE_DATA.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "openperflib/abi/winreg_types.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/registry/registry_keys.h"
#include "openperflib/registry/registry_value.h"
#include "openperflib/registry/stored_keys.h"
#include "openperflib/registry/title_values.h"

namespace openperflib {

// Makes the providers of modules, of which so many hosts may run at once.
using ModuleFactory = std::function<std::vector<std::unique_ptr<Provider>>(unsigned most_hosts)>;

// Resource. One thread at a time. Errors are Win32 codes.
class Registry {
 public:
  // `options` say what blocks are collected from; collection_status should be off. `titles`, whose
  // texts must live as long as this, are the same on every machine; other providers add to them.
  // `folders`: of the title stores, whose services are keys; empty: there are none. `modules`
  // replaces the providers of `options`, and shares their descriptors.
  Registry(const TitleTable& titles, LocalSourceOptions options, StoreFolders folders = {},
           ModuleFactory modules = {});

  // Handles and paths of keys.
  [[nodiscard]] RegistryKeys& keys() noexcept { return keys_; }
  // Performance keys and HKEY_LOCAL_MACHINE stay open; closing HKEY_PERFORMANCE_DATA releases what
  // queries held, unless somebody else holds it. ERROR_INVALID_HANDLE if the handle is not open.
  [[nodiscard]] LSTATUS close(HKEY handle);

  // The block for a value name of HKEY_PERFORMANCE_DATA. Valid until the next call.
  [[nodiscard]] std::expected<Bytes, LSTATUS> block(std::string_view value_name);
  // The same for a caller with room for so many bytes. A block that is larger is kept for the
  // thread: its next calls for that value name get the same block, until one has the room or a
  // second has passed since the last call. So a caller that enlarges its buffer step by step costs
  // one collection.
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] std::expected<Bytes, LSTATUS> block_for(std::string_view value_name,
                                                        std::size_t room, Clock::time_point now);
  // A table of titles of a performance key. ERROR_FILE_NOT_FOUND if the name does not ask for a
  // table, or asks for one in a language that does not exist here.
  [[nodiscard]] std::expected<StoredValue, LSTATUS> titles(KeyKind key, const ValueName& name,
                                                           Encoding encoding);
  // A value of an ordinary key. ERROR_FILE_NOT_FOUND if there is no value with that name.
  [[nodiscard]] std::expected<StoredValue, LSTATUS> value(const RegistryKey& key,
                                                          std::string_view name, Encoding encoding);
  // The value at a position. ERROR_NO_MORE_ITEMS if there are fewer values.
  [[nodiscard]] std::expected<NamedValue, LSTATUS> value_at(const RegistryKey& key,
                                                            std::uint32_t position,
                                                            Encoding encoding);
  // Writes a value of an ordinary key. If the number changes, the next query starts afresh.
  // ERROR_ACCESS_DENIED if this value cannot be written; ERROR_INVALID_PARAMETER if the new value
  // is not valid.
  [[nodiscard]] LSTATUS set(const RegistryKey& key, std::string_view name, const StoredValue& value,
                            Encoding encoding);
  // The same for a key below an ordinary one, which is created where it is missing; nothing is left
  // of it if the value is refused.
  [[nodiscard]] LSTATUS set_below(const RegistryKey& from, std::string_view path,
                                  std::string_view name, const StoredValue& value,
                                  Encoding encoding);
  // Removes a value of an ordinary key. ERROR_ACCESS_DENIED if it cannot be.
  [[nodiscard]] LSTATUS remove_value(const RegistryKey& key, std::string_view name);
  // What blocks are collected from, opened if it is not. Valid until the next call.
  [[nodiscard]] std::expected<LocalSource*, LSTATUS> machine();
  // The same if it is open; null: it is not.
  [[nodiscard]] LocalSource* open_machine() const noexcept { return source_.get(); }
  // Queries of counter sets hold it; when the last lets go, it is released, unless blocks have been
  // read since HKEY_PERFORMANCE_DATA was closed.
  void hold() noexcept { ++holders_; }
  void let_go() noexcept;
  // Closes files and frees memory, including what collectors remember, and ends the hosts of
  // modules. The next query starts afresh.
  void release() noexcept;
  // The same in a forked child, which leaves the hosts to its parent.
  void release_in_child() noexcept;

 private:
  // Opens source_, unless it is open, with the settings and registrations of now.
  [[nodiscard]] std::expected<void, LSTATUS> open_source();
  // Releases everything if no query holds it and no block was read since the key was closed.
  void release_unless_used() noexcept;
  // Divides the descriptors by the number of services with titles. Does nothing without modules_.
  void share_descriptors_with_modules();
  // Takes the stored formats of names into options_; other numbers are ignored.
  void read_formats();
  // Whether kept_ is for this value name and the calling thread, and at most a second old.
  [[nodiscard]] bool is_kept(std::string_view value_name, Clock::time_point now) const;
  // The registered titles in the language that is asked for; null: English, or none are.
  [[nodiscard]] const RegisteredLanguage* language_for(KeyKind key, const ValueName& name);
  [[nodiscard]] std::expected<StoredValue, LSTATUS> titles_of_language(const RegistryKey& key,
                                                                       std::string_view name,
                                                                       Encoding encoding);
  // The titles of this machine as of now, which titles_ then has.
  const TitleTable& follow_titles();
  // Returns the number as of now; for a setting, that of options_.
  [[nodiscard]] std::uint32_t number_of(const FixedValue& value);
  // A fixed value, kept in number_ or bytes_.
  [[nodiscard]] StoredValue fixed(const FixedValue& value, Encoding encoding);
  // A stored value in the encoding of the function; kept in bytes_.
  [[nodiscard]] StoredValue stored(const RegisteredValue& value, Encoding encoding);
  [[nodiscard]] LSTATUS set_format(const FixedValue& value, const StoredValue& given);
  LocalSourceOptions options_;
  ModuleFactory modules_;
  std::unique_ptr<LocalSource> source_;  // the first query opens it
  std::size_t holders_ = 0;
  bool is_key_used_ = false;  // blocks have been read
  Snapshot snapshot_;
  // A block that no call had room for.
  struct KeptBlock {
    std::string value_name;
    std::thread::id thread;
    Clock::time_point last_call;
    std::vector<std::byte> bytes;
  };
  std::optional<KeptBlock> kept_;
  std::vector<std::byte> given_;  // block_for() returns a view of it
  TitleTable fixed_;
  TitleValues titles_;
  StoredKeys stored_;
  RegistryKeys keys_;
  std::shared_ptr<const Registration> registration_;  // language_for() returns a part of it
  std::uint32_t number_ = 0;                          // fixed() returns a view of it
  std::vector<RegisteredValue> listed_;               // value_at() returns views of one
  std::string bytes_;                                 // stored() returns a view of it
};

}  // namespace openperflib
