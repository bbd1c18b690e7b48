/* The numbers of perflib.h (counter sets of version 2), and nothing else.
   Source: perflib.h and [MS-PCQ] as documented by Microsoft. */
#pragma once

/* InstanceType: what a counter set's instances are, as flags and as the documented combinations. */
#define PERF_COUNTERSET_FLAG_MULTIPLE 2
#define PERF_COUNTERSET_FLAG_AGGREGATE 4
#define PERF_COUNTERSET_FLAG_HISTORY 8
#define PERF_COUNTERSET_FLAG_INSTANCE 16
#define PERF_COUNTERSET_SINGLE_INSTANCE 0
#define PERF_COUNTERSET_MULTI_INSTANCES 2
#define PERF_COUNTERSET_SINGLE_AGGREGATE 4
#define PERF_COUNTERSET_MULTI_AGGREGATE 6
#define PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY 12
#define PERF_COUNTERSET_INSTANCE_AGGREGATE 22

/* AggregateFunc. */
#define PERF_AGGREGATE_UNDEFINED 0
#define PERF_AGGREGATE_TOTAL 1
#define PERF_AGGREGATE_AVG 2
#define PERF_AGGREGATE_MIN 3
#define PERF_AGGREGATE_MAX 4

/* Attrib. */
#define PERF_ATTRIB_BY_REFERENCE 1
#define PERF_ATTRIB_NO_DISPLAYABLE 2
#define PERF_ATTRIB_NO_GROUP_SEPARATOR 4
#define PERF_ATTRIB_DISPLAY_AS_REAL 8
#define PERF_ATTRIB_DISPLAY_AS_HEX 16

/* Wildcards and limits. */
#define PERF_WILDCARD_COUNTER 0xFFFFFFFFu
#define PERF_MAX_INSTANCE_NAME 1024

/* Requests to a provider's callback. */
#define PERF_ADD_COUNTER 1
#define PERF_REMOVE_COUNTER 2
#define PERF_ENUM_INSTANCES 3
#define PERF_COLLECT_START 5
#define PERF_COLLECT_END 6
#define PERF_FILTER 9

/* Kinds of provider. */
#define PERF_PROVIDER_USER_MODE 0
#define PERF_PROVIDER_KERNEL_MODE 1
#define PERF_PROVIDER_DRIVER 2

/* dwType of a PERF_COUNTER_HEADER. */
#define PERF_ERROR_RETURN 0
#define PERF_SINGLE_COUNTER 1
#define PERF_MULTIPLE_COUNTERS 2
#define PERF_MULTIPLE_INSTANCES 4
#define PERF_COUNTERSET 6
