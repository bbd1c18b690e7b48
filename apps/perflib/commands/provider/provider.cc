// perflib provider: who publishes counters: services with modules, which are listed, made, tested,
// installed and set, and counter sets, which are listed and published.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "apps/collection/environment.h"
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/commands/provider/verbs.h"
#include "apps/perflib/run/command_line.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/machine/host_environment.h"

namespace openperflib::apps {
namespace provider_command {
namespace {

void add_options(CommandLine& line, Options& options) {
  line.add_option("VERB [NAME|FILE]...", options.words,
                  "Publish counters, without installing anything:\n"
                  " publish SETS.json  from lines on standard input\n"
                  " statsd             from StatsD packets\n"
                  "Show what publishes counters:\n"
                  " list               services and counter sets\n"
                  " show NAME          one service or counter set\n"
                  "Register what a manifest describes:\n"
                  " install FILE.man   its counter sets\n"
                  " remove FILE.man    remove them ({GUID}: only one)\n"
                  "Performance modules: libraries with the procedures Open, Collect and Close. A "
                  "registered "
                  "module is a service, with a name and settings:\n"
                  " new DIR            write a module to start from\n"
                  " test FILE.so       check it; needs --ini FILE\n"
                  " install DIR        register it\n"
                  " install FILE.ini   the same; see --library\n"
                  " set NAME SETTING=VALUE...  change its settings\n"
                  " disable NAME       stop using the module\n"
                  " enable NAME        use it again\n"
                  " remove NAME        remove the service")
      .required();
  add_json_options(line, options.json, "list, show and test: print one JSON document");
  line.add_flag("--cxx", options.cxx, "new: write the module in C++");
  line.add_option("--library", options.module.library,
                  "install: the module (default: build/NAME.so or NAME.so beside NAME.ini)")
      .value_name("FILE");
  line.add_option("--ini", options.ini, "test: the .ini with the names of the module's counters")
      .value_name("FILE");
  line.add_option("--set", options.values,
                  "test: a setting of the service, as with the verb set; may be repeated")
      .value_name("SETTING=VALUE");
  line.add_option(
          "--open", options.module.open,
          "install, test: the module's Open procedure (default: Open followed by the service "
          "name, such as OpenDisque)")
      .value_name("NAME");
  line.add_option("--collect", options.module.collect,
                  "install, test: the module's Collect procedure (default: Collect followed by the "
                  "service name)")
      .value_name("NAME");
  line.add_option("--close", options.module.close,
                  "install, test: the module's Close procedure (default: Close followed by the "
                  "service name)")
      .value_name("NAME");
  line.add_option(
          "--listen", options.listen,
          "statsd: address to receive packets on (default: 127.0.0.1:8125; port 0: a free port, "
          "which is printed)")
      .value_name("ADDRESS");
  add_duration_option(line, "--expire", options.expire,
                      "statsd: remove an instance after this time without data (default: 10m)");
  line.add_option("--instances", options.instances,
                  "statsd: maximum number of instances (default: 10000)")
      .value_name("N");
}

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
    {"set", 2, kAnyNumber, "set NAME SETTING=VALUE...",
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
  TitleStore store(self.environment->titles, HostEnvironment::stores());
  return verb->run(self, store, words, options);
}

}  // namespace
}  // namespace provider_command

const Subcommand kProvider = {
    .name = "provider",
    .summary = "Publish counters; install and test performance modules",
    .examples =
        "  perflib provider list                services, counter sets, publishers\n"
        "  perflib provider new disque          create a module to start from, in C\n"
        "  perflib provider test build/disque.so --ini disque.ini   check the module\n"
        "  perflib provider install disque      register its names and its module\n"
        "  perflib provider install old.ini --library /opt/old.so --collect CollectPerf\n"
        "  perflib provider install disque.man   register the counter sets of a manifest\n"
        "  perflib provider set disque 'Collect Timeout=2000' 'Sandbox Paths=/run/disque'\n"
        "  perflib provider remove disque\n"
        "  perflib provider publish sets.json < changes   publish counters from a pipe\n"
        "  perflib provider statsd --listen 127.0.0.1:8125   the same from StatsD packets\n",
    .run = provider_command::run,
};

}  // namespace openperflib::apps
