// A service that is registered in a folder of its own, for a test of its module: the stores of this
// machine are neither read nor changed.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "openperflib/loading/service_loading.h"
#include "openperflib/provider/v1/module_settings.h"

namespace openperflib::apps {

// Resource: a folder that only its owner may write, and all may read. It is removed with all that
// is in it.
class ScratchFolder {
 public:
  // Errors: the system's.
  [[nodiscard]] static std::expected<ScratchFolder, SourceFault> create();
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  ~ScratchFolder();
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  explicit ScratchFolder(std::string path) noexcept : path_(std::move(path)) {}
  std::string path_;  // empty: moved from
};

// A value of one of the keys of a service.
struct ScratchValue {
  ServiceKey key = ServiceKey::performance;
  RegisteredValue value = {};
};

struct ScratchService {
  ScratchFolder folder;
  std::shared_ptr<const Registration> registration;
  std::string name;
  TitleRange titles;
  ModulePlaces places;      // whose environment names the folder's stores
  ModuleSettings settings;  // how the module is run
  [[nodiscard]] const RegisteredService& service() const { return *registration->find(name); }
};

// Registers the titles of an .ini with its module and values. Titles have the indices of a user's
// store, from 200000 on, also where root runs this process. Errors: as install_module().
[[nodiscard]] std::expected<ScratchService, LoadFault> register_in_scratch(
    const TitleTable& fixed, const std::string& ini, const ServiceModule& module,
    std::span<const ScratchValue> values, ModulePlaces places);

}  // namespace openperflib::apps
