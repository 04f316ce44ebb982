import { accountEndpoints } from '@vermilion/contract/accounts'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, testPassword, type TestServer } from '../../../testing/start-server.ts'
import { failureOf } from '../testing/failure.ts'
import { openStream } from '../testing/stream.ts'

const { login, me, createAccessToken } = accountEndpoints
const { createPerson, disablePerson, enablePerson, listPeople, resetPersonPassword, revokePersonTokens } =
  peopleEndpoints

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const people = async () => (await server.call(listPeople, { query: {} })).items
const reasonOf = async (call: Promise<unknown>) => (await failureOf(call)).data.error

async function personWith(username: string) {
  const { account, password } = await server.call(createPerson, { body: { username } })
  const { token } = await server.call(login, { body: { username, password: password ?? '' } })
  const body = { name: 'script', scope: 'full', expiresAt: null } as const
  const { secret } = await server.call(createAccessToken, { body }, bearer(token))
  return { id: account.id, password: password ?? '', token, secret }
}

test('R3.14 accounts are made, told page by page with when they were seen, and told in the audit log', async () => {
  const made = await server.call(createPerson, { body: { username: 'Mei' } })
  expect(made.password).toMatch(/^[\w-]{16}$/)
  const typed = await server.call(createPerson, { body: { username: 'ann', password: 'a long phrase' } })
  expect(typed.password).toBeNull()
  expect(await reasonOf(server.call(createPerson, { body: { username: 'MEI' } }))).toBe('account.name-taken')
  const all = await people()
  expect(all.map(({ username }) => username)).toEqual(['admin', 'ann', 'Mei'])
  expect(all[2]).toMatchObject({ seenAt: null, disabledAt: null, sessions: 0, tokens: 0 })
  expect(all[0]?.seenAt).not.toBeNull()
  const first = await server.call(listPeople, { query: { limit: 2 } })
  const rest = await server.call(listPeople, { query: { limit: 2, cursor: first.nextCursor ?? '' } })
  expect([first.items.length, rest.items.map(({ username }) => username)]).toEqual([2, ['Mei']])
  await server.call(login, { body: { username: 'mei', password: made.password ?? '' } })
  expect((await people())[2]).toMatchObject({ sessions: 1, seenAt: expect.any(String) })
  const entries = (await server.call(auditEndpoints.listAuditEntries, { query: {} })).items
  expect(JSON.stringify(entries)).toContain('"POST /accounts"')
  expect(JSON.stringify(entries)).not.toContain('a long phrase')
})

test('R3.14 a disabled account is out at once: sessions, tokens, streams and the sign-in, until it is enabled', async () => {
  const { id, password, token, secret } = await personWith('li')
  const params = { accountId: id }
  const stream = await openStream(server, bearer(token))
  await server.call(disablePerson, { params })
  await stream.end
  expect((await failureOf(server.call(me, {}, bearer(token)))).code).toBe(401)
  expect((await failureOf(server.call(me, {}, bearer(secret)))).code).toBe(401)
  expect(await reasonOf(server.call(login, { body: { username: 'li', password } }))).toBe('login.disabled')
  expect((await people()).find((one) => one.id === id)).toMatchObject({ sessions: 0, tokens: 0 })
  await server.call(enablePerson, { params })
  await expect(server.call(login, { body: { username: 'li', password } })).resolves.toBeDefined()
})

test('R3.14 nobody disables or resets the own account, so that one always stays', async () => {
  const params = { accountId: (await server.call(me, {})).id }
  expect(await reasonOf(server.call(disablePerson, { params }))).toBe('account.own')
  expect(await reasonOf(server.call(resetPersonPassword, { params, body: {} }))).toBe('account.own')
  expect(await reasonOf(server.call(disablePerson, { params: { accountId: crypto.randomUUID() } }))).toBe(
    'account.not-found',
  )
  await expect(server.call(login, { body: { username: 'admin', password: testPassword } })).resolves.toBeDefined()
})

test('R3.14 the password and the tokens of another are taken away, and what scripts hold does not look after accounts', async () => {
  const { id, password, token, secret } = await personWith('wu')
  const params = { accountId: id }
  expect((await failureOf(server.call(listPeople, { query: {} }, bearer(secret)))).data.error).toBe(
    'access-token.not-allowed',
  )
  expect(await server.call(revokePersonTokens, { params })).toEqual({ revoked: 1 })
  expect((await failureOf(server.call(me, {}, bearer(secret)))).code).toBe(401)
  await expect(server.call(me, {}, bearer(token))).resolves.toMatchObject({ id })
  const reset = await server.call(resetPersonPassword, { params, body: {} })
  expect((await failureOf(server.call(me, {}, bearer(token)))).code).toBe(401)
  expect(await reasonOf(server.call(login, { body: { username: 'wu', password } }))).toBe('login.invalid')
  await expect(server.call(login, { body: { username: 'wu', password: reset.password ?? '' } })).resolves.toBeDefined()
})

test('R3.14 two accounts that disable each other at once do not leave the server without one', async () => {
  const [first, second] = [await personWith('qian'), await personWith('sun')]
  for (const { id, username } of await people()) {
    if (username !== 'qian' && username !== 'sun')
      await server.call(disablePerson, { params: { accountId: id } }, bearer(first.token))
  }
  const disable = ({ id }: { id: string }, { token }: { token: string }) =>
    server.call(disablePerson, { params: { accountId: id } }, bearer(token))
  const outcomes = await Promise.allSettled([disable(second, first), disable(first, second)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const still = outcomes[0]?.status === 'fulfilled' ? first : second
  const { items } = await server.call(listPeople, { query: {} }, bearer(still.token))
  expect(items.filter(({ disabledAt }) => disabledAt === null).map(({ id }) => id)).toEqual([still.id])
})
