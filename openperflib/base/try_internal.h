// Early return on error, in .cc files only. `auto x = OPENPERFLIB_TRY(f());` returns f's error from
// the function, or assigns f's value. A statement expression, which g++ and clang support.
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
