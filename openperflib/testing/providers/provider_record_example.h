// For tests: providers with two counter sets each, as a title store registers them.
#pragma once

#include <string>

#include "openperflib/state/store/registered_set.h"

namespace openperflib {

// A GUID of zeros, whose last byte is the number.
inline Guid example_guid(unsigned char number) {
  Guid guid;
  guid.bytes[15] = std::byte{number};
  return guid;
}

// Several instances; an average, whose base is hidden and has no name; English and some Italian.
inline SetRecord example_set(unsigned char number) {
  const std::string digits = std::to_string(number);
  return {.guid = example_guid(number),
          .uri = "Disque." + digits,
          .instance_type = 2,
          .counters = {{.id = 1,
                        .type = 0x3002'0400,  // PERF_AVERAGE_TIMER
                        .detail_level = 100,
                        .scale = -3,
                        .base_id = 2,
                        .aggregate = 2},
                       {.id = 2,
                        .type = 0x4003'0402,  // PERF_AVERAGE_BASE
                        .attributes = 2,
                        .detail_level = 100}},
          .languages = {{.language = kEnglish,
                         .texts = {{0, "Disque Set " + digits, "Help of " + digits + "."},
                                   {2, "Wait", "How long."}}},
                        {.language = 0x010, .texts = {{0, "Insieme " + digits, ""}}}}};
}

// Its sets are those of number * 10 + 1 and + 2.
inline ProviderRecord example_provider(unsigned char number) {
  const auto first = static_cast<unsigned char>(10 * number + 1);
  return {.guid = example_guid(number),
          .name = "Disque " + std::to_string(number),
          .identity = "/opt/disque/disque.exe",
          .type = 0,
          .sets = {example_set(first), example_set(static_cast<unsigned char>(first + 1))}};
}

}  // namespace openperflib
