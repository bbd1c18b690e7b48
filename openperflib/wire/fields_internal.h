// The members of a block that an Error of this layer can name: their names in winperf.h and their
// offsets.
#pragma once

#include "openperflib/base/error.h"
#include "openperflib/wire/layout.h"

namespace openperflib::members {

struct Member {
  Field field;
  std::size_t offset;  // from the start of its structure
};

// columns aligned by hand: clang-format off
inline constexpr Member kSignature{{"PERF_DATA_BLOCK", "Signature"},
                                   layout::data_block::kSignature};
inline constexpr Member kLittleEndian{{"PERF_DATA_BLOCK", "LittleEndian"},
                                      layout::data_block::kLittleEndian};
inline constexpr Member kVersion{{"PERF_DATA_BLOCK", "Version"}, layout::data_block::kVersion};
inline constexpr Member kRevision{{"PERF_DATA_BLOCK", "Revision"}, layout::data_block::kRevision};
inline constexpr Member kTotalByteLength{{"PERF_DATA_BLOCK", "TotalByteLength"},
                                         layout::data_block::kTotalByteLength};
inline constexpr Member kHeaderLength{{"PERF_DATA_BLOCK", "HeaderLength"},
                                      layout::data_block::kHeaderLength};
inline constexpr Member kNumObjectTypes{{"PERF_DATA_BLOCK", "NumObjectTypes"},
                                        layout::data_block::kNumObjectTypes};
inline constexpr Member kDefaultObject{{"PERF_DATA_BLOCK", "DefaultObject"},
                                       layout::data_block::kDefaultObject};
inline constexpr Member kSystemTime{{"PERF_DATA_BLOCK", "SystemTime"},
                                    layout::data_block::kSystemTime};
inline constexpr Member kPerfTime{{"PERF_DATA_BLOCK", "PerfTime"}, layout::data_block::kPerfTime};
inline constexpr Member kPerfFreq{{"PERF_DATA_BLOCK", "PerfFreq"}, layout::data_block::kPerfFreq};
inline constexpr Member kPerfTime100nSec{{"PERF_DATA_BLOCK", "PerfTime100nSec"},
                                         layout::data_block::kPerfTime100nSec};
inline constexpr Member kSystemNameLength{{"PERF_DATA_BLOCK", "SystemNameLength"},
                                          layout::data_block::kSystemNameLength};
inline constexpr Member kSystemNameOffset{{"PERF_DATA_BLOCK", "SystemNameOffset"},
                                          layout::data_block::kSystemNameOffset};

inline constexpr Member kObjectTotalByteLength{{"PERF_OBJECT_TYPE", "TotalByteLength"},
                                               layout::object_type::kTotalByteLength};
inline constexpr Member kObjectDefinitionLength{{"PERF_OBJECT_TYPE", "DefinitionLength"},
                                                layout::object_type::kDefinitionLength};
inline constexpr Member kObjectHeaderLength{{"PERF_OBJECT_TYPE", "HeaderLength"},
                                            layout::object_type::kHeaderLength};
inline constexpr Member kObjectNameTitleIndex{{"PERF_OBJECT_TYPE", "ObjectNameTitleIndex"},
                                              layout::object_type::kObjectNameTitleIndex};
inline constexpr Member kObjectNumCounters{{"PERF_OBJECT_TYPE", "NumCounters"},
                                           layout::object_type::kNumCounters};
inline constexpr Member kObjectDefaultCounter{{"PERF_OBJECT_TYPE", "DefaultCounter"},
                                              layout::object_type::kDefaultCounter};
inline constexpr Member kObjectNumInstances{{"PERF_OBJECT_TYPE", "NumInstances"},
                                            layout::object_type::kNumInstances};

inline constexpr Member kCounterByteLength{{"PERF_COUNTER_DEFINITION", "ByteLength"},
                                           layout::counter_definition::kByteLength};
inline constexpr Member kCounterNameTitleIndex{{"PERF_COUNTER_DEFINITION", "CounterNameTitleIndex"},
                                               layout::counter_definition::kCounterNameTitleIndex};
inline constexpr Member kCounterSize{{"PERF_COUNTER_DEFINITION", "CounterSize"},
                                     layout::counter_definition::kCounterSize};
inline constexpr Member kCounterOffset{{"PERF_COUNTER_DEFINITION", "CounterOffset"},
                                       layout::counter_definition::kCounterOffset};

inline constexpr Member kInstanceByteLength{{"PERF_INSTANCE_DEFINITION", "ByteLength"},
                                            layout::instance_definition::kByteLength};
inline constexpr Member kParentObjectTitle{{"PERF_INSTANCE_DEFINITION", "ParentObjectTitleIndex"},
                                           layout::instance_definition::kParentObjectTitleIndex};
inline constexpr Member kParentInstance{{"PERF_INSTANCE_DEFINITION", "ParentObjectInstance"},
                                        layout::instance_definition::kParentObjectInstance};
inline constexpr Member kNameOffset{{"PERF_INSTANCE_DEFINITION", "NameOffset"},
                                    layout::instance_definition::kNameOffset};
inline constexpr Member kNameLength{{"PERF_INSTANCE_DEFINITION", "NameLength"},
                                    layout::instance_definition::kNameLength};

inline constexpr Member kBlockByteLength{{"PERF_COUNTER_BLOCK", "ByteLength"},
                                         layout::counter_block::kByteLength};
// clang-format on

}  // namespace openperflib::members
