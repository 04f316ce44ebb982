import { randomBytes } from 'node:crypto'
import type { Account, Credentials } from '@vermilion/contract/accounts'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Authenticator } from '#platform/http/authentication'
import type { Identity } from '#platform/http/handler'
import { newId } from '#platform/ids'
import type { Lifecycle } from '#platform/lifecycle'
import { failuresKept, isSessionOver, sessionIdle, sessionLife, usedAtStep, usernameKey } from './rules.ts'
import { createSignIn, hashPassword } from './sign-in.ts'
import { createAccountStore } from './store.ts'
import { hashToken, mediaValue, newToken } from './tokens.ts'

export interface Accounts extends Authenticator {
  /** A new session of the account that the credentials open. Fails as `login.invalid` or `login.throttled`. */
  signIn(credentials: Credentials, address: string): Promise<{ token: string; account: Account }>
  /** A new session of the first account, for programs on this machine that may read the data folder. */
  openFirst(): Promise<string>
  signOut(sessionId: string): Promise<void>
  list(): Promise<Account[]>
  /** Undefined when the name is taken. */
  add(username: string, password: string): Promise<Account | undefined>
  /** Sets a new password and ends every session; false when there is no such account. */
  reset(username: string, password: string): Promise<boolean>
  /** Makes the first account where there is none; answers its one-time password unless one was given. */
  addFirst(password: string | undefined): Promise<{ username: string; password: string | undefined } | undefined>
}

export interface AccountsNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly lifecycle: Lifecycle
}

export function createAccounts({ database, clock, lifecycle }: AccountsNeeds): Accounts {
  const store = createAccountStore(database)
  const signIn = createSignIn({ database, clock, store })
  const ago = (milliseconds: number) => new Date(clock.now() - milliseconds).toISOString()

  lifecycle.onStart(async () => {
    await store.endOldSessions({ createdAt: ago(sessionLife), usedAt: ago(sessionIdle) })
    await store.forgetOldFailures(ago(failuresKept))
  })

  async function identityBy(column: 'tokenHash' | 'mediaHash', secret: string): Promise<Identity | undefined> {
    const session = await store.session(column, hashToken(secret))
    if (session === undefined || isSessionOver(session, clock.now())) return undefined
    if (clock.now() - Date.parse(session.usedAt) > usedAtStep) await store.touchSession(session.id, clock.time())
    const account = { id: session.accountId, username: session.username, createdAt: session.accountCreatedAt }
    return { account, sessionId: session.id }
  }

  async function add(username: string, password: string): Promise<Account | undefined> {
    const account = { id: newId(), username: username.trim(), createdAt: clock.time() }
    const passwordHash = await hashPassword(password)
    try {
      await store.add({ ...account, usernameKey: usernameKey(username), passwordHash })
      return account
    } catch (error) {
      if (database.isDuplicate(error)) return undefined
      throw error
    }
  }

  async function openSession(accountId: string): Promise<string> {
    const token = newToken()
    const hashes = { tokenHash: hashToken(token), mediaHash: hashToken(mediaValue(token)) }
    await store.addSession({ id: newId(), accountId, ...hashes, createdAt: clock.time(), usedAt: clock.time() })
    return token
  }

  return {
    add,
    byToken: (token) => identityBy('tokenHash', token),
    byMediaCookie: (value) => identityBy('mediaHash', value),
    async signIn(credentials, address) {
      const { id, username, createdAt } = await signIn(credentials, address)
      return { token: await openSession(id), account: { id, username, createdAt } }
    },
    async openFirst() {
      const [first] = await store.all()
      if (first === undefined) throw new Error('There is no account yet')
      return openSession(first.id)
    },
    async signOut(sessionId) {
      await store.endSession(sessionId)
    },
    async list() {
      return (await store.all()).map(({ id, username, createdAt }) => ({ id, username, createdAt }))
    },
    async reset(username, password) {
      const account = await store.byName(usernameKey(username))
      if (account === undefined) return false
      const passwordHash = await hashPassword(password)
      await database.transaction(async () => {
        await store.setPassword(account.id, passwordHash)
        await store.endSessions(account.id)
      })
      return true
    },
    async addFirst(given) {
      if (!(await store.isEmpty())) return undefined
      const password = given ?? randomBytes(12).toString('base64url')
      await add('admin', password)
      return { username: 'admin', password: given === undefined ? password : undefined }
    },
  }
}
