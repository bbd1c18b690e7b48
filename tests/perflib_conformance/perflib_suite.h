/* The chapters of the suite: each file checks the promises of one section of docs/perflib_h.md.
   Those of the provider half need only perflib.h, and so compile for Windows, too. */
#pragma once

#include "published_set.h"

extern const Chapter starting_and_stopping;
extern const Chapter templates;
extern const Chapter instances;
extern const Chapter values;
extern const Chapter references;
extern const Chapter memory_functions;
extern const Chapter callbacks;
extern const Chapter visibility;
extern const Chapter instance_types;
extern const Chapter lists;
extern const Chapter registration;
extern const Chapter queries;
extern const Chapter replies;
extern const Chapter buffers;
extern const Chapter own_objects;
extern const Chapter objects_of_sets;
