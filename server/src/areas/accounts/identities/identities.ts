import { linkStatePrefix, type Identity, type SignInOffer } from '@vermilion/contract/accounts/identities'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { noPassword } from '../credentials/passwords.ts'
import type { Sessions } from '../credentials/sessions.ts'
import { addressKey, limits, nameKey } from '../rules.ts'
import type { Throttle } from '../sign-in/throttle.ts'
import type { AccountRow, AccountStore } from '../store.ts'
import { confirmedEmail, freeUsername, isAdmitted, shownName } from './admission.ts'
import { createIdentityStore, type IdentityRow } from './identity-store.ts'
import { createPending } from './pending.ts'
import { loggedError } from './provider-failures.ts'
import { createProvider, type Claims } from './provider.ts'

interface IdentitiesNeeds extends Pick<Platform, 'config' | 'database' | 'clock' | 'secrets' | 'log' | 'events'> {
  readonly accounts: AccountStore
  readonly sessions: Sessions
  readonly throttle: Throttle
}

/** What the provider confirmed of somebody who is let in. */
export interface Confirmed {
  readonly claims: Claims
  readonly idToken: string
}

/** An account that an identity made or was linked to, for the audit log. */
type Tell = (how: 'created' | 'linked', account: AccountRow) => Promise<void>

/** What a browser brought back from the provider. */
interface Returned {
  readonly query: string
  readonly cookie: string | undefined
}

