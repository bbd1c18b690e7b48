# The headers of C++ that are installed besides openperflib.h: all that it includes, and jobs.h with what that one needs
# besides. They and what they declare are the interface of the library; the other headers are for its own layers. The C headers
# are those of abi and compat.
set(OPENPERFLIB_INSTALLED_HEADERS
  base/bytes.h base/civil_time.h base/code_page_decoder.h base/error.h base/guid.h base/limits.h base/source_fault.h
  counter/calculate.h counter/counter_type.h counter/cstatus.h counter/formula.h counter/known_counter.h
  counter/raw_counter.h counter/type_table.h
  jobs.h
  linux/table/kernel_threads.h linux/table/name_format.h
  log/log_cursor.h log/log_format.h log/log_inputs.h log/log_window.h log/open_log_fault.h log/reader/log_reader.h
  log/text/text_log_encoding.h
  machine/local_source.h machine/start_publisher.h machine/this_machine.h
  os/portable/unique_fd.h os/portable/time_zone.h
  provider/v2/counter_set_fault.h provider/v2/publish/cell_number.h provider/v2/publish/counter_set.h
  query/binding/binding.h query/binding/path_match.h query/catalog/catalog.h query/catalog/row.h
  query/catalog/series.h query/paths/path_grammar.h query/query.h query/record.h
  requests/local/named_jobs.h
  session/counter_session.h session/pacer.h session/row_timer.h
  snapshot/counter_links.h snapshot/missing_reason.h snapshot/object_description.h snapshot/object_request.h
  snapshot/provider_event.h snapshot/snapshot.h snapshot/source.h
  sources/counter_source.h sources/open_session.h
  text/string_pool.h text/utf16.h
  titles/title_set.h titles/title_table.h
  wire/conformance.h wire/counter_block_view.h wire/counter_definition_view.h wire/data_block_view.h
  wire/instance_definition_view.h wire/instance_name.h wire/layout.h wire/object_ranges.h wire/object_type_view.h
  wire/object_type_view_inline.h wire/stored_range.h
)
