// The version of Windows that GetVersionEx and the registry report: 10.0 for workstations, with the
// first build that has MetadataGlobal.
#pragma once

#include <cstdint>
#include <string_view>

namespace openperflib {

inline constexpr std::uint32_t kWindowsMajor = 10;
inline constexpr std::uint32_t kWindowsMinor = 0;
inline constexpr std::uint32_t kWindowsBuild = 19041;
inline constexpr std::string_view kWindowsBuildText = "19041";
// The value CurrentVersion, which stays at the version of Windows 8.1 on all later ones.
inline constexpr std::string_view kWindowsCurrentVersion = "6.3";
inline constexpr std::string_view kWindowsProductType = "WinNT";  // a workstation

}  // namespace openperflib