export type Identities = ReturnType<typeof createIdentities>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the provider and the store
export function createIdentities(needs: IdentitiesNeeds) {
  const { config, database, clock, secrets, log, events, accounts, sessions, throttle } = needs
  const { oidc: settings, emergencyAccount } = config
  const pending = createPending({ secrets, clock })
  const provider = settings && createProvider(settings, clock)
  const store = createIdentityStore(database, settings?.issuer ?? '')

  function required() {
    if (settings === undefined || provider === undefined) throw fail('identity.no-provider')
    return { settings, provider }
  }

  const attemptFrom = (address: string) =>
    throttle.begin([{ key: `address ${addressKey(address)}`, limit: limits.address, clears: false }])

  /** An administrator reads in the log what is wrong with the provider. */
  async function logged<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Failure && error.cause !== undefined)
        log.warn(
          { reason: error.reason, ...loggedError(error.cause) },
          'the identity provider did not sign somebody in',
        )
      throw error
    }
  }

  const isEmergency = ({ username }: AccountRow) =>
    emergencyAccount !== undefined && nameKey(username) === nameKey(emergencyAccount)
  const canUsePassword = (account: AccountRow) =>
    account.passwordHash !== noPassword && (emergencyAccount === undefined || isEmergency(account))

  async function confirm({ query, cookie }: Returned, accountId?: string): Promise<Confirmed> {
    const { settings, provider } = required()
    const [parameters, checks] = pending.read(query, cookie, accountId)
    const confirmed = await logged(() => provider.finish(parameters, checks))
    if (!isAdmitted(confirmed.claims, settings)) throw fail('identity.not-admitted', { provider: settings.name })
    return confirmed
  }

  async function link(accountId: string, claims: Claims, usedAt: string | null): Promise<IdentityRow> {
    const row = { id: newId(), accountId, subject: claims.sub, name: shownName(claims), linkedAt: clock.time(), usedAt }
    await store.add(row)
    events.publish({ type: 'account-changed', accountId })
    return { ...row, issuer: required().provider.issuer }
  }

  async function findByEmail(claims: Claims): Promise<AccountRow | undefined> {
    const email = required().settings.linksByEmail ? confirmedEmail(claims) : undefined
    const account = email === undefined ? undefined : await accounts.byName(nameKey(email))
    if (account === undefined || isEmergency(account)) return undefined
    return (await store.ofAccount(account.id)) === undefined ? account : undefined
  }

  async function create(claims: Claims): Promise<AccountRow> {
    const username = await freeUsername(claims, await accounts.usernames())
    const unused = { passwordHash: noPassword, disabledAt: null, seenAt: null }
    const account = { id: newId(), username, usernameKey: nameKey(username), createdAt: clock.time(), ...unused }
    await accounts.add(account)
    return account
  }

  return {
    offer: (): SignInOffer | undefined =>
      settings && { provider: settings.name, passwords: emergencyAccount === undefined },
    begin: async (returnAddress: string, from: string) => {
      const { provider } = required()
      // Nothing is tried yet, but nobody begins who could not go on.
      attemptFrom(from).withdraw()
      const { address, checks } = await logged(() => provider.begin(returnAddress, ''))
      return { address, cookie: pending.cookieOf(checks) }
    },
    async beginLink(returnAddress: string, accountId: string) {
      const { provider } = required()
      if ((await store.ofAccount(accountId)) !== undefined) throw fail('identity.linked')
      const { address, checks } = await logged(() => provider.begin(returnAddress, linkStatePrefix))
      return { address, cookie: pending.cookieOf(checks, accountId) }
    },
    async confirmFrom(from: string, query: Returned): Promise<Confirmed> {
      const attempt = attemptFrom(from)
      try {
        const confirmed = await confirm(query)
        attempt.succeeded()
        return confirmed
      } catch (error) {
        if (error instanceof Failure && error.reason === 'identity.provider-away') attempt.withdraw()
        throw error
      }
    },
    /** The account that the identity signs in; a new one where it is linked to none. */
    accountOf: ({ claims }: Confirmed, tell: Tell): Promise<AccountRow> =>
      database.transaction(async () => {
        const identity = await store.bySubject(claims.sub)
        if (identity !== undefined) {
          await store.touch(identity.id, { name: shownName(claims), usedAt: clock.time() })
          return accounts.byId(identity.accountId)
        }
        const existing = await findByEmail(claims)
        const account = existing ?? (await create(claims))
        await link(account.id, claims, clock.time())
        await tell(existing === undefined ? 'created' : 'linked', account)
        return account
      }),
    /** Inside the transaction that opens the session. */
    async opened(sessionId: string, { claims, idToken }: Confirmed): Promise<void> {
      const identity = await store.bySubject(claims.sub)
      // Unlinked since.
      if (identity === undefined) throw fail('identity.expired')
      const providerSession = typeof claims['sid'] === 'string' ? claims['sid'] : null
      const sealedToken = secrets.seal(idToken)
      await store.addSession({ sessionId, identityId: identity.id, providerSession, sealedToken })
    },
    async link(accountId: string, query: Returned): Promise<Identity> {
      const { claims } = await confirm(query, accountId)
      return database.transaction(async () => {
        if ((await store.ofAccount(accountId)) !== undefined) throw fail('identity.linked')
        if ((await store.bySubject(claims.sub)) !== undefined) throw fail('identity.of-another')
        const { name, linkedAt, usedAt } = await link(accountId, claims, null)
        return { name, linkedAt, usedAt }
      })
    },
    async unlink(accountId: string): Promise<void> {
      const identity = await store.ofAccount(accountId)
      if (identity === undefined) throw fail('identity.not-linked')
      if (!canUsePassword(await accounts.byId(accountId))) throw fail('identity.only-way')
      await store.remove(identity.id)
      events.publish({ type: 'account-changed', accountId })
    },
    async ofAccount(accountId: string) {
      const account = await accounts.byId(accountId)
      const row = await store.ofAccount(accountId)
      return {
        provider: settings?.name ?? null,
        identity: row === undefined ? null : { name: row.name, linkedAt: row.linkedAt, usedAt: row.usedAt },
        hasPassword: account.passwordHash !== noPassword,
        canUsePassword: canUsePassword(account),
      }
    },
    /** Where the browser signs out at the provider too; null also while that is away, since signing out here must not fail. */
    async signOutAddress(sessionId: string, returnAddress: string): Promise<string | null> {
      const sealed = provider && (await store.tokenOf(sessionId))
      if (provider === undefined || sealed === undefined) return null
      return logged(() => provider.signOutAddress(secrets.open(sealed), returnAddress)).catch(() => null)
    },
    /** Ends sessions for the provider; returns the names of their accounts. */
    async endSessions(from: string, logoutToken: string): Promise<string[]> {
      const { provider } = required()
      const attempt = attemptFrom(from)
      const whose = await logged(() => provider.readLogout(logoutToken))
      attempt.succeeded()
      return database.transaction(async () => {
        const rows = await store.sessionsOf(whose)
        for (const { id, accountId } of rows) await sessions.end(accountId, id)
        const ids = [...new Set(rows.map(({ accountId }) => accountId))]
        return Promise.all(ids.map(async (id) => (await accounts.byId(id)).username))
      })
    },
  }
}
