import { setTimeout as delay } from 'node:timers/promises'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { fillPath, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginRequest } from './testing/late-body.ts'
import { startTestServer, testPassword, type TestServer } from './testing/start-server.ts'
import { beginUpload } from './testing/upload.ts'
import { openTestDatabase } from './testing/test-database.ts'

let server: TestServer
beforeAll(async () => {
  // Independent of the machine's speed.
  server = await startTestServer({ bodyTimes: { idle: 600_000, grace: 600_000, answered: 600_000 } })
})
afterAll(() => server.stop())

const writing = Object.values(endpointAreas)
  .flatMap((area) => Object.values<Endpoint>(area))
  .filter(({ method, public: isPublic }) => method !== 'GET' && isPublic !== true)

const pathOf = ({ path }: Endpoint) =>
  fillPath(path, Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1'])))

async function signIn(username = 'admin', password = testPassword): Promise<string> {
  return (await server.call(accountEndpoints.login, { body: { username, password } })).token
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function rows(): Promise<Record<string, unknown>> {
  const database = await openTestDatabase(server.data)
  const names =
    database.kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`
  const tables = (await names.execute(database.query())).rows
  const counted = tables.filter(({ name }) => !/^auditEntries$|fts|search|health|jobs|reading|usage/i.test(name))
  const counts = counted.map(async ({ name }) => {
    const count = sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`
    return [name, (await count.execute(database.query())).rows[0]?.n] as const
  })
  const entries = await Promise.all(counts)
  await database.close()
  return Object.fromEntries(entries)
}

test('R6.02 a body that comes after the sign-out finds every door shut', async () => {
  const token = await signIn()
  const started = await Promise.all(
    writing.map(async (endpoint) => {
      const streamed = endpoint.streamed === undefined ? {} : { 'content-type': endpoint.streamed.replace('*', 'png') }
      const request = { method: endpoint.method, path: pathOf(endpoint), token, headers: streamed, body: '{}' }
      return { endpoint, ...(await beginRequest(server, request)) }
    }),
  )
  await delay(300)
  await server.call(accountEndpoints.logout, {}, bearer(token))
  const previous = await rows()
  for (const { endpoint, send } of started) {
    const { status, body } = await send()
    // A streamed body ends with the sign-in, whether or not its response has begun.
    const refused = endpoint.streamed === undefined ? [401] : [401, 400, 404, 0]
    expect([endpoint.method, endpoint.path, refused.includes(status), status, body]).toMatchObject([
      endpoint.method,
      endpoint.path,
      true,
      status,
      body,
    ])
  }
  expect(await rows()).toEqual(previous)
})

const endings: Record<string, (by: { id: string; token: string }) => Promise<unknown>> = {
  'a sign-out': ({ token }) => server.call(accountEndpoints.logout, {}, bearer(token)),
  'a reset of the password': ({ id }) =>
    server.call(peopleEndpoints.resetPersonPassword, { params: { accountId: id }, body: {} }),
  'the disabling of the account': ({ id }) => server.call(peopleEndpoints.disablePerson, { params: { accountId: id } }),
}

test.each(Object.entries(endings))('R8.01 %s ends what was begun before it', async (name, end) => {
  const username = `late ${name}`
  const { account } = await server.call(peopleEndpoints.createPerson, { body: { username, password: testPassword } })
  const token = await signIn(username)
  const calls = [
    { method: 'POST', path: '/accounts/me/tokens', body: JSON.stringify({ name: 'left behind', expiresAt: null }) },
    { method: 'POST', path: '/accounts', body: JSON.stringify({ username: `by ${name}` }) },
    { method: 'POST', path: '/spaces', body: JSON.stringify({ name: `by ${name}`, path: 'late' }) },
    {
      method: 'PUT',
      path: '/accounts/me/password',
      body: JSON.stringify({ currentPassword: testPassword, newPassword: 'another password' }),
    },
    {
      method: 'POST',
      path: '/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'create_space', arguments: { name: `mcp ${name}`, path: 'mcp' } },
      }),
    },
  ]
  const started = await Promise.all(calls.map((call) => beginRequest(server, { token, ...call })))
  await delay(100)
  await end({ id: account.id, token })
  const previous = await rows()
  for (const { send } of started) expect(await send()).toMatchObject({ status: 401 })
  expect(await rows()).toEqual(previous)
})

