import { setTimeout as delay } from 'node:timers/promises'
import { Failure, fail } from '@vermilion/contract/kernel/errors'
import type { Terminal as TerminalInfo } from '@vermilion/contract/terminals'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { withTimeout } from '#platform/time-out'
import { createSession, maxViewers, type Session } from './session.ts'
import type { Terminal } from './terminal.ts'

const maxTerminals = 64
const maxEnded = 16
const hour = 3_600_000
const endedRetention = hour
/** Milliseconds after which a terminal without viewers and output is closed. */
const unusedRetention = 12 * hour
const sweepEvery = 60_000
const openPatience = 15_000
/** Milliseconds that the server's stop waits for remote terminals. */
const hangUpPatience = 2_000
/** Close codes: the server restarts, or the terminal was closed. */
const restarting = 1012
const closed = 4404

interface OpenSession {
  id: string
  session: Session
  forgotten(): void
  changed(): void
  /** Called once, with the account that closed it or null when its command ended. */
  tellEnd(by: string | null): void
}

interface TerminalKind<About> {
  readonly maxOfOwner: number
  changed(about: About): void
  ended?(about: About, by: string | null): void
}

export interface Opened<About> {
  readonly terminal: Terminal
  readonly about: About
}

interface NewTerminal<About> {
  readonly owner: string
  readonly columns: number
  readonly rows: number
  readonly creator: string
  start(): Promise<Opened<About>>
}

export type Terminals = ReturnType<typeof createTerminals>

/** All terminals of the server, local and remote. They live as long as their command and this server. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createTerminals({ clock, lifecycle, log }: Pick<Platform, 'clock' | 'lifecycle' | 'log'>) {
  const all = new Map<string, OpenSession>()
  let opening = 0
  let isOver = false

  const isEnded = ({ session }: OpenSession) => session.state().exit !== null
  const running = (sessions: Iterable<OpenSession>) => [...sessions].filter((retained) => !isEnded(retained)).length

  function sweep(): void {
    const finished = [...all.values()].filter(isEnded).toSorted((a, b) => b.session.unused() - a.session.unused())
    const surplus = new Set(finished.slice(0, Math.max(0, finished.length - maxEnded)))
    for (const retained of all.values()) {
      const unused = retained.session.unused()
      if (isEnded(retained) && (unused > endedRetention || surplus.has(retained))) forget(retained)
      else if (!isEnded(retained) && unused > unusedRetention) void retained.session.hangUp()
    }
  }

  function forget(retained: OpenSession): void {
    all.delete(retained.id)
    retained.forgotten()
    retained.session.leaveAll(closed)
  }

  function find(terminalId: string): OpenSession {
    const retained = all.get(terminalId)
    if (retained === undefined) throw fail('terminal.not-found')
    return retained
  }

  async function start<About>({ start: begin, owner }: NewTerminal<About>): Promise<Opened<About>> {
    // A terminal that opens after its caller gave up would stay open unseen.
    const opened = await withTimeout(begin(), {
      tooLate: (late) => late.terminal.kill(),
      timeoutMs: openPatience,
    }).catch((error: unknown) => {
      if (error instanceof Failure) throw error
      log.warn({ err: error, owner }, 'a terminal could not be opened')
      throw fail('terminal.failed', { reason: error instanceof Error ? error.message : String(error) })
    })
    if (!isOver) return opened
    opened.terminal.kill()
    throw fail('server.stopping')
  }

  function close(terminalId: string, by: string | null): void {
    const retained = find(terminalId)
    forget(retained)
    retained.tellEnd(by)
    void retained.session.hangUp()
    retained.changed()
  }

  let sweeping: NodeJS.Timeout | undefined
  lifecycle.onStart(() => {
    sweeping = setInterval(sweep, sweepEvery).unref()
  })
  lifecycle.onStop(async () => {
    isOver = true
    clearInterval(sweeping)
    const ends = [...all.values()].map(({ session }) => {
      session.leaveAll(restarting)
      return session.hangUp()
    })
    // Connections that end now would lose a pending hang-up.
    await Promise.race([Promise.all(ends), delay(hangUpPatience, undefined, { ref: false })])
  })

  return {
    close,

    view(terminalId: string, from: number) {
      const view = find(terminalId).session.view(from)
      if (view === null) throw fail('terminal.too-many', { most: maxViewers })
      return view
    },

    kind<About extends object>(kind: TerminalKind<About>) {
      const own = new Map<string, OpenSession & { owner: string; present: () => TerminalInfo & About }>()
      const of = (owner: string) => [...own.values()].filter((retained) => retained.owner === owner)
      const openingIn = new Map<string, number>()
      const count = (owner: string, by: number) => {
        opening += by
        openingIn.set(owner, (openingIn.get(owner) ?? 0) + by)
        if (openingIn.get(owner) === 0) openingIn.delete(owner)
      }

      function checkRoom(owner: string): void {
        const { maxOfOwner } = kind
        if (running(of(owner)) + (openingIn.get(owner) ?? 0) >= maxOfOwner)
          throw fail('terminal.too-many', { most: maxOfOwner })
        if (running(all.values()) + opening >= maxTerminals) throw fail('terminal.too-many', { most: maxTerminals })
      }

      function add(order: NewTerminal<About>, { terminal, about }: Opened<About>) {
        const { owner, columns, rows, creator } = order
        const id = newId()
        const createdAt = clock.time()
        const changed = () => kind.changed(about)
        let hasEnded = false
        const tellEnd = (by: string | null) => {
          if (!hasEnded) kind.ended?.(about, by)
          hasEnded = true
        }
        const onEnd = () => {
          tellEnd(null)
          changed()
        }
        const session = createSession({ terminal, columns, rows, now: clock.now, onEnd, onLine: changed })
        const present = () => ({ id, ...about, creator, createdAt, ...session.state() })
        const retained = { id, session, owner, present, changed, tellEnd, forgotten: () => own.delete(id) }
        own.set(id, retained)
        all.set(id, retained)
        return retained
      }

      return {
        list: (owner: string) => of(owner).map(({ present }) => present()),

        async open(order: NewTerminal<About>): Promise<TerminalInfo & About> {
          const { owner, creator } = order
          checkRoom(owner)
          count(owner, 1)
          try {
            const { id, present, changed } = add(order, await start(order))
            log.info({ owner, terminal: id, creator }, 'a terminal was opened')
            sweep()
            changed()
            return present()
          } finally {
            count(owner, -1)
          }
        },

        closeAll(owner: string): void {
          for (const { id } of of(owner)) close(id, null)
        },
      }
    },
  }
}
