// A manifest without mistakes that uses everything, one attribute a line, for tests.
#pragma once

#include <string_view>

namespace openperflib {

inline constexpr std::string_view kManifestExample = R"(<?xml version="1.0" encoding="utf-8"?>
<instrumentationManifest
    xmlns="http://schemas.microsoft.com/win/2004/08/events"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://schemas.microsoft.com/win/2004/08/events eventman.xsd"
    >
  <instrumentation>
    <events><provider name="Disque" guid="?"/></events>
    <counters
        xmlns="http://schemas.microsoft.com/win/2005/12/counters"
        schemaVersion="2.0"
        >
      <provider
          providerGuid="{ab8e1320-965a-4cf9-9c07-000000000001}"
          applicationIdentity="disque.exe"
          providerName="Disque"
          providerType="userMode"
          callback="custom"
          symbol="DisqueProvider"
          >
        <counterSet
            guid="{ab8e1320-965a-4cf9-9c07-000000000011}"
            uri="Disque.Queues"
            name="Disque Queues"
            symbol="DisqueQueues"
            description="Queues &amp; their jobs."
            nameID="100"
            descriptionID="102"
            instances="multipleAggregate"
            >
          <counter id="1"
              uri="Disque.Queues.Wait"
              type="perf_average_timer"
              detailLevel="standard"
              name="Seconds/Job"
              description="How long jobs wait."
              nameID="104"
              descriptionID="0x6A"
              symbol="DISQUE_WAIT"
              baseID="2"
              defaultScale="-3"
              aggregate="avg"
              />
          <counter id="2"
              uri="Disque.Queues.Jobs"
              type="perf_average_base"
              detailLevel="standard"
              >
            <counterAttributes>
              <counterAttribute name="noDisplay"/>
            </counterAttributes>
          </counter>
          <counter id="3"
              uri="Disque.Queues.Age"
              type="perf_elapsed_time"
              detailLevel="advanced"
              name="Age"
              description="How old the queue is."
              nameID="108"
              descriptionID="110"
              perfTimeID="4"
              perfFreqID="5"
              />
          <counter id="4"
              uri="Disque.Queues.Time"
              type="perf_counter_large_rawcount"
              detailLevel="standard"
              >
            <counterAttributes><counterAttribute name="noDisplay"/></counterAttributes>
          </counter>
          <counter id="5"
              uri="Disque.Queues.Frequency"
              type="perf_counter_large_rawcount"
              detailLevel="standard"
              >
            <counterAttributes><counterAttribute name="noDisplay"/></counterAttributes>
          </counter>
          <counter id="6"
              uri="Disque.Queues.Busy"
              type="perf_counter_multi_timer"
              detailLevel="standard"
              name="% Busy"
              description="How busy its workers are."
              nameID="112"
              descriptionID="114"
              multiCounterID="7"
              />
          <counter id="7"
              uri="Disque.Queues.Workers"
              type="perf_counter_rawcount"
              detailLevel="standard"
              name="Workers"
              description="How many workers it has."
              nameID="116"
              descriptionID="118"
              >
            <counterAttributes>
              <counterAttribute name="reference"/>
              <counterAttribute name="displayAsHex"/>
            </counterAttributes>
          </counter>
        </counterSet>
      </provider>
    </counters>
    <counters
        xmlns="http://schemas.microsoft.com/win/2005/12/counters"
        schemaVersion="1.1"
        >
      <provider
          providerGuid="{ab8e1320-965a-4cf9-9c07-000000000002}"
          applicationIdentity="disque.sys"
          providerType="kernelMode"
          resourceBase="1000"
          >
        <counterSet
            guid="{ab8e1320-965a-4cf9-9c07-000000000021}"
            uri="Disque.Driver"
            name="Disque Driver"
            symbol="DisqueDriver"
            description="The driver of Disque."
            >
          <structs>
            <struct name="Totals" type="DISQUE_TOTALS"/>
            <struct name="Errors" type="DISQUE_ERRORS"/>
          </structs>
          <counter id="1"
              uri="Disque.Driver.Reads"
              type="perf_counter_bulk_count"
              detailLevel="standard"
              name="Reads/sec"
              description="How often it reads."
              struct="Totals"
              field="Reads"
              />
          <counter id="2"
              uri="Disque.Driver.Writes"
              type="perf_counter_counter"
              detailLevel="standard"
              name="Writes/sec"
              symbol="DISQUE_WRITES"
              field="Writes"
              />
        </counterSet>
      </provider>
    </counters>
  </instrumentation>
</instrumentationManifest>
)";

}  // namespace openperflib
