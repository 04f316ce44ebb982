"""A poor cable, where the kernel has no netem: what goes in at one end comes out at the other late, slowly, or not at all.

Usage: poor-cable.py INTERFACE NAMESPACE INTERFACE-THERE DELAY-MS LOSS KILOBITS. It lives as long as its standard input.
"""
import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import sys
import time

near, namespace, far = sys.argv[1:4]
delay, loss, kilobits = float(sys.argv[4]) / 1000, float(sys.argv[5]), float(sys.argv[6])
# Seconds that packets may queue; what comes then is dropped, as by a router.
longest_queue = 0.5
chance = random.Random(1)


def open_end(name):
    end = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    # TUNSETIFF with IFF_TUN and IFF_NO_PI.
    fcntl.ioctl(end, 0x400454CA, struct.pack('16sH22x', name.encode(), 0x1001))
    return end


ends = [open_end(near)]
with open('/run/netns/' + namespace) as file:
    if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), 0x40000000) != 0:
        raise OSError(ctypes.get_errno(), 'setns')
ends.append(open_end(far))
print('ready', flush=True)

free_at = [0.0, 0.0]
under_way = []
count = 0
while True:
    wait = max(0, under_way[0][0] - time.monotonic()) if under_way else None
    readable, _, _ = select.select([*ends, 0], [], [], wait)
    now = time.monotonic()
    while under_way and under_way[0][0] <= now:
        _, _, side, packet = heapq.heappop(under_way)
        try:
            os.write(ends[1 - side], packet)
        except OSError:
            pass  # The other end is down.
    for side in (0, 1):
        if ends[side] not in readable:
            continue
        try:
            packet = os.read(ends[side], 65536)
        except OSError:
            time.sleep(0.01)
            continue
        if chance.random() < loss or free_at[side] - now > longest_queue:
            continue
        free_at[side] = max(now, free_at[side]) + len(packet) * 8 / (kilobits * 1000)
        count += 1
        heapq.heappush(under_way, (free_at[side] + delay, count, side, packet))
    if 0 in readable and os.read(0, 1) == b'':
        sys.exit()
