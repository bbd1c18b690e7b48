// KeptValues: the keys and values of one service as text, from which a store can be made again.
//
// Value. Both directions; source: docs/formats/title_store.md, "Texts beside the store".
#pragma once

#include <array>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"
#include "openperflib/state/store/registered_service.h"

namespace openperflib {

struct KeptValues {
  std::string service =
      {};  // empty: the key Perflib, whose values are those of ServiceKey::service
  std::array<std::optional<std::vector<RegisteredValue>>, kServiceKeys> keys = {};
  bool operator==(const KeptValues&) const = default;
};

[[nodiscard]] std::string text_of(const KeptValues& values);
// Errors: at the byte where the text stops being one that text_of() could have written, including
// one that was cut.
[[nodiscard]] std::expected<KeptValues, Error> parse_kept_values(std::string_view text);

// The name of the folder of a service: its folded name, in which everything but letters, digits,
// '-' and '_' of ASCII is written as %XX. A long one ends with a number that stands for the rest.
[[nodiscard]] std::string folder_name_of(std::string_view service);

}  // namespace openperflib
