// The subcommands: each constant is defined in the file of its name.
#pragma once

#include "apps/perflib/run/subcommand.h"

namespace openperflib::apps {

extern const Subcommand kList;
extern const Subcommand kQuery;
extern const Subcommand kWatch;
extern const Subcommand kAt;
extern const Subcommand kPick;
extern const Subcommand kExplain;
extern const Subcommand kDump;
extern const Subcommand kInspect;
extern const Subcommand kRecord;
extern const Subcommand kConvert;
extern const Subcommand kCut;
extern const Subcommand kMerge;
extern const Subcommand kSummary;
extern const Subcommand kDiff;
extern const Subcommand kChart;
extern const Subcommand kReport;
extern const Subcommand kAnnotate;
extern const Subcommand kAlert;
extern const Subcommand kSets;
extern const Subcommand kProvider;
extern const Subcommand kDoctor;
extern const Subcommand kError;
extern const Subcommand kMcp;
extern const Subcommand kComplete;  // only for shells: not in the table

}  // namespace openperflib::apps
