#include "apps/lodctr/failure.h"

#include <fmt/core.h>

namespace openperflib::lodctr {

std::unexpected<drop_in::Failure> failure_of(std::string_view text, std::uint32_t code) {
  return drop_in::failure(fmt::format("{}, error code is {}", text, code));
}

}  // namespace openperflib::lodctr
