import type { Session } from '@vermilion/contract/accounts'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Identity } from '#platform/http/handler'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { clientOf } from '../sign-in/client.ts'
import { isSessionOver, maxSessions, usedAtStep, type SessionTimes } from '../rules.ts'
import type { SessionStore } from './session-store.ts'
import type { SessionRow } from '../store.ts'
import { hashToken, mediaValue, newToken } from './tokens.ts'
import type { Watch } from './credential-watch.ts'

const maxUserAgentLength = 300

interface SessionsNeeds extends Pick<Platform, 'database' | 'clock' | 'events'> {
  readonly store: SessionStore
  readonly watch: Watch
  readonly times: SessionTimes
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions({ database, store, clock, events, watch, times }: SessionsNeeds) {
  const ago = (milliseconds: number) => new Date(clock.now() - milliseconds).toISOString()
  const isOver = (session: { createdAt: string; usedAt: string }) => isSessionOver(session, times, clock.now())

  function waitForEnd(accountId: string, ids: readonly string[], later = (then: () => void) => then()): void {
    if (ids.length === 0) return
    database.afterCommit(() => later(() => watch.end(ids)))
    events.publish({ type: 'account-changed', accountId })
  }

  return {
    /** Opens a session and returns its id and token, which is stored nowhere. */
    open: (accountId: string, { address, userAgent }: Pick<SessionRow, 'address' | 'userAgent'>) =>
      database.transaction(async () => {
        const token = newToken()
        const hashes = { tokenHash: hashToken(token), mediaHash: hashToken(mediaValue(token)) }
        const times = { createdAt: clock.time(), usedAt: clock.time() }
        const from = { address, userAgent: userAgent?.slice(0, maxUserAgentLength) ?? null }
        const id = newId()
        await store.add({ id, accountId, ...hashes, ...times, ...from })
        await store.touch({ id, accountId }, { usedAt: times.usedAt, address })
        const surplus = (await store.ofAccount(accountId)).slice(maxSessions).map(({ id }) => id)
        if (surplus.length > 0) waitForEnd(accountId, await store.end(accountId, surplus))
        events.publish({ type: 'account-changed', accountId })
        return { id, token }
      }),
    async identify(column: 'tokenHash' | 'mediaHash', secret: string, address: string): Promise<Identity | undefined> {
      const session = await store.byHash(column, hashToken(secret))
      if (session === undefined || isOver(session)) return undefined
      const { id, usedAt, accountId, username } = session
      if (clock.now() - Date.parse(usedAt) > usedAtStep) await store.touch(session, { usedAt: clock.time(), address })
      const account = { id: accountId, username, createdAt: session.accountCreatedAt }
      return { account, credential: { kind: 'session', scope: 'full', id } }
    },
    async isOpen(id: string): Promise<boolean> {
      const session = await store.enabledById(id)
      return session !== undefined && !isOver(session)
    },
    async list(accountId: string, currentId: string): Promise<Session[]> {
      const open = (await store.ofAccount(accountId)).filter((session) => !isOver(session))
      const visible = open.map(({ id, createdAt, usedAt, address, userAgent }) => {
        return { id, current: id === currentId, createdAt, usedAt, address, ...clientOf(userAgent) }
      })
      return visible.toSorted((a, b) => Number(b.current) - Number(a.current))
    },
    /** Ends the session's open responses at once, or when `later` calls back. Fails with `session.not-found`. */
    async end(accountId: string, id: string, later?: (then: () => void) => void): Promise<void> {
      const ids = await store.end(accountId, [id])
      if (ids.length === 0) throw fail('session.not-found')
      waitForEnd(accountId, ids, later)
    },
    /** Ends all sessions but one, or all; returns the number of valid ones. */
    async endOthers(accountId: string, retainedId?: string): Promise<number> {
      const rows = await store.endAllBut(accountId, retainedId ?? '')
      waitForEnd(
        accountId,
        rows.map(({ id }) => id),
      )
      return rows.filter((row) => !isOver(row)).length
    },
    async countOpen(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const since = { createdAt: ago(times.life), usedAt: ago(times.idle) }
      const rows = accountIds.length === 0 ? [] : await store.openOf(accountIds, since)
      return new Map(rows.map(({ accountId, count }) => [accountId, count]))
    },
    async endOld(): Promise<void> {
      await store.endOld({ createdAt: ago(times.life), usedAt: ago(times.idle) })
    },
  }
}
