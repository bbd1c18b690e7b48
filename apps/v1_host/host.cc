#include "apps/v1_host/host.h"

#include <cstdio>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "apps/v1_host/module.h"
#include "apps/v1_host/system_calls.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/process/confinement.h"

namespace openperflib {
namespace {

// Where the libraries of this installation are, seen from the program.
constexpr const char* kLibraries = OPENPERFLIB_LIBRARIES_FROM_HOST;

void add_readable(ConfinementOptions& options, const std::string& library) {
  options.readable.push_back(std::filesystem::path(library).parent_path());
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) options.readable.push_back(program.parent_path() / kLibraries);
}

std::string confinement_text(UserRules users, FileRules files) {
  std::string text = "privileges, limits";
  if (users == UserRules::own) text += ", threads";
  if (files != FileRules::unavailable) text += ", files";
  if (files == FileRules::files_tcp) text += ", TCP";
  text += ", system calls";
  if (users == UserRules::shared)
    text += "; not: threads, because it may not have a user namespace";
  if (files == FileRules::unavailable) text += "; not: files, because the kernel has no Landlock";
  return text;
}

// What confines the process, for people. Errors: it is not confined as asked.
std::expected<std::string, SourceFault> confine(const ConfinementOptions& options) {
  const UserRules users = OPENPERFLIB_TRY(give_up_privileges(options));
  if (options.sandbox == Sandbox::none) return "privileges, limits";
  const FileRules rules = OPENPERFLIB_TRY(restrict_files(options));
  OPENPERFLIB_TRY(refuse_system_calls(options.sandbox));
  return confinement_text(users, rules);
}

void shorten(std::string& text) {
  if (text.size() > kLongestAnswerText) text.resize(kLongestAnswerText);
}

HostAnswer not_confined(const SourceFault& fault) {
  HostAnswer answer;
  answer.outcome = HostOutcome::not_confined;
  answer.text = describe(fault);
  return answer;
}

// Confines the process and loads the module. Errors: the answer that says why not.
std::expected<std::pair<Module, HostAnswer>, HostAnswer> begin(const HostStart& start,
                                                               ConfinementOptions& options) {
  add_readable(options, start.library);
  auto confinement = confine(options);
  if (!confinement.has_value()) return std::unexpected(not_confined(confinement.error()));
  Module module = OPENPERFLIB_TRY(Module::load(start));
  HostAnswer answer = module.open(start);
  if (answer.outcome != HostOutcome::done) return std::unexpected(std::move(answer));
  answer.text = std::move(*confinement);
  return std::pair(std::move(module), std::move(answer));
}

bool send(Channel& channel, HostAnswer answer) {
  shorten(answer.text);
  return channel.send(answer);
}

// Returns whether there may be another request.
bool answer_request(Channel& channel, Module& module, const HostStart& start) {
  const auto frame = channel.receive();
  if (!frame) return false;
  if (const auto collect = read_collect(*frame)) return send(channel, module.collect(*collect));
  if (const auto trial = read_trial(*frame)) return send(channel, module.attempt(*trial, start));
  if (!read_close(*frame)) return false;
  send(channel, module.close());
  module.unload();
  return false;
}

}  // namespace

void serve_host(Channel channel, ConfinementOptions options) {
  const auto frame = channel.receive();
  if (!frame) return;
  const auto start = read_start(*frame);
  if (!start.has_value()) return;
  auto begun = begin(*start, options);
  if (!begun.has_value()) {
    send(channel, std::move(begun.error()));
    return;
  }
  if (!send(channel, std::move(begun->second))) return;
  while (answer_request(channel, begun->first, *start)) {
  }
}

}  // namespace openperflib
