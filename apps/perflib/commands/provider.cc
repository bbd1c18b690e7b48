// perflib provider: who publishes counters: services with modules, which are listed, made, tested,
// installed and set, and counter sets, which are listed and published.
#include <dirent.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <ratio>
#include <string>
#include <vector>

#include "apps/collection/environment.h"
#include "apps/collection/machine_providers.h"
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/provider/module_lint.h"
#include "apps/perflib/provider/module_template.h"
#include "apps/perflib/provider/offered_sets.h"
#include "apps/perflib/provider/published_run.h"
#include "apps/perflib/provider/registered_services.h"
#include "apps/perflib/provider/registered_sets.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/program/atomic_file.h"
#include "apps/program/module_folders.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/loading/manifest_loading.h"
#include "openperflib/loading/service_loading.h"
#include "openperflib/loading/service_settings.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/text/printable.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/text/amount.h"

namespace openperflib::apps {
namespace provider_command {
namespace {

struct Options {
  std::vector<std::string> words;  // the verb and what it is about
  ServiceModule module;
  std::string ini;                  // of test
  std::vector<std::string> values;  // of test: VALUE=TEXT
  bool cxx = false;
  bool json = false;
  std::string listen = "127.0.0.1:8125";  // of statsd
  std::string expire = "10m";
  std::uint32_t instances = StatsdLimits{}.instances;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("VERB", options.words,
                  "list; show NAME; new DIR; test FILE.so; install DIR, FILE.ini or FILE.man; "
                  "remove NAME, {GUID} or FILE.man; set NAME VALUE=TEXT...; enable NAME; "
                  "disable NAME; publish SETS.json; statsd")
      .required();
  line.add_flag("--json", options.json, "list, show, test: print one JSON document");
  line.add_flag("--cxx", options.cxx, "new: write the module in C++");
  line.add_option("--library", options.module.library,
                  "install: the module (default: build/NAME.so "
                  "or NAME.so beside NAME.ini)")
      .value_name("FILE");
  line.add_option("--ini", options.ini, "test: the names of the module").value_name("FILE");
  line.add_option("--set", options.values, "test: a value of the service, as for the verb set")
      .value_name("VALUE=TEXT");
  line.add_option("--open", options.module.open,
                  "install, test: its procedure Open (default: Open and the name of the service)")
      .value_name("NAME");
  line.add_option("--collect", options.module.collect,
                  "install, test: its procedure Collect, likewise")
      .value_name("NAME");
  line.add_option("--close", options.module.close, "install, test: its procedure Close, likewise")
      .value_name("NAME");
  line.add_option("--listen", options.listen,
                  "statsd: where packets arrive (default: 127.0.0.1:8125; port 0: a free one)")
      .value_name("ADDRESS");
  add_duration_option(line, "--expire", options.expire,
                      "statsd: an instance ends so long after its last line (default: 10m)");
  line.add_option("--instances", options.instances,
                  "statsd: how many there may be at once (default: 10000)")
      .value_name("N");
}

std::unexpected<Failure> load_failed(std::string_view what, const LoadFault& fault) {
  for (const FileRemark& remark : fault.remarks) print_error_line(describe(remark));
  return failed(what, describe(fault));
}

// Stores that cannot be read are reported, and count as empty.
std::shared_ptr<const Registration> read_store(TitleStore& store) {
  auto registration = store.read();
  for (const StoreFault& fault : store.faults()) print_error_line("perflib: " + describe(fault));
  return registration;
}

// --- list, show ---

// What is shown in one document.
struct Shown {
  std::vector<ServiceFacts> services = {};
  std::vector<RegisteredSetFacts> registered = {};
  std::vector<RunningSetFacts> running = {};
};

void print_json(const Shown& shown) {
  JsonWriter out(JsonLayout::lines);
  out.begin_object();
  write_services(out, shown.services);
  write_registered_sets(out, shown.registered);
  write_running_sets(out, shown.running);
  out.end_object();
  print_out(out.take() + "\n");
}

void print_tables(const Shown& shown) {
  std::string text;
  for (const std::string& table :
       {service_table(shown.services), registered_set_table(shown.registered),
        running_set_table(shown.running)}) {
    if (!text.empty() && !table.empty()) text += "\n";
    text += table;
  }
  print_out(text);
}

Outcome list_providers(TitleStore& store, const Options& options) {
  const auto registration = read_store(store);
  const Shown shown{service_facts(*registration), registered_set_facts(*registration),
                    offered_sets(counter_set_folders())};
  if (options.json) {
    print_json(shown);
  } else if (shown.services.empty() && shown.registered.empty() && shown.running.empty()) {
    print_out(
        "No services are registered, and no counter sets run; `perflib provider new DIR` writes a "
        "module.\n");
  } else {
    print_tables(shown);
  }
  return store.faults().empty() ? Ending::success : Ending::failed;
}

std::unexpected<Failure> not_found(const std::string& name, std::string why,
                                   std::span<const std::string_view> known) {
  std::string_view before = "; did you mean ";
  for (const auto& one : nearest_names(name, known, 3)) {
    why += std::string(before) + std::string(one);
    before = ", ";
  }
  return does_not_exist(name, why);
}

std::vector<std::string_view> service_names(const Registration& registration) {
  std::vector<std::string_view> names;
  for (const RegisteredService& service : registration.services()) names.emplace_back(service.name);
  return names;
}

std::unexpected<Failure> no_such_service(const Registration& registration,
                                         const std::string& name) {
  return not_found(name, "no such service", service_names(registration));
}

// Counter sets of a name: as they are registered, and as they run in each process.
Outcome show_sets(const Shown& shown, const Options& options) {
  if (options.json) {
    print_json(shown);
    return Ending::success;
  }
  std::string text;
  const auto add = [&](const std::string& details) {
    if (!text.empty()) text += "\n";
    text += details;
  };
  for (const RegisteredSetFacts& set : shown.registered) add(registered_set_details(set));
  for (const RunningSetFacts& set : shown.running) add(running_set_details(set));
  print_out(text);
  return Ending::success;
}

Outcome show_provider(TitleStore& store, const std::string& name, const Options& options) {
  const auto registration = read_store(store);
  const RegisteredService* const service = registration->find(name);
  if (service == nullptr) {
    const auto all = offered_sets(counter_set_folders());
    const Shown shown{{}, registered_sets_called(*registration, name), sets_called(name, all)};
    if (!shown.registered.empty() || !shown.running.empty()) return show_sets(shown, options);
    std::vector<std::string_view> names = service_names(*registration);
    for (const RunningSetFacts& set : all) names.emplace_back(set.name);
    return not_found(name, "no such service or counter set", names);
  }
  const ServiceFacts facts = service_facts(*service, *registration);
  if (options.json) {
    print_json({.services = {facts}});
  } else {
    print_out(service_details(facts));
  }
  return Ending::success;
}

// --- new ---

std::string base_name(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path.substr(path.rfind('/') + 1);
}

// All files or, where one of them exists, none.
Outcome write_module(const std::string& folder, const Options& options) {
  const std::string name = base_name(folder);
  if (!is_module_name(name)) {
    return usage_error(name, "is not a name for sources: use letters, digits and _, at most 32");
  }
  if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
    return failed(SourceFault{.errno_value = errno, .file = folder, .error = std::nullopt});
  }
  const auto files = module_files(name, options.cxx ? ModuleLanguage::cxx : ModuleLanguage::c);
  for (const ModuleFile& file : files) {
    const std::string path = folder + "/" + file.name;
    if (::access(path.c_str(), F_OK) == 0)
      return failed(path, "exists already; nothing was written");
  }
  for (const ModuleFile& file : files) {
    const auto written =
        write_whole_file(folder + "/" + file.name, file.text, AtomicFile::Existing::kept);
    if (!written.has_value()) return failed(written.error());
  }
  print_out(fmt::format("{} has a module, an application, their names and a README.\n",
                        printable(folder)));
  return Ending::success;
}

// --- install, remove ---

bool is_folder(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

// The one .ini of a folder.
std::expected<std::string, Failure> ini_in(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> listed(::opendir(folder.c_str()), &::closedir);
  std::vector<std::string> found;
  while (listed != nullptr) {
    const dirent* const entry = ::readdir(listed.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (folded(name).ends_with(".ini")) found.push_back(folder + "/" + std::string(name));
  }
  if (found.size() == 1) return found.front();
  return failed(folder, found.empty() ? "has no .ini" : "has several .ini files; name one of them");
}

// Beside the .ini, under its name: where a build puts it.
std::expected<std::string, Failure> library_beside(const std::string& ini) {
  const std::string folder = ini.substr(0, ini.rfind('/') + 1);
  const std::string name = base_name(ini.substr(0, ini.rfind('.'))) + ".so";
  for (const std::string& path : {folder + "build/" + name, folder + name}) {
    if (::access(path.c_str(), R_OK) == 0) return path;
  }
  return failed(
      ini,
      fmt::format("neither build/{0} nor {0} is beside it; name the module with --library", name));
}

std::expected<std::string, Failure> absolute(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> whole(::realpath(path.c_str(), nullptr),
                                                          &std::free);
  if (whole != nullptr) return std::string(whole.get());
  return failed(SourceFault{.errno_value = errno, .file = path, .error = std::nullopt});
}

bool is_manifest(const std::string& path) { return folded(path).ends_with(".man"); }

Outcome register_manifest(TitleStore& store, const std::string& file) {
  const auto installed = install_manifest(store, file, "");
  if (!installed.has_value()) return load_failed(file, installed.error());
  for (const FileRemark& note : installed->notes) print_error_line(describe(note));
  const auto print = [](const std::vector<LoadedProvider>& providers, std::string_view what) {
    for (const LoadedProvider& provider : providers) {
      for (const std::string& set : provider.sets) {
        print_out(fmt::format("{} of {} is {}\n", printable(set), printable(provider.name), what));
      }
    }
  };
  print(installed->installed, "registered");
  print(installed->unchanged, "registered already");
  return Ending::success;
}

Outcome install(TitleStore& store, const std::string& place, const Options& options) {
  if (is_manifest(place) && !is_folder(place)) return register_manifest(store, place);
  const std::string ini = is_folder(place) ? OPENPERFLIB_TRY(ini_in(place)) : place;
  ServiceModule module = options.module;
  if (module.library.empty()) module.library = OPENPERFLIB_TRY(library_beside(ini));
  module.library = OPENPERFLIB_TRY(absolute(module.library));
  const auto installed = install_module(store, ini, module, modules_folder());
  if (!installed.has_value()) return load_failed(ini, installed.error());
  for (const FileRemark& note : installed->notes) print_error_line(describe(note));
  if (installed->not_trusted.has_value())
    print_error(installed->service, describe(*installed->not_trusted));
  print_out(fmt::format("{} is installed: titles {} to {}, {}\n", printable(installed->service),
                        installed->titles.first, installed->titles.last,
                        printable(module.library)));
  return Ending::success;
}

// A manifest, the GUID of a counter set or a provider, or the name of a provider.
std::expected<void, LoadFault> remove_sets(TitleStore& store, const std::string& name) {
  const auto guid = guid_of_word(name);
  if (is_manifest(name)) {
    OPENPERFLIB_TRY(remove_manifest(store, name));
  } else if (guid.has_value()) {
    OPENPERFLIB_TRY(remove_by_guid(store, *guid));
  } else {
    OPENPERFLIB_TRY(remove_provider(store, name));
  }
  return {};
}

Outcome remove(TitleStore& store, const std::string& name) {
  const auto registration = store.read();
  if (registration->find(name) == nullptr) {
    const auto removed = remove_sets(store, name);
    if (removed.has_value()) return Ending::success;
    const bool is_unknown = removed.error().store.code == StoreErrc::no_provider &&
                            removed.error().code == LoadErrc::store;
    return is_unknown ? no_such_service(*registration, name) : load_failed(name, removed.error());
  }
  const auto removed = remove_module(store, name);
  if (!removed.has_value()) return load_failed(name, removed.error());
  return Ending::success;
}

// --- set, enable, disable ---

struct Setting {
  const ServiceSetting* row;
  std::optional<RegisteredValue> value;  // nullopt: removed
};

std::expected<Setting, Failure> setting_of(const std::string& word) {
  const std::size_t at = word.find('=');
  if (at == std::string::npos) return usage_error(word, "write VALUE=TEXT");
  const std::string name = word.substr(0, at);
  const std::string text = word.substr(at + 1);
  const ServiceSetting* const row = find_service_setting(name);
  if (row == nullptr) {
    std::vector<std::string_view> names;
    for (const ServiceSetting& setting : service_settings()) names.push_back(setting.name);
    const auto nearest = nearest_names(name, names, 1);
    return usage_error(name, nearest.empty()
                                 ? "no such value"
                                 : fmt::format("no such value; did you mean {}?", nearest.front()));
  }
  if (text.empty()) return Setting{row, std::nullopt};
  auto value = setting_value(*row, text);
  if (!value.has_value()) return usage_error(name, value.error());
  return Setting{row, *std::move(value)};
}

Outcome set_values(TitleStore& store, std::span<const std::string> words) {
  const auto registration = store.read();
  if (registration->find(words.front()) == nullptr) {
    return no_such_service(*registration, words.front());
  }
  std::vector<Setting> settings;
  for (const std::string& word : words.subspan(1))
    settings.push_back(OPENPERFLIB_TRY(setting_of(word)));
  for (const Setting& setting : settings) {
    const auto set = set_service_value(store, words.front(), *setting.row, setting.value);
    if (!set.has_value()) return load_failed(words.front(), set.error());
  }
  return Ending::success;
}

// --- test ---

std::expected<std::vector<ScratchValue>, Failure> scratch_values(const Options& options) {
  std::vector<ScratchValue> values;
  for (const std::string& word : options.values) {
    Setting setting = OPENPERFLIB_TRY(setting_of(word));
    if (!setting.value.has_value()) return usage_error(word, "write VALUE=TEXT");
    values.push_back({setting.row->key, *std::move(setting.value)});
  }
  return values;
}

void print_report(const ModuleReport& report, bool as_json) {
  if (!as_json) return print_out(module_report_text(report));
  JsonWriter out(JsonLayout::lines);
  write_module_report(out, report);
  print_out(out.take() + "\n");
}

Outcome test_module(const Subcommand& self, const std::string& library, const Options& options) {
  if (options.ini.empty()) return usage_error("test", "name the .ini of the module with --ini");
  ServiceModule module = options.module;
  module.library = OPENPERFLIB_TRY(absolute(library));
  const auto values = OPENPERFLIB_TRY(scratch_values(options));
  const auto service =
      register_in_scratch(self.environment->titles, options.ini, module, values, module_places());
  if (!service.has_value()) return load_failed(options.ini, service.error());
  if (!service->settings.refusal.empty()) return failed(library, service->settings.refusal);
  const auto report = lint_module(*service);
  if (!report.has_value()) return failed(library, report.error());
  print_report(*report, options.json);
  return report->findings.empty() ? Ending::success : Ending::failed;
}

Outcome use(TitleStore& store, const std::string& name, ModuleUse how) {
  const auto registration = store.read();
  if (registration->find(name) == nullptr) return no_such_service(*registration, name);
  const auto set = set_module_use(store, name, how);
  if (!set.has_value()) return load_failed(name, set.error());
  return Ending::success;
}

// --- statsd ---

Outcome run_statsd(const Options& options) {
  using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
  const Ticks expire(duration_from(options.expire).value_or(0));  // it was checked when read
  if (options.instances == 0) return usage_error("--instances", "at least 1");
  return publish_statsd(
      options.listen, {.instances = options.instances,
                       .expire = std::chrono::duration_cast<StatsdSets::Clock::duration>(expire)});
}

// --- the verbs ---

// What follows the verb.
using Words = std::span<const std::string>;

struct Verb {
  std::string_view name;
  std::size_t least;  // words after it
  std::size_t most;
  std::string_view usage;
  Outcome (*run)(const Subcommand& self, TitleStore& store, Words words, const Options& options);
};

constexpr std::size_t kAnyNumber = 1000;

constexpr auto kVerbs = std::to_array<Verb>({
    {"list", 0, 0, "list",
     [](const Subcommand&, TitleStore& store, Words, const Options& options) {
       return list_providers(store, options);
     }},
    {"show", 1, 1, "show NAME",
     [](const Subcommand&, TitleStore& store, Words words, const Options& options) {
       return show_provider(store, words[0], options);
     }},
    {"new", 1, 1, "new DIR [--cxx]",
     [](const Subcommand&, TitleStore&, Words words, const Options& options) {
       return write_module(words[0], options);
     }},
    {"test", 1, 1, "test FILE.so --ini FILE",
     [](const Subcommand& self, TitleStore&, Words words, const Options& options) {
       return test_module(self, words[0], options);
     }},
    {"install", 1, 1, "install DIR, install FILE.ini --library FILE, or install FILE.man",
     [](const Subcommand&, TitleStore& store, Words words, const Options& options) {
       return install(store, words[0], options);
     }},
    {"remove", 1, 1, "remove NAME, {GUID} or FILE.man",
     [](const Subcommand&, TitleStore& store, Words words, const Options&) {
       return remove(store, words[0]);
     }},
    {"set", 2, kAnyNumber, "set NAME VALUE=TEXT...",
     [](const Subcommand&, TitleStore& store, Words words, const Options&) {
       return set_values(store, words);
     }},
    {"enable", 1, 1, "enable NAME",
     [](const Subcommand&, TitleStore& store, Words words, const Options&) {
       return use(store, words[0], ModuleUse::enabled);
     }},
    {"disable", 1, 1, "disable NAME",
     [](const Subcommand&, TitleStore& store, Words words, const Options&) {
       return use(store, words[0], ModuleUse::disabled);
     }},
    {"publish", 1, 1, "publish SETS.json",
     [](const Subcommand&, TitleStore&, Words words, const Options&) {
       return publish_lines(words[0]);
     }},
    {"statsd", 0, 0, "statsd [--listen ADDRESS] [--expire DURATION] [--instances N]",
     [](const Subcommand&, TitleStore&, Words, const Options& options) {
       return run_statsd(options);
     }},
});

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  const Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  const std::string& name = options.words.front();
  const auto* const verb = std::ranges::find(kVerbs, name, &Verb::name);
  if (verb == kVerbs.end())
    return usage_error(name, "no such verb; `perflib provider --help` lists them");
  const Words words = Words(options.words).subspan(1);
  if (words.size() < verb->least || words.size() > verb->most) {
    return usage_error(self.name, fmt::format("usage: perflib provider {}", verb->usage));
  }
  TitleStore store(self.environment->titles, store_folders_of_process());
  return verb->run(self, store, words, options);
}

}  // namespace
}  // namespace provider_command

const Subcommand kProvider = {
    .name = "provider",
    .summary = "List who publishes counters, publish, and create and install modules that do",
    .examples =
        "  perflib provider list                services and counter sets, and who has them\n"
        "  perflib provider new disque          a module to start from, in C\n"
        "  perflib provider test build/disque.so --ini disque.ini   whether it keeps its contract\n"
        "  perflib provider install disque      its names and its module\n"
        "  perflib provider install old.ini --library /opt/old.so --collect CollectPerf\n"
        "  perflib provider install disque.man   the counter sets of a manifest\n"
        "  perflib provider set disque 'Collect Timeout=2000' 'Sandbox Paths=/run/disque'\n"
        "  perflib provider remove disque\n"
        "  perflib provider publish sets.json   counters from a pipe\n"
        "  perflib provider statsd --listen 127.0.0.1:8125   counters from StatsD packets\n",
    .run = provider_command::run,
};

}  // namespace openperflib::apps
