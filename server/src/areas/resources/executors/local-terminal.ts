import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { accessSync } from 'node:fs'
import type { IPty, spawn } from '@lydell/node-pty'
import type { Terminal, TerminalOrder } from './terminal.ts'

interface Surroundings {
  workingFolder: string
  environment: Readonly<Record<string, string>>
  /** Folder of the instance's supervisor. */
  folder: string
}

type StartTerminal = (order: TerminalOrder, surroundings: Surroundings) => Terminal

/** Milliseconds after a hang-up until a command that does not mind it is ended by force. */
const hangUpPatience = 2_000
const kind = 'xterm-256color'

/** Joins the groups that the file named first lists, one a line, and becomes the command after it. */
const joining =
  'while read -r _supervisor_group; do echo 0 >"$_supervisor_group/cgroup.procs" || exit 126; done <"$0"; exec "$@"'

/** How terminals are started; undefined where the system has no part for it. */
export function localTerminals(): StartTerminal | undefined {
  const pty = loadPty()
  if (!pty) return undefined
  return ({ columns, rows, argv = [shell()] }, { workingFolder, environment, folder }) => {
    const groups = join(folder, 'groups')
    const [program, ...rest] = exists(groups) ? ['/bin/sh', '-c', joining, groups, ...argv] : argv
    const env = { ...environment, TERM: kind }
    const options = { cols: columns, rows, cwd: workingFolder, env, name: kind, encoding: null }
    return terminalOf(pty.spawn(program ?? '', rest, options))
  }
}

function terminalOf(pty: IPty): Terminal {
  let isOver = false
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
    // Its types know only text, it takes bytes as well.
    write: (bytes) => isOver || pty.write(bytes as string),
    resize: (columns, rows) => isOver || pty.resize(columns, rows),
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

function loadPty(): { spawn: typeof spawn } | undefined {
  try {
    return createRequire(import.meta.url)('@lydell/node-pty') as { spawn: typeof spawn }
  } catch {
    return undefined
  }
}

const shell = () => (exists('/bin/bash') ? '/bin/bash' : '/bin/sh')

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
