import type { AccessToken, AccessTokenCreate } from '@vermilion/contract/accounts'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Credential, Identity } from '#platform/http/handler'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { createAccessTokenStore } from './access-token-store.ts'
import { isTokenOver, maxAccessTokens, nameKey, usedAtStep } from '../rules.ts'
import type { AccessTokenRow } from '../store.ts'
import { hashToken, newAccessToken } from './tokens.ts'
import type { Watch } from './credential-watch.ts'

interface AccessTokensNeeds extends Pick<Platform, 'database' | 'clock' | 'events'> {
  readonly watch: Watch
}

export type AccessTokens = ReturnType<typeof createAccessTokens>

export function createAccessTokens({ database, clock, events, watch }: AccessTokensNeeds) {
  const store = createAccessTokenStore(database)

  function revoked(accountId: string, rows: readonly { id: string }[]): void {
    database.afterCommit(() => watch.end(rows.map(({ id }) => id)))
    events.publish({ type: 'account-changed', accountId })
  }

  return {
    /** Fails with `access-token.name-taken`, `access-token.expiry-past` or `access-token.too-many`. */
    create: (accountId: string, { name, scope, expiresAt }: AccessTokenCreate) =>
      database.transaction(async () => {
        if (isTokenOver({ expiresAt }, clock.now())) throw fail('access-token.expiry-past')
        const present = await store.ofAccount(accountId)
        const key = nameKey(name)
        if (present.some((token) => token.nameKey === key)) throw fail('access-token.name-taken', { name })
        if (present.length >= maxAccessTokens) throw fail('access-token.too-many', { most: maxAccessTokens })
        const secret = newAccessToken()
        const accessToken: AccessToken = { id: newId(), name, scope, createdAt: clock.time(), expiresAt, usedAt: null }
        await store.add({ ...accessToken, accountId, nameKey: key, tokenHash: hashToken(secret) })
        events.publish({ type: 'account-changed', accountId })
        return { secret, accessToken }
      }),
    async identify(secret: string): Promise<Identity | undefined> {
      const token = await store.byHash(hashToken(secret))
      if (token === undefined || isTokenOver(token, clock.now())) return undefined
      const { id, name, scope, accountId, username, usedAt } = token
      if (usedAt === null || clock.now() - Date.parse(usedAt) > usedAtStep) {
        await store.touch(token, clock.time())
        // The page shows whether a token works at all; later uses are not announced.
        if (usedAt === null) events.publish({ type: 'account-changed', accountId })
      }
      const account = { id: accountId, username, createdAt: token.accountCreatedAt }
      return { account, credential: { kind: 'access-token', id, scope, name } }
    },
    /** True while the token is valid with the same scope. */
    async isOpen({ id, scope }: Pick<Credential, 'id' | 'scope'>): Promise<boolean> {
      const token = await store.enabledById(id)
      return token !== undefined && !isTokenOver(token, clock.now()) && token.scope === scope
    },
    list: async (accountId: string): Promise<AccessToken[]> => (await store.ofAccount(accountId)).map(visible),
    expiring: store.expiring,
    async revoke(accountId: string, id: string): Promise<void> {
      const rows = await store.revoke(accountId, id)
      if (rows.length === 0) throw fail('access-token.not-found')
      revoked(accountId, rows)
    },
    async revokeAll(accountId: string): Promise<number> {
      const rows = await store.revokeAll(accountId)
      revoked(accountId, rows)
      return rows.length
    },
    async countValid(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = accountIds.length === 0 ? [] : await store.validOf(accountIds, clock.time())
      return new Map(rows.map(({ accountId, count }) => [accountId, count]))
    },
    async stillOpen(ids: readonly string[]): Promise<string[]> {
      const rows = await store.byIds(ids)
      return rows.filter((token) => !isTokenOver(token, clock.now())).map(({ id }) => id)
    },
  }
}

function visible({ id, name, scope, createdAt, expiresAt, usedAt }: AccessTokenRow): AccessToken {
  return { id, name, scope, createdAt, expiresAt, usedAt }
}
