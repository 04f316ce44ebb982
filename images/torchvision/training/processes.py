"""Processes that learn as one: one for each accelerator, on one machine or several."""

import contextlib
import fcntl
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.distributed.rendezvous import rendezvous

# How long processes wait for one another: to meet, and while the first one validates and writes its files.
MEETING = timedelta(minutes=10)
WAITING = timedelta(hours=6)
LOST = re.compile(r"gloo|NCCL|Connection|Broken pipe|[Ss]ocket|[Tt]imed out|process group|Store")
# Seconds after which a process that lost another one ends, so that the one that broke is known by its earlier end.
AFTER_LOSS = 2


class ProcessLost(Exception):
    """Says which of the processes cannot be reached, for the log."""


class Group:
    """This process among those that learn as one. The first one leads: it validates, and it alone writes files."""

    def __init__(self, rank=0, size=1, local=0):
        self.rank, self.size, self.leads = rank, size, rank == 0
        self.device = torch.device("cuda", local) if torch.cuda.is_available() else torch.device("cpu")

    def taught(self, model, leaves_weights_unused):
        """The model, with gradients that are the mean of all processes. Weights that no loss reaches have to be looked for."""
        if self.size == 1:
            return model
        devices = [self.device] if self.device.type == "cuda" else None
        return torch.nn.parallel.DistributedDataParallel(model, devices, find_unused_parameters=leaves_weights_unused)

    def told(self, value):
        """What the first process has here."""
        if self.size == 1:
            return value
        values = [value]
        dist.broadcast_object_list(values, 0)
        return values[0]

    def means(self, values):
        if self.size == 1:
            return values
        sums = torch.tensor(values, dtype=torch.float64, device=self.device)
        dist.all_reduce(sums)
        return (sums / self.size).tolist()


def joined():
    """Meets the other processes at MASTER_ADDR and MASTER_PORT."""
    rank, size, local = (int(os.environ.get(*pair)) for pair in (("RANK", 0), ("WORLD_SIZE", 1), ("LOCAL_RANK", 0)))
    if size == 1:
        return Group()
    group = Group(rank, size, local)
    address, port = os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"]
    interface = interface_towards(address)
    if interface is not None:
        os.environ.setdefault("GLOO_SOCKET_IFNAME", interface)
    if group.device.type == "cuda":
        torch.cuda.set_device(group.device)
        # Before 2.2 a process waits for one that has ended unless told otherwise.
        os.environ.setdefault("NCCL_ASYNC_ERROR_HANDLING", "1")
    try:
        store, _, _ = next(rendezvous("env://", timeout=MEETING))
        meet(store, size)
        dist.init_process_group("nccl" if group.device.type == "cuda" else "gloo", store=store, rank=rank, world_size=size, timeout=WAITING)
    except RuntimeError as problem:
        reason = f"{problem}".strip().split("\n")[0]
        raise ProcessLost(f"the {size} processes did not all meet at {address}:{port} within {MEETING.total_seconds():g} s ({reason})") from None
    return group


def meet(store, size):
    """Some versions of the store give up waiting without a word."""
    latest, there = time.monotonic() + MEETING.total_seconds(), store.add("met", 1)
    while there < size:
        if time.monotonic() > latest:
            raise RuntimeError(f"{there} of them came")
        time.sleep(0.1)
        there = store.add("met", 0)


def interface_towards(address):
    """The network interface by which this machine reaches an address: the machine's own name is often one of the loopback."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((address, 9))
        own = socket.inet_aton(probe.getsockname()[0])
        for _, name in socket.if_nameindex():
            # SIOCGIFADDR: the address of an interface. Some have none.
            with contextlib.suppress(OSError):
                if fcntl.ioctl(probe, 0x8915, struct.pack("256s", name.encode()))[20:24] == own:
                    return name
    return None


def is_loss(problem):
    return dist.is_available() and dist.is_initialized() and LOST.search(str(problem)) is not None


def processes_here():
    told = os.environ.get("PET_NPROC_PER_NODE", "")
    most = int(told) if told.isdigit() else 0
    # A task that has asked for fewer may still see all accelerators of its machine.
    return min(torch.cuda.device_count(), most or 1024) if torch.cuda.is_available() else most or 1


def spread(argv):
    """Runs this program once for each accelerator of this machine, and answers the exit code. None where it is to be run here."""
    count = processes_here()
    # Who has started this process, as torchrun does, has counted the accelerators.
    if count < 2 or "LOCAL_WORLD_SIZE" in os.environ:
        return None
    machines, machine = int(os.environ.get("WORLD_SIZE", 1)), int(os.environ.get("RANK", 0))
    told = {"WORLD_SIZE": machines * count, "LOCAL_WORLD_SIZE": count}
    if machines == 1:
        with socket.create_server(("127.0.0.1", 0)) as free:
            told |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": free.getsockname()[1]}
    threads = os.environ.get("OMP_NUM_THREADS", max(1, len(os.sched_getaffinity(0)) // count))
    children = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: [child.terminate() for child in children])
    for local in range(count):
        own = {**told, "RANK": machine * count + local, "LOCAL_RANK": local, "OMP_NUM_THREADS": threads}
        env = {**os.environ, **{name: str(value) for name, value in own.items()}}
        children.append(subprocess.Popen([sys.executable, *argv], env=env))
    return first_exit(children)


def first_exit(children):
    """Of the processes that fail, the first: it ends the others."""
    first, latest, goes_on = 0, None, True
    while goes_on:
        codes = [child.poll() for child in children]
        goes_on, first = None in codes, first or next(filter(None, codes), 0)
        latest = latest or (time.monotonic() + 10 if first else None)
        for child in children if first else []:
            child.terminate() if time.monotonic() < latest else child.kill()
        time.sleep(0.1)
    return 128 - first if first < 0 else first
