#include "apps/perflib/run/failure.h"

#include <cerrno>
#include <utility>

#include "apps/perflib/run/missing_file.h"

namespace openperflib::apps {
namespace {

std::unexpected<Failure> failure(Ending ending, std::string_view what, std::string_view why,
                                 std::string_view advice = {}) {
  return std::unexpected(Failure{.ending = ending,
                                 .what = std::string(what),
                                 .why = std::string(why),
                                 .advice = std::string(advice)});
}

}  // namespace

std::unexpected<Failure> failed(std::string_view what, std::string_view why) {
  return failure(Ending::failed, what, why);
}

std::unexpected<Failure> failed(const SourceFault& fault) {
  switch (fault.errno_value) {
    case EISDIR:
      return failed(fault.file, "is a folder; name a file in it");
    case ENOENT:
      return failed(fault.file, reason_of(fault) + missing_file_advice(fault.file));
    default:
      return failed(fault.file, reason_of(fault));
  }
}

std::unexpected<Failure> usage_error(std::string_view what, std::string_view why,
                                     std::string_view advice) {
  return failure(Ending::usage_error, what, why, advice);
}

std::unexpected<Failure> does_not_exist(std::string_view what, std::string_view why) {
  return failure(Ending::does_not_exist, what, why);
}

Outcome outcome_of(Step step) {
  if (!step.has_value()) return std::unexpected(std::move(step).error());
  return Ending::success;
}

std::unexpected<Failure> reported(Ending ending) {
  return std::unexpected(Failure{.ending = ending});
}

}  // namespace openperflib::apps
