import { fail } from '@vermilion/contract/kernel/errors'
import type { Terminal } from '@vermilion/contract/tasks/terminals'
import type { Clock } from '#platform/clock'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import { withTimeout } from '../running/time-out.ts'
import { firstInstance } from '../running/instances.ts'
import type { Tasks } from '../service.ts'
import { createSession, mostViewers } from './session.ts'
import type { Session } from './session.ts'

/** Terminals whose command runs: of one task, and of all. */
const mostOfTask = 8
const mostOfAll = 64
/** Terminals whose command has ended that are kept for whoever wants to read what it said. */
const mostEnded = 16
const hour = 3_600_000
const keptEnded = hour
/** Milliseconds after which a terminal that nobody looks at and that says nothing is hung up. */
const keptUnused = 12 * hour
const sweepEvery = 60_000
/** Milliseconds that a terminal may take to open. */
const openPatience = 15_000
/** For viewers: the server ends, or the terminal was closed. */
const restarting = 1012
const closed = 4404

interface OpenSession extends Pick<Terminal, 'id' | 'taskId' | 'instance' | 'creator' | 'createdAt'> {
  session: Session
}

interface TerminalNeeds {
  tasks: Tasks
  clock: Clock
  events: Events
  lifecycle: Lifecycle
  log: Log
}

interface TerminalWanted {
  instance: string | undefined
  columns: number
  rows: number
  creator: string
}

export type Terminals = ReturnType<typeof createTerminals>

/** Terminals inside running instances. They live as long as the command on them, their run and this server. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createTerminals({ tasks, clock, events, lifecycle, log }: TerminalNeeds) {
  const all = new Map<string, OpenSession>()
  let opening = 0
  let isOver = false

  const isEnded = ({ session }: OpenSession) => session.state().exit !== null
  const present = ({ session, ...openSession }: OpenSession): Terminal => ({ ...openSession, ...session.state() })
  const ofTask = (taskId: string) => [...all.values()].filter((retained) => retained.taskId === taskId)

  function sweep(): void {
    const finished = [...all.values()].filter(isEnded).toSorted((a, b) => b.session.unused() - a.session.unused())
    const surplus = new Set(finished.slice(0, Math.max(0, finished.length - mostEnded)))
    for (const retained of all.values()) {
      const unused = retained.session.unused()
      if (isEnded(retained) && (unused > keptEnded || surplus.has(retained))) forget(retained)
      else if (!isEnded(retained) && unused > keptUnused) retained.session.hangUp()
    }
  }

  function forget({ id, session }: OpenSession): void {
    all.delete(id)
    session.leaveAll(closed)
  }

  function checkRoom(taskId: string): void {
    const ofThis = ofTask(taskId).filter((retained) => !isEnded(retained)).length + opening
    if (ofThis >= mostOfTask) throw fail('terminal.too-many', { most: mostOfTask })
    const running = [...all.values()].filter((retained) => !isEnded(retained)).length + opening
    if (running >= mostOfAll) throw fail('terminal.too-many', { most: mostOfAll })
  }

  async function openIn(taskId: string, { instance: request, columns, rows }: TerminalWanted) {
    const row = await tasks.row(taskId)
    const executor = await tasks.executorOf(row)
    const instance = request ?? firstInstance(row)
    if (!executor.capabilities.terminal) throw fail('terminal.unsupported')
    const { handle } = row
    if (handle === null || row.status !== 'running') throw fail('terminal.not-running', { instance })
    const instanceStatus = (await executor.status(handle)).instances.find(({ name }) => name === instance)
    if (instanceStatus === undefined) throw fail('task.instance-not-found', { instance })
    if (instanceStatus.phase !== 'running') throw fail('terminal.not-running', { instance })
    const opened = executor.open(handle, instance, { columns, rows })
    // One that comes when nobody waits for it any more would stay open unseen.
    const terminal = await withTimeout(opened, { tooLate: (late) => late.kill(), most: openPatience }).catch(
      (error: unknown) => {
        log.warn({ err: error, taskId, instance }, 'a terminal could not be opened')
        throw fail('terminal.failed', { reason: error instanceof Error ? error.message : String(error) })
      },
    )
    return { instance, terminal }
  }

  function find(terminalId: string): OpenSession {
    const retained = all.get(terminalId)
    if (retained === undefined) throw fail('terminal.not-found')
    return retained
  }

  let sweeping: NodeJS.Timeout | undefined
  lifecycle.onStart(() => {
    sweeping = setInterval(sweep, sweepEvery).unref()
  })
  lifecycle.onStop(() => {
    isOver = true
    clearInterval(sweeping)
    for (const { session } of all.values()) {
      session.leaveAll(restarting)
      session.hangUp()
    }
  })

  return {
    async list(taskId: string) {
      const executor = await tasks.executorOf(await tasks.row(taskId))
      return { supported: executor.capabilities.terminal, items: ofTask(taskId).map(present) }
    },

    async open(taskId: string, requested: TerminalWanted): Promise<Terminal> {
      checkRoom(taskId)
      opening += 1
      try {
        const { instance, terminal } = await openIn(taskId, requested)
        if (isOver) {
          terminal.kill()
          throw fail('server.stopping')
        }
        const changed = () => events.publish({ type: 'task-changed', taskId })
        const { columns, rows, creator } = requested
        const session = createSession({ terminal, columns, rows, now: clock.now, onEnd: changed })
        const retained = { id: newId(), taskId, instance, creator, createdAt: clock.time(), session }
        all.set(retained.id, retained)
        log.info({ taskId, instance, terminal: retained.id, creator }, 'a terminal was opened')
        sweep()
        changed()
        return present(retained)
      } finally {
        opening -= 1
      }
    },

    close(terminalId: string): void {
      const retained = find(terminalId)
      forget(retained)
      retained.session.hangUp()
      events.publish({ type: 'task-changed', taskId: retained.taskId })
    },

    /** What shows a terminal from this byte of its output on a socket. */
    view(terminalId: string, from: number) {
      const view = find(terminalId).session.view(from)
      if (view === null) throw fail('terminal.too-many', { most: mostViewers })
      return view
    },
  }
}
