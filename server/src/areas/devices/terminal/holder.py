# Holds a shell on a terminal of this device, so that it outlives the connection over which it is looked at.
# Arguments: length of this script, `new` or `again`, name, columns, rows, seconds until a holder without a server ends.
# Between holder and server go frames: one letter, the length of what follows in four bytes, what follows.
# From the server: A attach (offset, columns, rows)  I input  K taken up to (offset)  W size  P sign of life  H hang up
# From the holder: S begins (offset, input received)  O output  R input that the shell has taken  P  X exit
# Runs on Python 3.4 and later, with no module outside its smallest installation.
import errno
import fcntl
import os
import pwd
import select
import signal
import socket
import stat
import struct
import sys
import termios
import threading
import time

WINDOW = 262144  # bytes that are held for a server that is attached, and sent beyond those that it has taken
CAPACITY = 1048576  # bytes that are held while none is attached; then the shell waits
PIECE = 32768
PATIENCE = 2  # seconds after a hang-up until what does not mind it is killed
GONE = 3  # exit status when there is no holder of this name


def folder():
    for parent in ("/tmp", "/var/tmp"):
        path = os.path.join(parent, "vermilion-%d" % os.getuid())
        try:
            os.mkdir(path, 0o700)
        except OSError as error:
            if error.errno != errno.EEXIST:
                continue
        state = os.lstat(path)
        # Whoever else made it could read what is typed.
        if stat.S_ISDIR(state.st_mode) and state.st_uid == os.getuid() and not state.st_mode & 0o077:
            return path
    sys.exit("there is no folder that belongs to this account alone")


def set_size(terminal, columns, rows):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


# What shells are told so that they mark their prompts (A), what is typed (B), output (C) and exit status (D), as OSC 133.
BASH = {"PROMPT_COMMAND": "printf '\\033]133;D;%s\\007\\033]133;A\\007' \"$?\"", "PS0": "\\e]133;C\\a"}
FISH = """
function __mark_prompt --on-event fish_prompt; printf '\\e]133;A\\a'; end
function __mark_output --on-event fish_preexec; printf '\\e]133;C\\a'; end
function __mark_status --on-event fish_postexec; printf '\\e]133;D;%s\\a' $status; end
"""
# Read before what the account has set up, which it then leads to.
ZSH = """
command rm -rf -- '{folder}'
if [[ -n '{before}' ]]; then ZDOTDIR='{before}'; else unset ZDOTDIR; fi
__mark_prompt() {{ print -n "\\e]133;D;$?\\a\\e]133;A\\a" }}
__mark_output() {{ print -n "\\e]133;C\\a" }}
precmd_functions+=(__mark_prompt)
preexec_functions+=(__mark_output)
if [[ -r "${{ZDOTDIR:-$HOME}}/.zshenv" ]]; then source "${{ZDOTDIR:-$HOME}}/.zshenv"; fi
"""
# Read after what the account has set up. These put the exit status into a prompt, and run nothing before it.
SH = """
if [ -r '{before}' ]; then . '{before}'; fi
case "$PS1" in
*']133;'*) ;;
*) PS1='{open}\033]133;D;$?\007\033]133;A\007{close}'"$PS1"'{open}\033]133;B\007{close}' ;;
esac
"""


def mark_commands(shell):
    """Further arguments of a shell; one that cannot be told how to mark its commands is left alone."""
    try:
        return tell_marks(shell)
    except OSError:
        return []


def tell_marks(shell):
    kind = os.path.basename(os.path.realpath(shell))
    if kind == "bash":
        for name in BASH:
            os.environ.setdefault(name, BASH[name])
    elif kind == "fish":
        return ["-C", FISH]
    elif kind.startswith("zsh"):
        own = os.path.join(folder(), "zsh-%d" % os.getpid())
        if not os.path.isdir(own):
            os.mkdir(own, 0o700)
        write_script(os.path.join(own, ".zshenv"), ZSH.format(folder=own, before=plain(os.environ.get("ZDOTDIR", ""))))
        os.environ["ZDOTDIR"] = own
    elif kind in ("dash", "busybox"):
        open_, close = ("\\[", "\\]") if kind == "busybox" else ("", "")
        path = os.path.join(folder(), "marks-%s.sh" % kind)
        write_script(path, SH.format(before=plain(os.environ.get("ENV", "")), open=open_, close=close))
        os.environ["ENV"] = path
    return []


