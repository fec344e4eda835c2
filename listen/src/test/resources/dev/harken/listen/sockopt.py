"""Reads socket options of another process: the kernel's view without this project's code.

usage: sockopt.py PID FD LEVEL:NAME:LENGTH...

Prints the bytes of each option in hexadecimal, one line each; "errno N" where it can't be read.
"""
import ctypes
import os
import socket
import sys

PIDFD_GETFD = 438  # the same number on every architecture

pid, fd = int(sys.argv[1]), int(sys.argv[2])
libc = ctypes.CDLL(None, use_errno=True)
copy = libc.syscall(PIDFD_GETFD, os.pidfd_open(pid), fd, 0)
if copy < 0:
    sys.exit(f"pidfd_getfd: errno {ctypes.get_errno()}")
borrowed = socket.socket(fileno=copy)
for option in sys.argv[3:]:
    level, name, length = map(int, option.split(":"))
    try:
        print(borrowed.getsockopt(level, name, length).hex())
    except OSError as refused:
        print(f"errno {refused.errno}")
