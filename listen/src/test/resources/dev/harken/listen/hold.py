"""Holds an address until it is killed, as a foreign server does.

usage: hold.py ADDRESS PORT [reuseport] [udp] [bound] [v6only] [connect]

ADDRESS with a slash or @ is a Unix socket. Prints "holding PORT" when it has the address. "bound"
does not listen; "connect" has one connection and no listener.
"""
import signal
import socket
import sys

address, port, flags = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
unix = address.startswith(("/", "@"))
family = socket.AF_UNIX if unix else socket.AF_INET6 if ":" in address else socket.AF_INET
kind = socket.SOCK_DGRAM if "udp" in flags else socket.SOCK_STREAM
holder = socket.socket(family, kind)
if "reuseport" in flags:
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
if family == socket.AF_INET6:
    holder.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int("v6only" in flags))
holder.bind(address.replace("@", "\0", 1) if unix else (address, port))
if kind == socket.SOCK_STREAM and "bound" not in flags:
    holder.listen(8)
if "connect" in flags:
    client = socket.create_connection(holder.getsockname())
    server, _ = holder.accept()
    holder.close()
    print("holding", server.getsockname()[1], flush=True)
else:
    print("holding", 0 if unix else holder.getsockname()[1], flush=True)
signal.pause()