def plain(path):
    return "" if "'" in path else path


def write_script(path, text):
    own = "%s.%d" % (path, os.getpid())
    with open(own, "w") as script:
        script.write(text)
    # Another shell may be reading it.
    os.rename(own, path)


def become_shell():
    account = pwd.getpwuid(os.getuid())
    shell = account.pw_shell or "/bin/sh"
    os.environ.update(TERM="xterm-256color", SHELL=shell)
    os.environ.setdefault("HOME", account.pw_dir)
    for number in (signal.SIGHUP, signal.SIGPIPE, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.chdir(account.pw_dir)
    except OSError:
        os.chdir("/")
    os.execv(shell, ["-" + os.path.basename(shell)] + mark_commands(shell))


class Holder(object):
    def __init__(self, path, columns, rows, idle):
        self.path, self.idle = path, idle
        os.umask(0o077)
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(path)
        self.listener.listen(4)
        os.umask(0o022)
        self.pid, self.terminal = os.forkpty()
        if self.pid == 0:
            try:
                become_shell()
            finally:
                os._exit(127)
        set_size(self.terminal, columns, rows)
        self.retained, self.base, self.sent = bytearray(), 0, 0
        self.inbox, self.received, self.written, self.reported = bytearray(), 0, 0, 0
        self.exit, self.exit_sent, self.is_over = None, False, False
        self.kill_at = None
        self.client, self.is_attached, self.out, self.frames = None, False, bytearray(), bytearray()
        self.seen = time.monotonic()
        wake, waker = os.pipe()
        for descriptor in (self.terminal, wake, waker):
            flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
            fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_NONBLOCK)
        self.wake = wake
        signal.set_wakeup_fd(waker)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self.reap()

    def end(self):
        return self.base + len(self.retained)

    def run(self):
        while not self.is_over:
            most = WINDOW if self.is_attached else CAPACITY
            reads, writes = [self.listener, self.wake], []
            if self.exit is None and len(self.retained) < most:
                reads.append(self.terminal)
            if self.client is not None:
                reads.append(self.client)
                self.fill()
                if self.out:
                    writes.append(self.client)
            if self.inbox and self.exit is None:
                writes.append(self.terminal)
            try:
                readable, writable, _ = select.select(reads, writes, [], 1 if self.kill_at else min(30, self.idle))
            except (OSError, select.error):
                continue
            self.keep_time()
            if self.wake in readable:
                try:
                    os.read(self.wake, 512)
                except OSError:
                    pass
                self.reap()
            if self.terminal in readable and self.exit is None:
                self.read_terminal()
            if self.terminal in writable and self.exit is None:
                self.write_terminal()
            if self.client in writable:
                self.send()
            if self.client is not None and self.client in readable:
                self.take()
            if self.listener in readable:
                self.accept()

    def keep_time(self):
        now = time.monotonic()
        if self.client is not None:
            self.seen = now
        elif now - self.seen > self.idle:
            self.hang_up()
        if self.kill_at is not None and now > self.kill_at:
            self.signal_shell(signal.SIGKILL)

    def signal_shell(self, number):
        if self.exit is None:
            try:
                os.killpg(self.pid, number)
            except OSError:
                pass

    def hang_up(self):
        if self.exit is not None:
            self.is_over = True
        elif self.kill_at is None:
            # What runs in the foreground is told by the terminal.
            try:
                os.killpg(os.tcgetpgrp(self.terminal), signal.SIGHUP)
            except OSError:
                pass
            self.signal_shell(signal.SIGHUP)
            self.signal_shell(signal.SIGCONT)
            self.kill_at = time.monotonic() + PATIENCE

    def reap(self):
        if self.exit is not None:
            return
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if pid == 0:
            return
        # What it wrote last is still in the terminal.
        while self.read_rest():
            pass
        self.exit = (os.WEXITSTATUS(status), 0) if os.WIFEXITED(status) else (0, os.WTERMSIG(status))
        self.is_over = self.kill_at is not None

    def read_rest(self):
        try:
            part = os.read(self.terminal, PIECE)
        except OSError:
            return False
        # What the shell left running may write on for ever.
        self.retained += part
        return len(part) > 0 and len(self.retained) < 2 * CAPACITY

    def read_terminal(self):
        try:
            self.retained += os.read(self.terminal, PIECE)
        except OSError as error:
            # EIO: no program has it open any more; the shell ends now.
            if error.errno == errno.EIO:
                time.sleep(0.01)
                self.reap()

    def write_terminal(self):
        try:
            count = os.write(self.terminal, self.inbox[:4096])
        except OSError:
            return
        del self.inbox[:count]
        self.written += count

    def fill(self):
        if not self.is_attached:
            return
        if self.reported != self.written:
            self.reported = self.written
            self.frame(b"R", struct.pack(">Q", self.written))
        while len(self.out) < 2 * PIECE and self.sent < min(self.end(), self.base + WINDOW):
            begin = self.sent - self.base
            piece = bytes(self.retained[begin : begin + PIECE])
            self.frame(b"O", piece)
            self.sent += len(piece)
        if self.exit is not None and self.sent == self.end() and not self.exit_sent:
            self.exit_sent = True
            self.frame(b"X", struct.pack(">ii", *self.exit))

    def frame(self, letter, body=b""):
        self.out += letter + struct.pack(">I", len(body)) + body

    def send(self):
        try:
            del self.out[: self.client.send(self.out[:PIECE])]
        except OSError as error:
            if error.errno != errno.EAGAIN:
                self.drop()

    def drop(self):
        self.client.close()
        self.client, self.is_attached, self.out, self.frames = None, False, bytearray(), bytearray()

    def accept(self):
        # The latest counts: the one before may hang in a connection that nobody knows to be cut.
        if self.client is not None:
            self.drop()
        self.client = self.listener.accept()[0]
        self.client.setblocking(False)

    def take(self):
        try:
            part = self.client.recv(PIECE)
        except OSError as error:
            if error.errno != errno.EAGAIN:
                self.drop()
            return
        if not part:
            return self.drop()
        self.frames += part
        while len(self.frames) >= 5:
            length = struct.unpack(">I", bytes(self.frames[1:5]))[0]
            if len(self.frames) < 5 + length:
                return
            letter, body = bytes(self.frames[:1]), bytes(self.frames[5 : 5 + length])
            del self.frames[: 5 + length]
            self.obey(letter, body)

    def obey(self, letter, body):
        if letter == b"A":
            offset, columns, rows = struct.unpack(">QHH", body)
            self.forget(offset)
            self.sent, self.is_attached, self.exit_sent = self.base, True, False
            self.frame(b"S", struct.pack(">QQ", self.base, self.received))
            self.resize(columns, rows)
        elif letter == b"I":
            self.inbox += body
            self.received += len(body)
        elif letter == b"K":
            self.forget(struct.unpack(">Q", body)[0])
        elif letter == b"W":
            self.resize(*struct.unpack(">HH", body))
        elif letter == b"P":
            self.frame(b"P")
        elif letter == b"H":
            self.hang_up()

    def forget(self, offset):
        count = min(len(self.retained), max(0, offset - self.base))
        del self.retained[:count]
        self.base += count

    def resize(self, columns, rows):
        try:
            set_size(self.terminal, columns, rows)
        except OSError:
            pass


