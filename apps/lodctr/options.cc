#include "apps/lodctr/options.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "apps/drop_in/options.h"
#include "apps/lodctr/failure.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib::lodctr {
namespace {

enum class Takes : std::uint8_t { nothing, one, one_or_nothing };

// A letter that may follow - or /.
struct OptionRow {
  char letter;
  Takes takes;
  std::string_view value;  // what it is, for messages
};

constexpr auto kLodctrOptions = std::to_array<OptionRow>({
    {'?', Takes::nothing, ""},
    {'s', Takes::one, "a file"},
    {'r', Takes::one_or_nothing, "a file"},
    {'t', Takes::one, "a service"},
    {'e', Takes::one, "a service"},
    {'d', Takes::one, "a service"},
    {'q', Takes::one_or_nothing, "a service"},
    {'c', Takes::one, "a file"},
    {'h', Takes::one, "a file"},
    {'l', Takes::one, "a language"},
    {'m', Takes::one, "a manifest"},
});

constexpr auto kUnlodctrOptions = std::to_array<OptionRow>({
    {'?', Takes::nothing, ""},
    {'m', Takes::one, "a manifest"},
    {'g', Takes::one, "a GUID"},
    {'p', Takes::one, "a provider"},
});

// The job of a letter with its value, where it has one of its own.
struct JobRow {
  char letter;
  Job with_value;
  Job alone;
};
constexpr auto kLodctrJobs = std::to_array<JobRow>({
    {'?', Job::help, Job::help},
    {'s', Job::save, Job::save},
    {'r', Job::restore, Job::rebuild},
    {'t', Job::trust, Job::trust},
    {'e', Job::enable, Job::enable},
    {'d', Job::disable, Job::disable},
    {'q', Job::query_service, Job::query},
    {'m', Job::install_manifest, Job::install_manifest},
});

constexpr auto kUnlodctrJobs = std::to_array<JobRow>({
    {'?', Job::help, Job::help},
    {'m', Job::remove_manifest, Job::remove_manifest},
    {'g', Job::remove_guid, Job::remove_guid},
    {'p', Job::remove_provider, Job::remove_provider},
});

// What a tool understands.
struct Grammar {
  std::span<const OptionRow> options;
  std::span<const JobRow> jobs;
  Job job_of_word;  // of a word that is not an option
};
constexpr Grammar kLodctr = {kLodctrOptions, kLodctrJobs, Job::install};
constexpr Grammar kUnlodctr = {kUnlodctrOptions, kUnlodctrJobs, Job::uninstall};

char lower(char letter) noexcept {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

char upper(char letter) noexcept {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

const OptionRow* find_row(std::span<const OptionRow> rows, char letter) noexcept {
  const auto found = std::ranges::find(rows, letter, &OptionRow::letter);
  return found == rows.end() ? nullptr : &*found;
}

std::optional<OptionWord> option_in(std::span<const OptionRow> rows, std::string_view word) {
  if (word == "--help") return OptionWord{'?', {}};
  const bool may_be_one = word.size() >= 2 && (word[0] == '-' || word[0] == '/') &&
                          (word.size() == 2 || word[2] == ':');
  if (!may_be_one || find_row(rows, lower(word[1])) == nullptr) return std::nullopt;
  return OptionWord{lower(word[1]),
                    std::string(word.substr(std::min<std::size_t>(word.size(), 3)))};
}

std::unexpected<Failure> usage_failure(std::string_view text) {
  return failure_of(text, ERROR_INVALID_PARAMETER);
}

std::unexpected<Failure> second_job(std::string_view word) {
  return usage_failure(fmt::format("{} cannot be combined with the words before it", word));
}

// Walks over the words of a command line.
class RequestReader {
 public:
  RequestReader(std::span<char* const> words, const Grammar& grammar)
      : words_(words), rows_(grammar.options), grammar_(grammar) {}

  std::expected<Request, Failure> read();

 private:
  Outcome read_option(const OptionWord& option, std::string_view word);
  Outcome read_path(std::string_view word);
  // The value after the colon, or else the next word.
  std::expected<std::string, Failure> value_of(const OptionWord& option, const OptionRow& row);
  Outcome set_job(Job job, std::string subject, std::string_view word);
  Outcome set_part_of_rename(char letter, std::string value, std::string_view word);

  std::span<char* const> words_;
  std::span<const OptionRow> rows_;
  const Grammar& grammar_;
  std::size_t next_ = 0;
  std::optional<Request> request_;
};

std::expected<std::string, Failure> RequestReader::value_of(const OptionWord& option,
                                                            const OptionRow& row) {
  if (row.takes == Takes::nothing || !option.value.empty()) return option.value;
  const bool has_next = next_ < words_.size() && !option_in(rows_, words_[next_]).has_value();
  if (has_next) return std::string(words_[next_++]);
  if (row.takes == Takes::one_or_nothing) return std::string();
  return usage_failure(
      fmt::format("/{} needs {}: /{}:...", upper(option.letter), row.value, upper(option.letter)));
}

Outcome RequestReader::set_job(Job job, std::string subject, std::string_view word) {
  if (request_.has_value()) return second_job(word);
  request_ = Request{.job = job, .subject = std::move(subject)};
  return {};
}

Outcome RequestReader::set_part_of_rename(char letter, std::string value, std::string_view word) {
  if (!request_.has_value()) request_ = Request{.job = Job::rename};
  if (request_->job != Job::rename) return second_job(word);
  std::string& part = letter == 'c'   ? request_->names
                      : letter == 'h' ? request_->help_texts
                                      : request_->language;
  if (!part.empty()) return second_job(word);
  part = std::move(value);
  return {};
}

Outcome RequestReader::read_option(const OptionWord& option, std::string_view word) {
  const OptionRow& row = *find_row(rows_, option.letter);
  std::string value = OPENPERFLIB_TRY(value_of(option, row));
  const auto job = std::ranges::find(grammar_.jobs, option.letter, &JobRow::letter);
  if (job == grammar_.jobs.end()) {
    return set_part_of_rename(option.letter, std::move(value), word);
  }
  const Job chosen = value.empty() ? job->alone : job->with_value;
  return set_job(chosen, std::move(value), word);
}

Outcome RequestReader::read_path(std::string_view word) {
  std::string path = drop_in::without_quotes(std::string(word));
  const bool is_folder = request_.has_value() && request_->job == Job::install_manifest &&
                         request_->folder.empty() && !path.empty();
  if (!is_folder) return set_job(grammar_.job_of_word, std::move(path), word);
  request_->folder = std::move(path);
  return {};
}

std::expected<Request, Failure> RequestReader::read() {
  while (next_ < words_.size()) {
    const std::string_view word = words_[next_++];
    const auto option = option_in(rows_, word);
    OPENPERFLIB_TRY(option.has_value() ? read_option(*option, word) : read_path(word));
  }
  if (!request_.has_value()) return usage_failure("name a file or a service; use /? for help");
  return *std::move(request_);
}

Outcome check_rename(const Request& request) {
  if (request.job != Job::rename) return {};
  if (request.language.empty()) return usage_failure("/C and /H need a language: /L:...");
  if (request.names.empty() && request.help_texts.empty()) {
    return usage_failure("/L needs a file with names or help texts: /C:..., /H:...");
  }
  return {};
}

}  // namespace

std::expected<Request, Failure> read_lodctr_options(std::span<char* const> arguments) {
  const bool asks_for_help =  // /H has a file, but nobody means that by a lone -h
      arguments.size() == 1 && arguments.front() == std::string_view("-h");
  if (asks_for_help) return Request{.job = Job::help};
  Request request = OPENPERFLIB_TRY(RequestReader(arguments, kLodctr).read());
  OPENPERFLIB_TRY(check_rename(request));
  return request;
}

std::expected<Request, Failure> read_unlodctr_options(std::span<char* const> arguments) {
  const bool asks_for_help = arguments.size() == 1 && arguments.front() == std::string_view("-h");
  if (asks_for_help) return Request{.job = Job::help};
  return RequestReader(arguments, kUnlodctr).read();
}

std::optional<OptionWord> option_of(std::string_view word) {
  return option_in(kLodctrOptions, word);
}

std::optional<OptionWord> unlodctr_option_of(std::string_view word) {
  return option_in(kUnlodctrOptions, word);
}

}  // namespace openperflib::lodctr
