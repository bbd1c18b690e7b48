// SourceNames: the names that this machine and logs have: machines, objects, counters, instances,
// paths, titles. It is what programs that let people choose counters ask.
//
// Resource, one per process: what was read of this machine is kept until a refresh, what was read
// of logs until they change. Any number of threads may call all functions.
// Names of machines are taken with and without \\; "" is this computer, or, of a log that does not
// have it, the log's first machine.
// Errors, of all functions: PDH_CSTATUS_NO_MACHINE; PDH_CANNOT_CONNECT_MACHINE if this machine
// cannot be read; those of LogContents.
// Source: docs/pdh.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/log_contents.h"
#include "openperflib/pdh/name_list.h"
#include "openperflib/pdh/object_items.h"
#include "openperflib/pdh/pdh_machine.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/query/path_expansion.h"

namespace openperflib {

// Which objects and counters are listed. Value.
struct NameDetail {
  std::uint32_t level = Names::kFullDetail;  // this one and those below it
  bool costly = false;                       // objects that only a query for "Costly" has, too
};

// Resource: the names of all sources. See above.
class SourceNames {
 public:
  // Whether a source is read again, or what is known of it is enough.
  enum class Refresh : std::uint8_t { no, yes };

  // `machine`: this computer.
  explicit SourceNames(PdhMachine machine);
  ~SourceNames();
  SourceNames(const SourceNames&) = delete;
  SourceNames& operator=(const SourceNames&) = delete;

  // Notes a name of this computer for machines().
  PdhStatus connect(std::string_view machine);
  // Their names with \\: this computer and what was connected to; those of a log in its order.
  [[nodiscard]] std::expected<NameList, PdhStatus> machines(const DataSource& source);

  // The machine that a name means, as its paths have it, without \\.
  [[nodiscard]] std::expected<std::string, PdhStatus> machine_of(const DataSource& source,
                                                                 std::string_view asked);

  // Each name once, in the order of the source. Refresh::yes forgets what is known of the source,
  // also its items.
  [[nodiscard]] std::expected<NameList, PdhStatus> objects(const DataSource& source,
                                                           std::string_view machine,
                                                           const NameDetail& detail,
                                                           Refresh refresh);
  // The counters up to a level of detail and the instances of an object; a costly one needs no
  // permission. Error: PDH_CSTATUS_NO_OBJECT.
  [[nodiscard]] std::expected<ObjectItems, PdhStatus> items(const DataSource& source,
                                                            std::string_view machine,
                                                            std::string_view object,
                                                            std::uint32_t detail_level);

  // What a choice begins with. Errors: PDH_CSTATUS_NO_OBJECT, PDH_CSTATUS_NO_COUNTER.
  [[nodiscard]] std::expected<std::string, PdhStatus> default_object(const DataSource& source,
                                                                     std::string_view machine);
  // Returns the default counter of the object, as its block or every machine has it.
  [[nodiscard]] std::expected<std::string, PdhStatus> default_counter(const DataSource& source,
                                                                      std::string_view machine,
                                                                      std::string_view object);

  // The paths that one with wildcards means now, each with its machine; objects that are costly are
  // meant by their names alone. Errors: PDH_INVALID_PATH for what is not a path, and for an
  // instance of an object that has none; PDH_CSTATUS_NO_OBJECT, NO_COUNTER, NO_INSTANCE.
  [[nodiscard]] std::expected<NameList, PdhStatus> expand(const DataSource& source,
                                                          std::string_view path,
                                                          const PathExpansion& expansion);
  // Whether the source has the counter of a path now. Errors: PDH_CSTATUS_BAD_COUNTERNAME for what
  // is not a path; PDH_CSTATUS_NO_OBJECT, NO_COUNTER, NO_INSTANCE.
  [[nodiscard]] PdhStatus validate(const DataSource& source, std::string_view path);

  // The name of a title index, and the lowest index of a name. Error: PDH_STRING_NOT_FOUND.
  [[nodiscard]] std::expected<std::string, PdhStatus> name_of(std::string_view machine,
                                                              std::uint32_t index);
  [[nodiscard]] std::expected<std::uint32_t, PdhStatus> index_of(std::string_view machine,
                                                                 std::string_view name);

  // What whole logs have.
  [[nodiscard]] LogContents& logs() noexcept;

  // Around fork(): the child must not inherit it while a thread changes it.
  void lock();
  void unlock();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
