// How lodctr and unlodctr say that something failed: a sentence that ends with the code that
// Windows has for it.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

#include "apps/drop_in/failure.h"

namespace openperflib::lodctr {

// "TEXT, error code is 2".
[[nodiscard]] std::unexpected<drop_in::Failure> failure_of(std::string_view text,
                                                           std::uint32_t code);

}  // namespace openperflib::lodctr
