// What logman -? prints.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/logman/collection/data_collector_set.h"
#include "apps/logman/options.h"

namespace openperflib::logman {

// The usage of a verb with its options; of create and update those of one kind of collection where
// it is given. Of Verb::help all verbs, and how to ask for the options of one. Lines end CR LF.
// `program`: the path of the program.
[[nodiscard]] std::string help_text(std::string_view program, Verb verb,
                                    std::optional<CollectorKind> kind);

}  // namespace openperflib::logman
