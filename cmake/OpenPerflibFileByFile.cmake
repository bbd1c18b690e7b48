# What only a build that compiles each file alone can find: an include that a file forgets, and an exception in the
# portable layers. script/test noexcept builds these targets.

# The layers that throw nothing. The headers of the C++ library that most sources include are precompiled here too, which
# takes a third of the time; the test layers.std_includes finds what a file forgets of these.
get_property(portable GLOBAL PROPERTY OPENPERFLIB_PORTABLE_LAYERS)
add_custom_target(portable_layers)
foreach(layer IN LISTS portable)
  string(REPLACE "/" "_" target "openperflib_${layer}")
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    add_dependencies(portable_layers ${target})
  endif()
endforeach()

# True where x.cc of a portable layer includes x.h first: portable_layers compiles that header with nothing before it.
function(openperflib_header_is_compiled result layer header)
  set(${result} FALSE PARENT_SCOPE)
  string(REGEX REPLACE "\\.h$" ".cc" source "${PROJECT_SOURCE_DIR}/openperflib/${layer}/${header}")
  if(layer IN_LIST portable AND EXISTS "${source}")
    file(STRINGS "${source}" first_include REGEX "^#include" LIMIT_COUNT 1)
    if(first_include STREQUAL "#include \"openperflib/${layer}/${header}\"")
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Each public header alone.
get_property(layers GLOBAL PROPERTY OPENPERFLIB_LAYERS)
foreach(layer IN LISTS layers)
  get_property(headers GLOBAL PROPERTY OPENPERFLIB_HEADERS_${layer})
  foreach(header IN LISTS headers)
    openperflib_header_is_compiled(is_compiled ${layer} "${header}")
    if(is_compiled)
      continue()
    endif()
    string(MAKE_C_IDENTIFIER "${layer}_${header}" name)
    set(source "${PROJECT_BINARY_DIR}/alone/${name}.cc")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"openperflib/${layer}/${header}\"\n")
    list(APPEND headers_alone "${source}")
  endforeach()
endforeach()
add_library(public_headers_alone OBJECT ${headers_alone})
target_link_libraries(public_headers_alone PRIVATE openperflib_flags)
target_include_directories(public_headers_alone PRIVATE "${PROJECT_SOURCE_DIR}")
openperflib_compiled(public_headers_alone)
