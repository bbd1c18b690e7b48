// The main job in one header: ask this machine (or a recording) for counters by Windows' names.
//
//   auto source = openperflib::LocalSource::open(openperflib::fixed_titles(), {}).value();
//   openperflib::Query query(openperflib::fixed_titles());
//   query.add(R"(\Processor(_Total)\% Processor Time)").value();
//   openperflib::Snapshot snapshot;
//   (void)source->read(query.request(), snapshot);
//   query.take(snapshot);  // again after a second; then query.row() has the values
#pragma once

#include "openperflib/machine/local_source.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/snapshot/source.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/data_block_view.h"