def start(path, columns, rows, idle):
    ready, writer = os.pipe()
    if os.fork() == 0:
        # Twice, so that it belongs to no session and nobody waits for it.
        os.setsid()
        if os.fork() != 0:
            os._exit(0)
        try:
            os.close(ready)
            null = os.open("/dev/null", os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(null, descriptor)
            holder = Holder(path, columns, rows, idle)
            os.write(writer, b"1")
            os.close(writer)
            try:
                holder.run()
            finally:
                os.unlink(path)
        finally:
            os._exit(0)
    os.wait()
    os.close(writer)
    if os.read(ready, 1) != b"1":
        sys.exit("the terminal cannot be held")


def relay(path):
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        client.connect(path)
    except OSError:
        sys.exit(GONE)

    def pass_on():
        try:
            while True:
                part = os.read(0, 65536)
                if not part:
                    break
                client.sendall(part)
        finally:
            os._exit(0)

    # Each way by itself: what is typed gets through while nobody takes what is written.
    thread = threading.Thread(target=pass_on)
    thread.daemon = True
    thread.start()
    while True:
        part = client.recv(65536)
        if not part:
            os._exit(0)
        while part:
            part = part[os.write(1, part) :]


def main():
    mode, name = sys.argv[2:4]
    columns, rows, idle = (int(value) for value in sys.argv[4:7])
    path = os.path.join(folder(), name)
    if mode == "new":
        start(path, columns, rows, idle)
    relay(path)


main()
