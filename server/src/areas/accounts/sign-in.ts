import { hash, verify } from '@node-rs/argon2'
import type { Credentials } from '@vermilion/contract/accounts'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { signInDelay, usernameKey } from './rules.ts'
import type { AccountRow, AccountStore } from './store.ts'

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, hashing)
}

/** Checks credentials, slower and slower after failures from one address for one name. */
export function createSignIn({ database, clock, store }: { database: Database; clock: Clock; store: AccountStore }) {
  /** Compared against when there is no such account, so that the time taken does not tell. */
  let nobody: Promise<string> | undefined

  /**
   * Counts the attempt as failed before it is checked, and refuses it while the delay lasts: of many attempts at once
   * each sees those before it.
   */
  function beginAttempt(key: string): Promise<void> {
    return database.transaction(async () => {
      const failures = await store.failures(key)
      const wait = failures === undefined ? 0 : Date.parse(failures.blockedUntil) - clock.now()
      if (wait > 0) throw fail('login.throttled', { seconds: Math.ceil(wait / 1_000) })
      const count = (failures?.count ?? 0) + 1
      const blockedUntil = new Date(clock.now() + signInDelay(count)).toISOString()
      await store.setFailures({ key, count, blockedUntil })
    })
  }

  /** The account that the credentials open. Fails as `login.invalid` or `login.throttled`. */
  return async function signIn({ username, password }: Credentials, address: string): Promise<AccountRow> {
    const name = usernameKey(username)
    const key = `${address} ${name}`
    await beginAttempt(key)
    const account = await store.byName(name)
    nobody ??= hashPassword('')
    const right = await verify(account?.passwordHash ?? (await nobody), password)
    if (account === undefined || !right) throw fail('login.invalid')
    await store.forgetFailures(key)
    return account
  }
}
