// The sentence of a finding. JSON, text and page have the same sentence, made of the numbers that
// JSON contains.
#pragma once

#include <string>

#include "openperflib/view/report/report_words.h"

namespace openperflib {

// "worst 100.0 %; above 80.0 % (critical) for 1 h (0.6 % of the time), from 2026-11-20 02:00:00 to
// 02:59:00 (average 99.8 %); above 50.0 % (warning) for 1 h (0.6 % of the time)". Of several
// stretches the worst one is named, and all are counted.
[[nodiscard]] std::string finding_text(const Report& report, const Rule& rule,
                                       const Finding& finding);

// "mmc 31.2 %, svchost (12 instances) 8.1 %, System 3.0 % (\Process(*)\% Processor Time)"; says if
// too few of the instances could be read, and how much processor time none accounts for, if that is
// notable. Empty if none is known.
[[nodiscard]] std::string culprits_text(const Finding& finding);

// "sqlservr#1 (process 1234)", "svchost (12 instances)".
[[nodiscard]] std::string culprit_name(const Culprit& culprit);

// "processes in the log account for 17.0 of 41.7 %; the rest: drivers and interrupts"; empty if the
// culprits explain nearly all of it, if that is unknown, or if culprits_text() says what is left.
[[nodiscard]] std::string account_text(const Report& report, const Finding& finding);

}  // namespace openperflib
