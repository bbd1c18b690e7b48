#include "apps/ctrpp/options.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "openperflib/base/try_internal.h"
#include "openperflib/titles/manifest/c_symbol.h"

namespace openperflib::ctrpp {
namespace {

using drop_in::failure;
using drop_in::GivenOption;
using drop_in::OptionRow;
using drop_in::Takes;

// One option: where its value goes, or what it switches on, or the job that it asks for.
struct Row : OptionRow {
  std::string_view shown;
  std::string Request::* value = nullptr;
  bool Request::* is_on = nullptr;
  Job job = Job::generate;
};

constexpr auto kRows = std::to_array<Row>({
    // clang-format off
    {{"o",                    Takes::one},     "-o",                    &Request::code},
    {{"rc",                   Takes::one},     "-rc",                   &Request::script},
    {{"ch",                   Takes::one},     "-ch",                   &Request::symbols},
    {{"prefix",               Takes::one},     "-prefix",               &Request::prefix},
    {{"notificationcallback", Takes::nothing}, "-NotificationCallback", {}, &Request::notification_callback},
    {{"memoryroutines",       Takes::nothing}, "-MemoryRoutines",       {}, &Request::memory_routines},
    {{"backcompat",           Takes::nothing}, "-BackCompat",           {}, &Request::back_compat},
    {{"migrate",              Takes::one},     "-migrate",              &Request::migrated, {}, Job::migrate},
    {{"legacy",               Takes::nothing}, "-legacy",               {}, {}, Job::legacy},
    {{"?",                    Takes::nothing}, "-?",                    {}, {}, Job::help},
    {{"help",                 Takes::nothing}, "-help",                 {}, {}, Job::help},
    {{"-version",             Takes::nothing}, "--version",             {}, {}, Job::version},
    // clang-format on
});

std::unexpected<Failure> usage_failure(std::string_view text) {
  return failure(text, PDH_INVALID_ARGUMENT);
}

const Row& row_of(const GivenOption& given) {
  return *std::ranges::find(kRows, given.row->name, &Row::name);
}

bool is_given(std::span<const GivenOption> all, Job job) {
  return std::ranges::any_of(all, [job](const GivenOption& given) {
    return given.row != nullptr && row_of(given).job == job;
  });
}

Outcome set_value(std::string& target, const GivenOption& given) {
  const std::string_view what = given.row == nullptr ? "the manifest" : row_of(given).shown;
  if (!target.empty()) {
    return usage_failure(fmt::format("{} is given twice: {} and {}", what, target, *given.value));
  }
  if (given.value->empty()) return usage_failure(fmt::format("{} is empty", what));
  target = *given.value;
  return {};
}

Outcome apply(Request& request, const GivenOption& given) {
  if (given.row == nullptr) return set_value(request.manifest, given);
  const Row& row = row_of(given);
  if (row.is_on != nullptr) request.*row.is_on = true;
  if (row.job != Job::generate) request.job = row.job;
  return row.value != nullptr ? set_value(request.*row.value, given) : Outcome();
}

Outcome check_migration(std::span<const GivenOption> all) {
  const bool is_alone = std::ranges::all_of(all, [](const GivenOption& given) {
    return given.row == nullptr || row_of(given).job == Job::migrate;
  });
  if (!is_alone) return usage_failure("-migrate cannot be combined with other options");
  return {};
}

Outcome check_legacy(const Request& request) {
  if (request.code.empty() && request.script.empty()) return {};
  return usage_failure("-legacy names its files after the manifest: it has no -o and no -rc");
}

Outcome check_outputs(const Request& request) {
  if (request.code.empty()) {
    return usage_failure("no output file given for the code; use -o FILE");
  }
  if (request.script.empty()) {
    return usage_failure("no output file given for the texts; use -rc FILE");
  }
  return {};
}

// Each file is written at the end, so that one would silently replace the other.
Outcome check_different(const Request& request) {
  std::vector<std::string_view> files{request.manifest};
  for (const std::string& output : {request.code, request.script, request.symbols}) {
    if (output.empty() || output.starts_with("/dev/")) continue;
    if (std::ranges::find(files, output) != files.end()) {
      return usage_failure(fmt::format("{} is named twice", output));
    }
    files.push_back(output);
  }
  return {};
}

Outcome check_request(const Request& request, std::span<const GivenOption> all) {
  if (request.manifest.empty()) return usage_failure("no manifest is named; use -? for help");
  if (!is_c_symbol(request.prefix)) {
    return usage_failure(fmt::format("-prefix {}: must be a name of C", request.prefix));
  }
  if (request.job == Job::migrate) return check_migration(all);
  OPENPERFLIB_TRY(request.job == Job::legacy ? check_legacy(request) : check_outputs(request));
  return check_different(request);
}

}  // namespace

std::expected<Request, Failure> read_options(std::span<char* const> arguments) {
  const auto all = OPENPERFLIB_TRY(drop_in::read_arguments(arguments, find_option));
  for (const Job job : {Job::help, Job::version}) {
    if (is_given(all, job)) return Request{.job = job};
  }
  Request request;
  for (const GivenOption& given : all) OPENPERFLIB_TRY(apply(request, given));
  if (is_given(all, Job::migrate)) request.job = Job::migrate;
  OPENPERFLIB_TRY(check_request(request, all));
  return request;
}

const OptionRow* find_option(std::string_view name) {
  const auto* const row = std::ranges::find(kRows, name, &Row::name);
  return row == kRows.end() ? nullptr : row;
}

std::vector<std::string> option_names() {
  std::vector<std::string> names;
  for (const Row& row : kRows) names.emplace_back(row.shown);
  return names;
}

}  // namespace openperflib::ctrpp
