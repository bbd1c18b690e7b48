// HostEnvironment: what this process and its user say about the machine. No other code reads
// environment variables, entries of users, or the place of a library for itself; so tools and
// programs in C see the same, also in a service, with an empty environment, and with rights that
// their caller lacks.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace openperflib {

struct ModulePlaces;    // provider/v1/module_places.h
struct ReadingFolders;  // provider/v2/runtime_folders.h
struct SourceFault;     // base/source_fault.h
struct StoreFolders;    // state/store_folders.h

// Each function reads the environment when it is called.
class HostEnvironment {
 public:
  // Returns an environment variable; nullopt: it is not set, or this program has gained rights, so
  // that its caller could choose what it loads.
  [[nodiscard]] static std::optional<std::string> trusted_variable(const std::string& name);

  // Returns the name of a user, or the number of one without an entry.
  [[nodiscard]] static std::string name_of(uid_t user);
  // Returns the name of this process's user.
  [[nodiscard]] static std::string user();
  // Returns HOME if it is an absolute path, otherwise the folder of the user's entry. Empty:
  // neither is known, or this program has gained rights.
  [[nodiscard]] static std::string home();
  // Returns XDG_CONFIG_HOME if it is an absolute path, otherwise ~/.config. Empty: it is not known.
  [[nodiscard]] static std::string config_home();

  // Returns the folder in which tools keep their state (own_state_folder()). Empty: it is not
  // known.
  [[nodiscard]] static std::string state_folder();
  // Returns the title stores; in the host of a module those of its consumer.
  [[nodiscard]] static StoreFolders stores();
  // Returns whether this process is the host of a module, which has no modules itself.
  [[nodiscard]] static bool is_module_host();
  // Returns where the program that runs modules and their libraries are installed, and what hosts
  // inherit.
  [[nodiscard]] static ModulePlaces module_places();

  // Returns the folders in which this process finds the counter sets of other processes.
  [[nodiscard]] static ReadingFolders counter_set_folders();
  // Returns the folders in which this process may offer its counter sets; it uses the first that it
  // can write to.
  [[nodiscard]] static std::vector<std::string> publishing_folders();
  // Returns the fault of a publisher that could use none of them, with what to do.
  [[nodiscard]] static SourceFault publishing_fault(SourceFault fault);
};

}  // namespace openperflib
