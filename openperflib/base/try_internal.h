// Early return on error, in .cc files only. `auto x = OPENPERFLIB_TRY(f());` leaves the function
// with f's error, or goes on with its value. A statement expression: g++ and clang have it.
#pragma once

#include <expected>
#include <utility>

#define OPENPERFLIB_TRY(expression)                                  \
  __extension__({                                                    \
    auto openperflib_result = (expression);                          \
    if (!openperflib_result.has_value()) [[unlikely]]                \
      return std::unexpected(std::move(openperflib_result).error()); \
    *std::move(openperflib_result);                                  \
  })
