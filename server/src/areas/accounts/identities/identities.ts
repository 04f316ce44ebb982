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
import { createIdentityStore } from './identity-store.ts'
import { createPending } from './pending.ts'
import { createProvider, type Claims, type Provider } from './provider.ts'

interface IdentitiesNeeds extends Pick<Platform, 'config' | 'database' | 'clock' | 'secrets' | 'log' | 'events'> {
  readonly accounts: AccountStore
  readonly sessions: Sessions
  readonly throttle: Throttle
}

/** What the provider confirmed of somebody who is let in. */
export type Confirmed = Awaited<ReturnType<Provider['finish']>>

/** The query that a browser brought back from the provider, and from where it called. */
interface Returned {
  readonly query: string
  readonly cookie: string | undefined
  readonly from: string
}

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the provider and the store
export function createIdentities({ config, accounts, sessions, throttle, ...needs }: IdentitiesNeeds) {
  const { database, clock, secrets, events } = needs
  const { oidc: settings, emergencyAccount } = config
  const pending = createPending(needs)
  const provider = settings && createProvider({ ...needs, settings })
  const store = createIdentityStore(database, settings?.issuer ?? '')

  function required(): Provider {
    if (provider === undefined) throw fail('identity.no-provider')
    return provider
  }

  /** Counts as a failure of the address until it succeeds. */
  async function attempt<Result>(from: string, work: () => Promise<Result>): Promise<Result> {
    const started = throttle.begin([{ key: `address ${addressKey(from)}`, limit: limits.address, clears: false }])
    try {
      const result = await work()
      started.succeeded()
      return result
    } catch (error) {
      if (error instanceof Failure && error.reason === 'identity.provider-away') started.withdraw()
      throw error
    }
  }

  const isEmergency = ({ username }: AccountRow) =>
    emergencyAccount !== undefined && nameKey(username) === nameKey(emergencyAccount)
  const canUsePassword = (account: AccountRow) =>
    account.passwordHash !== noPassword && (emergencyAccount === undefined || isEmergency(account))

  const confirm = ({ query, cookie, from }: Returned, accountId?: string): Promise<Confirmed> =>
    attempt(from, async () => {
      const { finish, settings } = required()
      const confirmed = await finish(...pending.read(query, cookie, accountId))
      if (isAdmitted(confirmed.claims, settings)) return confirmed
      throw fail('identity.not-admitted', { provider: settings.name })
    })

  async function add(accountId: string, claims: Claims, usedAt: string | null): Promise<Identity> {
    const visible = { name: shownName(claims), linkedAt: clock.time(), usedAt }
    await store.add({ id: newId(), accountId, subject: claims.sub, ...visible })
    events.publish({ type: 'account-changed', accountId })
    return visible
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
    confirm,
    /** `accountId` links an account instead of signing in. */
    begin: (from: string, returnAddress: string, accountId?: string) =>
      attempt(from, async () => {
        const isLinked = accountId !== undefined && (await store.ofAccount(accountId)) !== undefined
        if (isLinked) throw fail('identity.linked')
        const prefix = accountId === undefined ? '' : linkStatePrefix
        const { address, checks } = await required().begin(returnAddress, prefix)
        return { address, cookie: pending.cookieOf(checks, accountId) }
      }),
    /** The account that the identity signs in; a new one where it is linked to none. `tell` is for the audit log. */
    accountOf: ({ claims }: Confirmed, tell: (how: 'created' | 'linked', account: AccountRow) => Promise<void>) =>
      database.transaction(async (): Promise<AccountRow> => {
        const identity = await store.bySubject(claims.sub)
        if (identity !== undefined) {
          await store.touch(identity.id, { name: shownName(claims), usedAt: clock.time() })
          return accounts.byId(identity.accountId)
        }
        const existing = await findByEmail(claims)
        const account = existing ?? (await create(claims))
        await add(account.id, claims, clock.time())
        await tell(existing === undefined ? 'created' : 'linked', account)
        return account
      }),
    /** Inside the transaction that opens the session. Fails with `identity.expired` when it was unlinked meanwhile. */
    async opened(sessionId: string, { claims, idToken }: Confirmed): Promise<void> {
      const identity = await store.bySubject(claims.sub)
      if (identity === undefined) throw fail('identity.expired')
      const providerSession = typeof claims['sid'] === 'string' ? claims['sid'] : null
      const sealedToken = secrets.seal(idToken)
      await store.addSession({ sessionId, identityId: identity.id, providerSession, sealedToken })
    },
    async link(accountId: string, returned: Returned): Promise<Identity> {
      const { claims } = await confirm(returned, accountId)
      return database.transaction(async () => {
        if ((await store.ofAccount(accountId)) !== undefined) throw fail('identity.linked')
        if ((await store.bySubject(claims.sub)) !== undefined) throw fail('identity.of-another')
        return add(accountId, claims, null)
      })
    },
    async unlink(accountId: string): Promise<void> {
      if ((await store.ofAccount(accountId)) === undefined) throw fail('identity.not-linked')
      if (!canUsePassword(await accounts.byId(accountId))) throw fail('identity.only-way')
      await store.remove(accountId)
      events.publish({ type: 'account-changed', accountId })
    },
    ofAccount: async (accountId: string) => ({
      provider: settings?.name ?? null,
      identity: (await store.ofAccount(accountId)) ?? null,
      canUsePassword: canUsePassword(await accounts.byId(accountId)),
    }),
    /** Where the browser signs out at the provider too; null also while that is away, since signing out here must not fail. */
    async signOutAddress(sessionId: string, returnAddress: string): Promise<string | null> {
      const sealed = provider && (await store.tokenOf(sessionId))
      if (provider === undefined || sealed === undefined) return null
      return provider.signOutAddress(secrets.open(sealed), returnAddress).catch(() => null)
    },
    /** Ends sessions for the provider; returns the names of their accounts. */
    async endSessions(from: string, logoutToken: string): Promise<Set<string>> {
      const whose = await attempt(from, async () => required().readLogout(logoutToken))
      return database.transaction(async () => {
        const rows = await store.sessionsOf(whose)
        for (const { id, accountId } of rows) await sessions.end(accountId, id)
        return new Set(rows.map(({ username }) => username))
      })
    },
  }
}
