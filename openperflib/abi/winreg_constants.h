/* The numbers of winreg.h and winnt.h that readers of performance data use, and nothing else.
   Source: winreg.h and winnt.h as documented by Microsoft. */
#pragma once

/* The low 32 bits of the handles that are always open. */
#define OPENPERFLIB_HKEY_LOCAL_MACHINE 0x80000002u
#define OPENPERFLIB_HKEY_USERS 0x80000003u
#define OPENPERFLIB_HKEY_PERFORMANCE_DATA 0x80000004u
#define OPENPERFLIB_HKEY_PERFORMANCE_TEXT 0x80000050u
#define OPENPERFLIB_HKEY_PERFORMANCE_NLSTEXT 0x80000060u

/* Types of values. */
#define REG_NONE 0u
#define REG_SZ 1u
#define REG_EXPAND_SZ 2u
#define REG_BINARY 3u
#define REG_DWORD 4u
#define REG_DWORD_LITTLE_ENDIAN 4u
#define REG_DWORD_BIG_ENDIAN 5u
#define REG_LINK 6u
#define REG_MULTI_SZ 7u
#define REG_QWORD 11u
#define REG_QWORD_LITTLE_ENDIAN 11u

/* What a key is opened for. */
#define KEY_QUERY_VALUE 0x0001u
#define KEY_SET_VALUE 0x0002u
#define KEY_CREATE_SUB_KEY 0x0004u
#define KEY_ENUMERATE_SUB_KEYS 0x0008u
#define KEY_NOTIFY 0x0010u
#define KEY_WOW64_64KEY 0x0100u
#define KEY_WOW64_32KEY 0x0200u
#define KEY_READ 0x20019u
#define KEY_EXECUTE 0x20019u
#define KEY_WRITE 0x20006u
#define KEY_ALL_ACCESS 0xF003Fu
#define DELETE 0x10000u
#define READ_CONTROL 0x20000u
#define MAXIMUM_ALLOWED 0x2000000u

/* How RegCreateKeyEx ended, and its options. */
#define REG_CREATED_NEW_KEY 1u
#define REG_OPENED_EXISTING_KEY 2u
#define REG_OPTION_NON_VOLATILE 0u
#define REG_OPTION_VOLATILE 1u

/* Which types of values RegGetValue gives, and how. */
#define RRF_RT_REG_NONE 0x00000001u
#define RRF_RT_REG_SZ 0x00000002u
#define RRF_RT_REG_EXPAND_SZ 0x00000004u
#define RRF_RT_REG_BINARY 0x00000008u
#define RRF_RT_REG_DWORD 0x00000010u
#define RRF_RT_REG_MULTI_SZ 0x00000020u
#define RRF_RT_REG_QWORD 0x00000040u
#define RRF_RT_DWORD 0x00000018u
#define RRF_RT_QWORD 0x00000048u
#define RRF_RT_ANY 0x0000FFFFu
#define RRF_SUBKEY_WOW6464KEY 0x00010000u
#define RRF_SUBKEY_WOW6432KEY 0x00020000u
#define RRF_WOW64_MASK 0x00030000u
#define RRF_NOEXPAND 0x10000000u
#define RRF_ZEROONFAILURE 0x20000000u
