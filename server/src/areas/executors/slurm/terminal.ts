import { commandMarks, shellCommand } from '#platform/terminals/command-marks'
import type { Terminal, TerminalOrder } from '#platform/terminals/terminal'
import type { SlurmConnection } from './connection/connection.ts'
import { localNameOf } from './job-files.ts'

interface TerminalPlace {
  jobId: string
  node: string
  attempt: number
  member: { role: string; index: number }
  /** The job's folder as the nodes see it. */
  folder: string
}

/** Milliseconds in which `srun` tells the node of a new size, beside what is typed. */
const sizePatience = 300

/** A step of the running job on the node of the instance, in a terminal of the machine with the commands. */
export async function openTerminal(
  { openTerminal: open }: SlurmConnection,
  order: TerminalOrder,
  location: TerminalPlace,
): Promise<Terminal> {
  if (open === undefined) throw new Error('the connection of this pool has no terminals: it needs the command srun')
  const { jobId, node, attempt, member, folder } = location
  const name = localNameOf(member)
  const marks = Object.entries({ ...commandMarks, TERM: 'xterm-256color' }).map(([key, value]) => `${key}=${value}`)
  const argv = [
    'srun',
    `--jobid=${jobId}`,
    '--overlap',
    `--nodelist=${node}`,
    '--nodes=1',
    '--ntasks=1',
    '--quiet',
    `--chdir=${folder}`,
    '--pty',
    'env',
    '-i',
    ...marks,
    '/bin/sh',
    './enter',
    name,
    `${attempt}/${name}`,
    ...(order.argv ?? shellCommand),
  ] as [string, ...string[]]
  return orderInput(await open({ ...order, argv }))
}

/** What is typed behind a change of the size waits for it. */
function orderInput(terminal: Terminal): Terminal {
  let held: Buffer[] = []
  let timer: NodeJS.Timeout | undefined

  function release(): void {
    timer = undefined
    const bytes = Buffer.concat(held)
    held = []
    if (bytes.length > 0) terminal.write(bytes)
  }

  return {
    ...terminal,
    write(bytes) {
      if (timer === undefined) terminal.write(bytes)
      else held.push(Buffer.from(bytes))
    },
    unread: () => terminal.unread() + Buffer.concat(held).length,
    resize(columns, rows) {
      // What was typed before it is on its way.
      clearTimeout(timer)
      terminal.resize(columns, rows)
      timer = setTimeout(release, sizePatience)
    },
  }
}