test('R8.01 a revoked access token ends what was begun with it', async () => {
  const { secret, accessToken } = await server.call(accountEndpoints.createAccessToken, {
    body: { name: 'script', expiresAt: null },
  })
  const body = JSON.stringify({ name: 'by a script', path: 'script' })
  const started = await beginRequest(server, { method: 'POST', path: '/spaces', token: secret, body })
  await server.call(accountEndpoints.revokeAccessToken, { params: { tokenId: accessToken.id } })
  expect(await started.send()).toMatchObject({ status: 401 })
})

test('R8.01 a change that waits for its turn is decided when the turn comes', async () => {
  const { account } = await server.call(peopleEndpoints.createPerson, {
    body: { username: 'waiting', password: testPassword },
  })
  const token = await signIn('waiting')
  const held = Promise.withResolvers<void>()
  const disabling = server.platform.database.transaction(async () => {
    await held.promise
    await server.app.accounts.people.disable(account.id, null)
  })
  const changes = [
    server.call(spaceEndpoints.createSpace, { body: { name: 'waited', path: 'waited' } }, bearer(token)),
    server.call(accountEndpoints.createAccessToken, { body: { name: 'waited', expiresAt: null } }, bearer(token)),
    server.call(peopleEndpoints.createPerson, { body: { username: 'waited' } }, bearer(token)),
  ]
  const settled = Promise.allSettled(changes)
  // Until the new account's password is hashed.
  await delay(400)
  held.resolve()
  await disabling
  for (const one of await settled)
    expect(one).toMatchObject({ status: 'rejected', reason: { envelope: { code: 401 } } })
  expect(JSON.stringify(await server.call(peopleEndpoints.listPeople, { query: { limit: 500 } }))).not.toContain(
    'waited',
  )
})

test('R8.01 a password that somebody else has reset is not changed back by a change under way', async () => {
  const { account } = await server.call(peopleEndpoints.createPerson, {
    body: { username: 'reset', password: testPassword },
  })
  for (let round = 0; round < 3; round += 1) {
    const password = `the password ${round}`
    await server.call(peopleEndpoints.resetPersonPassword, { params: { accountId: account.id }, body: { password } })
    const token = await signIn('reset', password)
    const held = Promise.withResolvers<void>()
    const holding = server.platform.database.transaction(() => held.promise)
    const reset = server.call(peopleEndpoints.resetPersonPassword, {
      params: { accountId: account.id },
      body: { password: 'of the administrator' },
    })
    await delay(250)
    const change = { currentPassword: password, newPassword: 'of the thief' }
    const changed = server.call(accountEndpoints.changePassword, { body: change }, bearer(token))
    const settled = Promise.allSettled([changed])
    await delay(400)
    held.resolve()
    await Promise.all([holding, reset])
    await settled
    await expect(signIn('reset', 'of the thief')).rejects.toMatchObject({ reason: 'login.invalid' })
    await expect(signIn('reset', 'of the administrator')).resolves.toEqual(expect.any(String))
  }
})

test('R8.01 an upload whose bytes come after the sign-out is not taken', async () => {
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'uploads', path: 'uploads' } })
  const created = await beginUpload(server, { spaceId: space.id, path: 'late.txt' }, 4)
  const id = created.headers.get('location')?.split('/').at(-1) ?? ''
  const token = await signIn()
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  const patch = await beginRequest(server, { method: 'PATCH', path: `/uploads/${id}`, token, headers, body: 'late' })
  await delay(200)
  await server.call(accountEndpoints.logout, {}, bearer(token))
  expect([0, 401]).toContain((await patch.send()).status)
  const listed = await server.fetch(`/spaces/${space.id}/files`)
  expect(await listed.json()).toMatchObject({ data: { items: [] } })
})
