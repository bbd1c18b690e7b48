#include "apps/ctrpp/ctrpp.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "apps/ctrpp/code_files.h"
#include "apps/ctrpp/completion.h"
#include "apps/ctrpp/help.h"
#include "apps/ctrpp/options.h"
#include "apps/ctrpp/resource_script.h"
#include "apps/drop_in/completion.h"
#include "apps/drop_in/messages.h"
#include "apps/program/atomic_file.h"
#include "apps/program/input_file.h"
#include "apps/program/prepare_process.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/loading/load_fault.h"
#include "openperflib/text/printable.h"
#include "openperflib/titles/manifest/migration.h"
#include "openperflib/titles/manifest/text_ids.h"

namespace openperflib::ctrpp {
namespace {

using apps::WholeFile;
using drop_in::failure;
using drop_in::print;

using Files = std::vector<WholeFile>;

constexpr std::string_view kTool = "ctrpp";

// Mistakes and notes, one a line.
Outcome print_remarks(const std::string& file, const TitleRemarks& remarks) {
  std::string lines;
  for (const TitleRemark& remark : remarks) {
    lines += printable(describe(FileRemark{file, remark})) + "\r\n";
  }
  return lines.empty() ? Outcome() : print(lines);
}

Outcome print_mistakes(const std::string& file, std::string_view kind,
                       const CodeMistakes& mistakes) {
  std::string lines;
  for (const CodeMistake& one : mistakes) {
    lines += fmt::format("{}:{}: {}: {}\r\n", printable(file), one.line, kind, one.text);
  }
  return lines.empty() ? Outcome() : print(lines);
}

std::unexpected<Failure> refused(const std::string& manifest) {
  return failure(fmt::format("{} has mistakes, and nothing is written", manifest));
}

// Its bytes; a name as Windows writes it is remarked on.
std::expected<std::vector<std::byte>, Failure> read_file(const std::string& path) {
  auto bytes = apps::read_input(path, kMostManifestBytes);
  if (bytes.has_value()) return *std::move(bytes);
  drop_in::remark_on_windows_path(kTool, path);
  return drop_in::cannot_read(bytes.error());
}

Outcome write(const Files& files) {
  const auto written = apps::write_whole_files(files);
  if (!written.has_value()) return drop_in::cannot_create(written.error());
  return {};
}

CodeMistakes all_mistakes(const Manifest& manifest, const CodeNames& names) {
  CodeMistakes mistakes = code_mistakes(manifest, names);
  for (CodeMistake& one : text_mistakes(manifest)) mistakes.push_back(std::move(one));
  std::ranges::stable_sort(mistakes, {}, &CodeMistake::line);
  return mistakes;
}

// A manifest without mistakes, whose texts all have ids.
std::expected<Manifest, Failure> read_checked(const std::string& path, const CodeNames& names) {
  const auto bytes = OPENPERFLIB_TRY(read_file(path));
  Manifest manifest = read_manifest(bytes);
  OPENPERFLIB_TRY(print_remarks(path, manifest.remarks));
  if (has_mistakes(manifest.remarks)) return refused(path);
  give_text_ids(manifest);
  const CodeMistakes mistakes = all_mistakes(manifest, names);
  OPENPERFLIB_TRY(print_mistakes(path, "error", mistakes));
  if (!mistakes.empty()) return refused(path);
  OPENPERFLIB_TRY(print_mistakes(path, "warning", text_warnings(manifest)));
  return manifest;
}

CodeStyle style_of(const Request& request) {
  const bool is_legacy = request.job == Job::legacy;
  return {.names = CodeNames(request.prefix),
          .has_callback = request.notification_callback || request.memory_routines,
          .memory_templates = is_legacy && request.memory_routines};
}

void add_symbols(Files& files, const Manifest& manifest, const Request& request,
                 const CodeNames& names) {
  if (request.symbols.empty()) return;
  files.push_back({request.symbols, symbol_header(manifest, names)});
}

Outcome generate(const Request& request) {
  const CodeStyle style = style_of(request);
  const Manifest manifest = OPENPERFLIB_TRY(read_checked(request.manifest, style.names));
  Files files{{request.code, code_header(manifest, style)},
              {request.script, resource_script(manifest)}};
  add_symbols(files, manifest, request, style.names);
  return write(files);
}

// "disque" of "/src/disque.man".
std::string stem_of(const std::string& path) {
  const std::string name = path.substr(path.find_last_of('/') + 1);
  const std::size_t dot = name.find_last_of('.');
  return dot == 0 ? name : name.substr(0, dot);
}

// In the current folder.
Outcome generate_legacy(const Request& request) {
  const CodeStyle style = style_of(request);
  const Manifest manifest = OPENPERFLIB_TRY(read_checked(request.manifest, style.names));
  const std::string stem = stem_of(request.manifest);
  Files files{{stem + ".h", legacy_header(manifest, style)},
              {stem + ".c", legacy_source(manifest, style, stem + ".h")},
              {stem + ".rc", resource_script(manifest)},
              {stem + "_r.h", legacy_resource_header(manifest, style.names)}};
  add_symbols(files, manifest, request, style.names);
  return write(files);
}

Outcome migrate(const Request& request) {
  const auto bytes = OPENPERFLIB_TRY(read_file(request.manifest));
  MigratedManifest migrated = migrate_manifest(bytes);
  OPENPERFLIB_TRY(print_remarks(request.manifest, migrated.remarks));
  if (migrated.text.empty()) return refused(request.manifest);
  return write({{request.migrated, std::move(migrated.text)}});
}

Outcome perform(const Request& request) {
  if (request.back_compat) drop_in::remark(kTool, "-BackCompat is for drivers and has no effect");
  switch (request.job) {
    case Job::generate:
      return generate(request);
    case Job::legacy:
      return generate_legacy(request);
    case Job::migrate:
      return migrate(request);
    case Job::version:
      return print(version_text());
    case Job::help:
      break;
  }
  return print(help_text());
}

Outcome run(std::span<char* const> arguments) {
  if (drop_in::is_completion(arguments)) return complete(arguments.subspan(1));
  return perform(OPENPERFLIB_TRY(read_options(arguments)));
}

}  // namespace

int run_ctrpp(std::span<char* const> arguments) {
  apps::prepare_process();
  const Outcome outcome = run(arguments);
  if (!outcome.has_value()) drop_in::say_error(outcome.error());
  return outcome.has_value() ? 0 : 1;
}

}  // namespace openperflib::ctrpp
