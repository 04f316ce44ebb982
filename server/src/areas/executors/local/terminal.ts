import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { existsSync, writeSync } from 'node:fs'
import type { IPty, spawn } from '@lydell/node-pty'
import { commandMarks, shellCommand } from '#platform/terminals/command-marks'
import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'

interface Surroundings {
  workingFolder: string
  environment: Readonly<Record<string, string>>
  folder: string
}

/** Untyped internals of node-pty: the terminal's file descriptor and read stream. */
interface Inside {
  readonly fd: number
  readonly _socket: { readonly destroyed: boolean }
}

type StartTerminal = (order: TerminalOrder, surroundings: Surroundings) => Terminal

/** In milliseconds. */
const hangUpPatience = 2_000
/** In milliseconds. */
const retryAfter = 20
const kind = 'xterm-256color'

/** Joins the control groups listed in the first file, then executes the command. */
const joining =
  'while read -r _supervisor_group; do echo 0 >"$_supervisor_group/cgroup.procs" || exit 126; done <"$0"; exec "$@"'

/** Undefined when node-pty is unavailable. */
export function localTerminals(): StartTerminal | undefined {
  const pty = loadPty()
  if (!pty) return undefined
  return ({ columns, rows, argv = shellCommand }, { workingFolder, environment, folder }) => {
    const groups = join(folder, 'groups')
    const [program, ...rest] = existsSync(groups) ? ['/bin/sh', '-c', joining, groups, ...argv] : argv
    const env = { ...commandMarks, ...environment, TERM: kind }
    const options = { cols: columns, rows, cwd: workingFolder, env, name: kind, encoding: null }
    return terminalOf(pty.spawn(program ?? '', rest, options))
  }
}

function terminalOf(pty: IPty): Terminal {
  let isOver = false
  const inside = pty as IPty & Inside
  // A command may close its terminal and continue.
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
      // Without an encoding node-pty passes raw bytes.
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

/** node-pty's own write blocks the process while the command does not read. */
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

const nameOf = (signal: number) =>
  Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? null
