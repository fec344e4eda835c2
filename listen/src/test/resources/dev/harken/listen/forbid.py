"""Runs a command under a seccomp filter that fails system calls, as a container's policy does.

usage: forbid.py ERRNO SYSCALL ARGUMENT VALUE -- COMMAND...

The SYSCALL (by x86-64 or aarch64 name: socket, setsockopt) whose argument number ARGUMENT equals
VALUE fails with ERRNO. Needs no privilege: no_new_privs is set.
"""
import ctypes
import os
import platform
import struct
import sys

NUMBERS = {
    "x86_64": {"socket": 41, "setsockopt": 54},
    "aarch64": {"socket": 198, "setsockopt": 208},
}
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
LOAD, JUMP_EQUAL, RETURN = 0x20, 0x15, 0x06
SECCOMP_RET_ERRNO, SECCOMP_RET_ALLOW = 0x00050000, 0x7FFF0000
NUMBER_OFFSET, ARGUMENTS_OFFSET = 0, 16

errno, call, argument, value = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
command = sys.argv[sys.argv.index("--") + 1 :]
program = [
    (LOAD, 0, 0, NUMBER_OFFSET),
    (JUMP_EQUAL, 0, 3, NUMBERS[platform.machine()][call]),
    (LOAD, 0, 0, ARGUMENTS_OFFSET + 8 * argument),
    (JUMP_EQUAL, 0, 1, value),
    (RETURN, 0, 0, SECCOMP_RET_ERRNO | errno),
    (RETURN, 0, 0, SECCOMP_RET_ALLOW),
]
code = b"".join(struct.pack("HBBI", *instruction) for instruction in program)
buffer = ctypes.create_string_buffer(code)
header = struct.pack("HxxxxxxP", len(program), ctypes.addressof(buffer))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header):
    sys.exit(f"prctl: errno {ctypes.get_errno()}")
os.execvp(command[0], command)
