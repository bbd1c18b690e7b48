// A threshold file as PAL's editor writes it, with one of each kind of threshold.
#pragma once

#include <string_view>

namespace openperflib {

inline constexpr std::string_view kThresholdExample = R"(<?xml version="1.0"?>
<PAL PALVERSION="2.0" NAME="Shop" DESCRIPTION="Limits of the shop" VERSION="1.0" LANGUAGE="English" LANGUAGECODE="en">
  <ANALYSIS NAME="Shop queue" ENABLED="True" CATEGORY="Shop" PRIMARYDATASOURCE="\Shop(*)\Queue Length" ID="{1}">
    <DATASOURCE TYPE="CounterLog" NAME="\Shop(*)\Queue Length" COLLECTIONVARNAME="CollectionOfQueue" EXPRESSIONPATH="\Shop(*)\Queue Length" DATATYPE="integer">
      <EXCLUDE INSTANCE="_Total" />
      <EXCLUDE INSTANCE="Test" />
    </DATASOURCE>
    <CHART CHARTTITLE="Queue" ISTHRESHOLDSADDED="True" DATASOURCE="\Shop(*)\Queue Length" CHARTLABELS="instance">
      <SERIES NAME="Warning"><CODE><![CDATA[StaticChartThreshold -MinThreshold 10]]></CODE></SERIES>
    </CHART>
    <THRESHOLD NAME="More than 10 jobs wait" CONDITION="Warning" COLOR="Yellow" PRIORITY="50" ID="{2}">
      <CODE><![CDATA[
        StaticThreshold -CollectionOfCounterInstances $CollectionOfQueue -Operator 'gt' -Threshold 10
      ]]></CODE>
    </THRESHOLD>
    <THRESHOLD NAME="More than 20 jobs wait" CONDITION="Critical" COLOR="Red" PRIORITY="100" ID="{3}">
      <CODE><![CDATA[StaticThreshold -CollectionOfCounterInstances $CollectionOfQueue -Operator 'gt' -Threshold 20]]></CODE>
    </THRESHOLD>
    <THRESHOLD NAME="The queue of one shop is most of all" CONDITION="Critical" COLOR="Red" PRIORITY="100" ID="{4}">
      <CODE><![CDATA[ForEach ($queue in $CollectionOfQueue) { If ($queue.max -gt (2 * $queue.avg)) { CreateAlert -Counter $queue } }]]></CODE>
    </THRESHOLD>
    <DESCRIPTION><![CDATA[Jobs <B>wait</B> here.<BR>
<BR>See <A HREF="http://shop.example/queue?a=1&amp;b=2">the queue</A> &amp; &quot;jobs&quot;.]]></DESCRIPTION>
  </ANALYSIS>
  <ANALYSIS NAME="Shop memory" ENABLED="True" CATEGORY="Shop" PRIMARYDATASOURCE="\Process(shop)\Private Bytes" ID="{5}">
    <DATASOURCE TYPE="CounterLog" NAME="\Process(shop)\Private Bytes" COLLECTIONVARNAME="ShopBytes" EXPRESSIONPATH="\Process(shop)\Private Bytes" DATATYPE="integer" />
    <DATASOURCE TYPE="Generated" NAME="\PAL Generated(*)\Ratio" COLLECTIONVARNAME="Ratio" EXPRESSIONPATH="\PAL Generated(*)\Ratio" DATATYPE="round3">
      <CODE><![CDATA[$Ratio = @{}]]></CODE>
    </DATASOURCE>
    <THRESHOLD NAME="Grows by more than 100 MB per hour" CONDITION="Warning" COLOR="Yellow" PRIORITY="51">
      <DESCRIPTION><![CDATA[It leaks.]]></DESCRIPTION>
      <CODE><![CDATA[StaticThreshold -CollectionOfCounterInstances $ShopBytes -Operator 'gt' -Threshold 100MB -IsTrendOnly $True]]></CODE>
    </THRESHOLD>
    <THRESHOLD NAME="More than a tenth of the memory" CONDITION="Warning" COLOR="Yellow" PRIORITY="50">
      <CODE><![CDATA[StaticThreshold -CollectionOfCounterInstances $ShopBytes -Operator 'gt' -Threshold $Tenth]]></CODE>
    </THRESHOLD>
    <THRESHOLD NAME="A high ratio" CONDITION="Warning" COLOR="Yellow" PRIORITY="50">
      <CODE><![CDATA[StaticThreshold -CollectionOfCounterInstances $Ratio -Operator 'gt' -Threshold 10]]></CODE>
    </THRESHOLD>
  </ANALYSIS>
  <ANALYSIS NAME="Old" ENABLED="False" CATEGORY="Shop" PRIMARYDATASOURCE="\Shop(*)\Age" ID="{6}">
    <DATASOURCE TYPE="CounterLog" NAME="\Shop(*)\Age" COLLECTIONVARNAME="Age" EXPRESSIONPATH="\Shop(*)\Age" DATATYPE="integer" />
    <THRESHOLD NAME="Too old" CONDITION="Warning" COLOR="Yellow" PRIORITY="50">
      <CODE><![CDATA[StaticThreshold -CollectionOfCounterInstances $Age -Operator 'gt' -Threshold 10]]></CODE>
    </THRESHOLD>
  </ANALYSIS>
  <QUESTION QUESTIONVARNAME="Tenth" DATATYPE="int" DEFAULTVALUE="1">How much memory has the shop?</QUESTION>
  <INHERITANCE FILEPATH="SystemOverview.xml" />
</PAL>
)";

}  // namespace openperflib
