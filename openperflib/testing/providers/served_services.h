// ServedServices: services of a store of the test, whose modules run in real hosts. Not part of the
// library.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/provider/v1/v1_modules.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {

// Resource. Services are installed before providers(), which must end before this.
class ServedServices {
 public:
  // `host`: openperflib-v1-host; `libraries`: the folder that the test modules were built in.
  ServedServices(std::string host, std::string libraries)
      : host_(std::move(host)), libraries_(std::move(libraries)) {
    store.folder.make_folder("modules");
    make_readable("");
    make_readable("/modules");
  }

  // A copy of a test module, which may have another name: whichever user runs the tests may not
  // trust the folder of the build.
  void add_library(const std::string& module, const std::string& name) {
    std::filesystem::copy_file(libraries_ + "/" + module, store.folder.path() + "/modules/" + name,
                               std::filesystem::copy_options::skip_existing);
    make_readable("/modules/" + name);
  }
  // A file that is not a module.
  void write_library(const std::string& name, std::string_view bytes) {
    store.folder.write("modules/" + name, bytes);
    make_readable("/modules/" + name);
  }
  // Writes a value of Services\NAME\Performance; the service is installed already.
  void set(const std::string& service, const RegisteredValue& value) {
    store.change(
        [&](StoreEdit& edit) { return edit.set_value(service, ServiceKey::performance, value); });
  }

  // For LocalSourceOptions. Their clock is `later` than that of the machine.
  [[nodiscard]] std::vector<std::unique_ptr<Provider>> providers() {
    std::vector<std::unique_ptr<Provider>> made;
    made.push_back(std::make_unique<V1Modules>(
        fixed_titles(), V1Options{.folders = store.store.folders(),
                                  .places = {.host_program = host_,
                                             .modules_folder = store.folder.path() + "/modules"},
                                  .start = {},
                                  .now = [this] { return HostClock::now() + later; }}));
    return made;
  }

  ExampleStore store;
  std::chrono::seconds later{0};

 private:
  // Sets the permissions 0755. `path` is below the folder of the store; empty: that folder.
  void make_readable(const std::string& path) {
    std::filesystem::permissions(store.folder.path() + path, std::filesystem::perms(0755));
  }
  std::string host_;
  std::string libraries_;
};

}  // namespace openperflib
