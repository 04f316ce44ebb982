import type { Account, Credentials, PasswordChange } from '@vermilion/contract/accounts'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Credential, Identity } from '#platform/http/handler'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { createAccessTokens } from './credentials/access-tokens.ts'
import { createDevices } from './sign-in/devices.ts'
import { createPasswords } from './credentials/passwords.ts'
import { requireClearName } from './people/names.ts'
import { isSessionOver, limits, nameKey, sessionTimes, type SessionTimes } from './rules.ts'
import { createSessionStore } from './credentials/session-store.ts'
import { createSessions } from './credentials/sessions.ts'
import { createIdentities, type Confirmed } from './identities/identities.ts'
import { createSignIn, type Caller } from './sign-in/sign-in.ts'
import { createAccountStore, type AccountRow } from './store.ts'
import { createPeople, madeUpPassword } from './people/people.ts'
import { createThrottle } from './sign-in/throttle.ts'
import { isAccessToken } from './credentials/tokens.ts'
import { createWatch } from './credentials/credential-watch.ts'

export interface AccountsNeeds extends Pick<
  Platform,
  'config' | 'database' | 'clock' | 'lifecycle' | 'events' | 'secrets' | 'log'
> {
  readonly times?: SessionTimes
}

export type AccountService = ReturnType<typeof createAccountService>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createAccountService(needs: AccountsNeeds) {
  const { config, database, clock, lifecycle, events, secrets, log, times = sessionTimes } = needs
  const store = createAccountStore(database)
  const sessionStore = createSessionStore(database)
  const watch = createWatch({ lifecycle, stillOpen })
  const sessions = createSessions({ database, store: sessionStore, clock, events, watch, times })
  const accessTokens = createAccessTokens({ database, clock, events, watch })
  const [throttle, passwords, devices] = [createThrottle(clock), createPasswords(), createDevices(secrets)]
  const signIn = createSignIn({ store, sessions: sessionStore, throttle, passwords, devices, config })
  const identities = createIdentities({ ...needs, accounts: store, sessions, throttle })

  lifecycle.onStart(() => sessions.endOld())
  lifecycle.onStart(async () => {
    const { emergencyAccount } = config
    if (emergencyAccount !== undefined && (await store.byName(nameKey(emergencyAccount))) === undefined)
      log.warn({ emergencyAccount }, 'there is no account of this name: no password signs anybody in')
  })

  async function stillOpen(ids: readonly string[]): Promise<Set<string>> {
    const open = (await sessionStore.byIds(ids)).filter((session) => !isSessionOver(session, times, clock.now()))
    return new Set([...open.map(({ id }) => id), ...(await accessTokens.stillOpen(ids))])
  }

  async function confirm({ credential }: Identity): Promise<void> {
    const isOpen = credential.kind === 'session' ? sessions.isOpen(credential.id) : accessTokens.isOpen(credential)
    if (!(await isOpen)) throw fail('unauthenticated')
  }

  /** Inside a transaction. Fails with `login.disabled`. */
  async function open({ id, username, createdAt, disabledAt }: AccountRow, from: Omit<Caller, 'device'>) {
    if (disabledAt !== null) throw fail('login.disabled')
    const session = await sessions.open(id, { address: from.address, userAgent: from.userAgent ?? null })
    return { sessionId: session.id, signedIn: { token: session.token, account: { id, username, createdAt } } }
  }

  /** Undefined when the name is taken. Fails with `account.name-invisible`, `account.name-mixed` or `account.name-alike`. */
  async function add(username: string, password: string): Promise<Account | undefined> {
    const requireClear = async () => requireClearName(username.trim(), await store.usernames())
    await requireClear()
    const account = { id: newId(), username: username.trim(), createdAt: clock.time() }
    const unused = { disabledAt: null, seenAt: null }
    const passwordHash = await passwords.hash(password)
    try {
      return await database.transaction(async () => {
        // A similar account may have been created while the password was hashed.
        await requireClear()
        await store.add({ ...account, ...unused, usernameKey: nameKey(username), passwordHash })
        return account
      })
    } catch (error) {
      if (database.isDuplicate(error)) return undefined
      throw error
    }
  }

  return {
    nameOf: async (username: string): Promise<string | null> =>
      (await store.byName(nameKey(username)))?.username ?? null,
    /** Names an enabled account. Fails with `account.not-found` or `account.disabled`. */
    async requireEnabled(username: string): Promise<string> {
      const row = await store.byName(nameKey(username))
      if (row === undefined) throw fail('account.not-found')
      if (row.disabledAt !== null) throw fail('account.disabled', { username: row.username })
      return row.username
    },
    times,
    devices,
    people: createPeople({ database, clock, store, passwords, sessions, accessTokens, add }),
    sessions,
    accessTokens,
    add,
    byToken: (token: string, address: string) =>
      isAccessToken(token) ? accessTokens.identify(token) : sessions.identify('tokenHash', token, address),
    byMediaCookie: (value: string, address: string) => sessions.identify('mediaHash', value, address),
    confirm,
    act: <Result>(identity: Identity, work: () => Promise<Result>, isTransaction?: boolean) =>
      database.guarded(() => confirm(identity), work, isTransaction),
    watch: ({ id }: Credential, stop: () => void) => watch.watch(id, stop),
    async signIn(credentials: Credentials, from: Caller): Promise<{ token: string; account: Account }> {
      const { id, passwordHash } = await signIn(credentials, from)
      return database.transaction(async () => {
        // The password may have changed during the check; the old one must not sign in any more.
        const now = await store.byId(id)
        if (now.passwordHash !== passwordHash) throw fail('login.invalid')
        return (await open(now, from)).signedIn
      })
    },
    identities,
    /** The address that the identity provider sends browsers back to. */
    returnAddress: ({ protocol, host }: { protocol: string; host: string }) =>
      `${config.outsideAddress ?? `${protocol}://${host}${config.basePath}`}/login`,
    /** Signs in the account that an identity belongs to. Fails with `login.disabled`. */
    openByIdentity: (id: string, confirmed: Confirmed, from: Omit<Caller, 'device'>) =>
      database.transaction(async () => {
        const { sessionId, signedIn } = await open(await store.byId(id), from)
        await identities.opened(sessionId, confirmed)
        return signedIn
      }),
    signOut: (accountId: string, sessionId: string, later: (then: () => void) => void) =>
      database.transaction(() => sessions.end(accountId, sessionId, later)),
    openFirst: (): Promise<string> =>
      database.transaction(async () => {
        const first = (await store.all()).find(({ disabledAt }) => disabledAt === null)
        if (first === undefined) throw new Error('There is no account that may be used')
        return (await sessions.open(first.id, { address: null, userAgent: 'vermilion' })).token
      }),
    /**
     * Ends every other session and returns their number. Access tokens stay, since scripts hold them. Fails with
     * `password.wrong`, `password.unchanged` or `login.throttled`.
     */
    async changePassword(
      { account, credential }: Identity,
      { currentPassword, newPassword }: PasswordChange,
    ): Promise<number> {
      const { id } = account
      const attempt = throttle.begin([{ key: `change ${id}`, limit: limits.narrow, clears: true }])
      const { passwordHash } = await store.byId(id)
      const right = await passwords.isRight(currentPassword, passwordHash, true).catch((busy: unknown) => {
        attempt.withdraw()
        throw busy
      })
      if (!right) throw fail('password.wrong')
      attempt.succeeded()
      if (newPassword === currentPassword) throw fail('password.unchanged')
      const newHash = await passwords.hash(newPassword)
      return database.transaction(async () => {
        // Somebody else may have reset the password meanwhile, which must not be undone.
        if ((await store.byId(id)).passwordHash !== passwordHash) throw fail('password.wrong')
        await store.setPassword(id, newHash)
        return sessions.endOthers(id, credential.id)
      })
    },
    async list(): Promise<Account[]> {
      return (await store.all()).map(({ id, username, createdAt }) => ({ id, username, createdAt }))
    },
    /** Sets a new password, ends every session and revokes every access token; false without such an account. */
    async reset(username: string, password: string): Promise<boolean> {
      const account = await store.byName(nameKey(username))
      if (account === undefined) return false
      await this.people.setPassword(account.id, password)
      return true
    },
    async addFirst(input: string | undefined): Promise<{ username: string; password: string | undefined } | undefined> {
      if (!(await store.isEmpty())) return undefined
      const password = input ?? madeUpPassword()
      await add('admin', password)
      return { username: 'admin', password: input === undefined ? password : undefined }
    },
  }
}
