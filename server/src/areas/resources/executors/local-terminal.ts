import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { accessSync, writeSync } from 'node:fs'
import type { IPty, spawn } from '@lydell/node-pty'
import { commandMarks, shellCommand } from '#platform/terminals/command-marks'
import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'

interface Surroundings {
  workingFolder: string
  environment: Readonly<Record<string, string>>
  /** Folder of the instance's supervisor. */
  folder: string
}

/** What its types do not tell of: the file of the terminal, and the stream that reads it. */
interface Inside {
  readonly fd: number
  readonly _socket: { readonly destroyed: boolean }
}

type StartTerminal = (order: TerminalOrder, surroundings: Surroundings) => Terminal

/** Milliseconds after a hang-up until a command that does not mind it is ended by force. */
const hangUpPatience = 2_000
/** Milliseconds until a command that has not read what it was sent is tried again. */
const retryAfter = 20
const kind = 'xterm-256color'

/** Joins the groups that the file named first lists, one a line, and becomes the command after it. */
const joining =
  'while read -r _supervisor_group; do echo 0 >"$_supervisor_group/cgroup.procs" || exit 126; done <"$0"; exec "$@"'

/** How terminals are started; undefined where the system has no part for it. */
export function localTerminals(): StartTerminal | undefined {
  const pty = loadPty()
  if (!pty) return undefined
  return ({ columns, rows, argv = shellCommand }, { workingFolder, environment, folder }) => {
    const groups = join(folder, 'groups')
    const [program, ...rest] = exists(groups) ? ['/bin/sh', '-c', joining, groups, ...argv] : argv
    const env = { ...commandMarks, ...environment, TERM: kind }
    const options = { cols: columns, rows, cwd: workingFolder, env, name: kind, encoding: null }
    return terminalOf(pty.spawn(program ?? '', rest, options))
  }
}

function terminalOf(pty: IPty): Terminal {
  let isOver = false
  const inside = pty as IPty & Inside
  // A command that closes its terminal ends this side's as well, and may run on without it.
  const isOpen = () => !isOver && !inside._socket.destroyed
  const input = createInput(inside.fd, isOpen)
  const exit = new Promise<{ code: number; signal: string | null }>((resolve) => {
    pty.onExit(({ exitCode, signal = 0 }) => {
      isOver = true
      resolve(signal === 0 ? { code: exitCode, signal: null } : { code: 128 + signal, signal: nameOf(signal) })
    })
  })
  return {
    exit,
    onData(listener) {
      // Without an encoding the bytes come as they are.
      const listening = pty.onData((bytes) => listener(Buffer.from(bytes)))
      return () => listening.dispose()
    },
    write: (bytes) => input.write(bytes),
    unread: input.waiting,
    resize: (columns, rows) => isOpen() && pty.resize(columns, rows),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    kill() {
      if (isOver) return
      pty.kill('SIGHUP')
      const force = setTimeout(() => isOver || pty.kill('SIGKILL'), hangUpPatience)
      force.unref()
    },
  }
}

/** Its own way to write holds the whole process up while the command reads nothing. */
function createInput(file: number, isOpen: () => boolean) {
  let waiting = Buffer.alloc(0)
  let isWaiting = false

  function flush(): void {
    isWaiting = false
    try {
      while (isOpen() && waiting.length > 0) waiting = waiting.subarray(writeSync(file, waiting))
    } catch (error) {
      if (!isFull(error)) waiting = Buffer.alloc(0)
      isWaiting = waiting.length > 0
      if (isWaiting) setTimeout(flush, retryAfter).unref()
    }
  }

  return {
    write(bytes: Buffer | string): void {
      waiting = Buffer.concat([waiting, typeof bytes === 'string' ? Buffer.from(bytes) : bytes])
      if (!isWaiting) flush()
    },
    waiting: () => waiting.length,
  }
}

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EAGAIN'

function loadPty(): { spawn: typeof spawn } | undefined {
  try {
    return createRequire(import.meta.url)('@lydell/node-pty') as { spawn: typeof spawn }
  } catch {
    return undefined
  }
}

function exists(path: string): boolean {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}

const nameOf = (signal: number) =>
  Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? null
