import { randomBytes } from 'node:crypto'
import type { Account } from '@vermilion/contract/accounts'
import type { Person } from '@vermilion/contract/accounts/people'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'
import type { Platform } from '#platform/platform'
import type { AccessTokens } from '../credentials/access-tokens.ts'
import type { Passwords } from '../credentials/passwords.ts'
import type { Sessions } from '../credentials/sessions.ts'
import type { AccountRow, AccountStore } from '../store.ts'

interface PeopleNeeds extends Pick<Platform, 'database' | 'clock'> {
  readonly store: AccountStore
  readonly passwords: Passwords
  readonly sessions: Pick<Sessions, 'endOthers' | 'countOpen'>
  readonly accessTokens: Pick<AccessTokens, 'revokeAll' | 'countValid'>
  /** Undefined when the name is taken. */
  add(username: string, password: string): Promise<Account | undefined>
}

export const madeUpPassword = () => randomBytes(12).toString('base64url')

export function createPeople({ database, clock, store, passwords, sessions, accessTokens, add }: PeopleNeeds) {
  async function require(id: string): Promise<AccountRow> {
    const row = await store.find(id)
    if (row === undefined) throw fail('account.not-found')
    return row
  }

  async function shut(id: string): Promise<void> {
    await sessions.endOthers(id)
    await accessTokens.revokeAll(id)
  }

  /** Ends every session and revokes every access token. */
  async function setPassword(id: string, password: string): Promise<void> {
    const passwordHash = await passwords.hash(password)
    await database.transaction(async () => {
      await store.setPassword(id, passwordHash)
      await shut(id)
    })
  }

  return {
    setPassword,

    async list(request: PageQuery): Promise<Page<Person>> {
      const page = await store.page(request)
      const ids = page.items.map(({ id }) => id)
      const [open, valid] = [await sessions.countOpen(ids), await accessTokens.countValid(ids)]
      const items = page.items.map(({ usernameKey: _key, ...row }) => {
        return { ...row, sessions: open.get(row.id) ?? 0, tokens: valid.get(row.id) ?? 0 }
      })
      return { ...page, items }
    },

    async create(username: string, input: string | undefined): Promise<{ account: Account; password: string | null }> {
      const password = input ?? madeUpPassword()
      const account = await add(username, password)
      if (account === undefined) throw fail('account.name-taken', { username })
      return { account, password: input === undefined ? password : null }
    },

    async reset(id: string, input: string | undefined, by: string): Promise<{ password: string | null }> {
      if (id === by) throw fail('account.own')
      await require(id)
      const password = input ?? madeUpPassword()
      await setPassword(id, password)
      return { password: input === undefined ? password : null }
    },

    /** Inside a transaction. `by` is null on the command line. Fails with `account.own` or `account.last`. */
    async disable(id: string, by: string | null): Promise<void> {
      if (id === by) throw fail('account.own')
      const { disabledAt } = await require(id)
      if (disabledAt !== null) return
      if (!(await store.hasOtherEnabled(id))) throw fail('account.last')
      await store.setDisabled(id, clock.time())
      await shut(id)
    },

    async enable(id: string): Promise<void> {
      await require(id)
      await store.setDisabled(id, null)
    },

    async revokeTokens(id: string): Promise<{ revoked: number }> {
      await require(id)
      return { revoked: await accessTokens.revokeAll(id) }
    },
  }
}

export type People = ReturnType<typeof createPeople>
