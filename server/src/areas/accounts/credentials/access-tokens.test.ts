import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { type Endpoint, fillPath, isWriting, requestIdLength } from '@vermilion/contract/kernel/endpoint'
import { uploadPath } from '@vermilion/contract/files'
import { artifactUploadPath } from '@vermilion/contract/rollouts/artifacts'
import { settingsEndpoints } from '@vermilion/contract/settings'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { isDatabasePostgres } from '../../../testing/test-database.ts'
import { startTestServer, testPassword } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { beginUpload, upload } from '../../../testing/upload.ts'
import { maxAccessTokens } from '../rules.ts'
import { failureOf } from '../testing/failure.ts'
import { openStream } from '../testing/stream.ts'

const { me, login, changePassword, createAccessToken, listAccessTokens, revokeAccessToken } = accountEndpoints
const day = 24 * 3_600_000

let now = Date.now()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock: clockOf(() => now) })
})
afterAll(() => server.stop())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const create = (name: string, expiresAt: string | null = null, headers: Record<string, string> = {}) =>
  server.call(createAccessToken, { body: { name, expiresAt } }, headers)
const inDays = (days: number) => new Date(now + days * day).toISOString()

test('an access token does for a script what its account may, and tells when it was used last', async () => {
  const { secret, accessToken } = await create('nightly import', inDays(30))
  expect(secret).toMatch(/^vmt_[\w-]{43}$/)
  expect(accessToken).toMatchObject({ name: 'nightly import', usedAt: null, expiresAt: inDays(30) })
  const headers = bearer(secret)
  expect((await server.call(me, {}, headers)).username).toBe('admin')
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'scripted', path: 'scripted' } }, headers)
  const fetchAs: TestServer['fetch'] = (path, init = {}) => {
    const sent = new Headers(init.headers)
    sent.set('authorization', `Bearer ${secret}`)
    return server.fetch(path, { ...init, headers: sent })
  }
  await upload({ fetch: fetchAs }, { spaceId: space.id, path: 'a.txt' }, new TextEncoder().encode('content'))
  const stream = await openStream(server, headers)
  expect(await server.call(listAccessTokens, {})).toMatchObject({ items: [{ usedAt: new Date(now).toISOString() }] })
  await server.call(revokeAccessToken, { params: { tokenId: accessToken.id } })
  await stream.end
  expect((await failureOf(server.call(me, {}, headers))).code).toBe(401)
  expect((await beginUpload(server, { spaceId: space.id, path: 'b.txt' }, 1, headers)).status).toBe(401)
  expect((await server.fetch('/events', { headers })).status).toBe(401)
})

const endpoints = Object.values(endpointAreas).flatMap((area) => Object.values<Endpoint>(area))
const guarded = endpoints.filter((endpoint) => endpoint.sessionOnly === true)
const pathOf = ({ path }: Endpoint, values: Record<string, string> = {}) =>
  fillPath(path, { ...Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'x'])), ...values })

test('an access token cannot touch what guards the account', async () => {
  const { secret, accessToken } = await create('guard')
  expect(guarded.map(({ path }) => path)).toEqual(
    expect.arrayContaining([changePassword.path, listAccessTokens.path, accountEndpoints.listSessions.path]),
  )
  for (const endpoint of guarded) {
    const { method, path } = endpoint
    const response = await server.fetch(pathOf(endpoint, { tokenId: accessToken.id }), {
      method,
      headers: bearer(secret),
    })
    expect([path, response.status, await response.json()]).toMatchObject([
      path,
      403,
      { code: 40303, data: { error: 'access-token.not-allowed' } },
    ])
  }
  await server.call(me, {}, bearer(secret))
})

test('R1.09 R6.02 a token that may only read reads everything, and changes nothing by any call', async () => {
  const { secret, accessToken } = await server.call(createAccessToken, {
    body: { name: 'dashboard', expiresAt: null, scope: 'read-only' },
  })
  const headers = bearer(secret)
  expect(accessToken.scope).toBe('read-only')
  expect((await server.call(listAccessTokens, {})).items).toContainEqual(
    expect.objectContaining({ name: 'dashboard', scope: 'read-only' }),
  )
  expect(await server.call(me, {}, headers)).toMatchObject({ username: 'admin', scope: 'read-only' })
  expect(await server.call(me, {}, bearer((await create('whole')).secret))).toMatchObject({ scope: 'full' })

  const open = endpoints.filter(
    (endpoint) => endpoint.sessionOnly !== true && endpoint.public !== true && endpoint.caller === undefined,
  )
  const writing = open.filter(isWriting)
  expect(writing.length).toBeGreaterThan(100)
  const count = (await server.call(auditEndpoints.listAuditEntries, { query: {} })).total
  for (const endpoint of writing) {
    const { method, path } = endpoint
    const response = await server.fetch(pathOf(endpoint), { method, headers })
    expect([method, path, response.status, await response.json()]).toMatchObject([
      method,
      path,
      403,
      { code: 40304, data: { error: 'access-token.read-only' } },
    ])
  }
  expect((await server.call(auditEndpoints.listAuditEntries, { query: {} })).total).toBe(count)
  // Reads are allowed, even if the values are then refused.
  for (const endpoint of open.filter((one) => !isWriting(one) && one.raw === undefined)) {
    const response = await server.fetch(pathOf(endpoint), { method: endpoint.method, headers })
    const { data } = (await response.json()) as { data?: { error?: string } }
    expect([endpoint.path, data?.error]).not.toEqual([endpoint.path, 'access-token.read-only'])
    expect([endpoint.path, response.status]).not.toEqual([endpoint.path, 401])
  }
})

test('R1.09 R6.02 a token that may only read begins no upload and opens no terminal', async () => {
  const { secret } = await server.call(createAccessToken, {
    body: { name: 'looks', expiresAt: null, scope: 'read-only' },
  })
  const headers = { ...bearer(secret), 'tus-resumable': '1.0.0' }
  const refused = async (path: string, init: RequestInit) =>
    expect(await (await server.fetch(path, init)).json()).toMatchObject({ data: { error: 'access-token.read-only' } })
  for (const path of [uploadPath, artifactUploadPath]) {
    await refused(path, { method: 'POST', headers: { ...headers, 'upload-length': '3' } })
    for (const method of ['PATCH', 'DELETE', 'PUT']) await refused(`${path}/${'a'.repeat(21)}`, { method, headers })
    const disguised = { ...headers, 'x-http-method-override': 'DELETE' }
    await refused(`${path}/${'a'.repeat(21)}`, { method: 'GET', headers: disguised })
  }
  await refused('/terminals/x/socket', { headers })
})

test('an access token is worth nothing once its time is over, and an open stream ends with it', async () => {
  const { secret } = await create('short', inDays(1))
  const stream = await openStream(server, bearer(secret))
  now += day
  await stream.end
  expect((await failureOf(server.call(me, {}, bearer(secret)))).code).toBe(401)
  const { items } = await server.call(listAccessTokens, {})
  expect(items.map(({ name }) => name)).toContain('short')
})

test('names are unique in their account, an expiry lies ahead, and there are not too many', async () => {
  await create('Twice')
  expect(await failureOf(create('twice '))).toMatchObject({ code: 40902, data: { values: { name: 'twice' } } })
  expect((await failureOf(create(' '))).data.fields).toHaveProperty('name')
  expect((await failureOf(create('late', inDays(-1)))).data.error).toBe('access-token.expiry-past')
  const { items } = await server.call(listAccessTokens, {})
  for (let count = items.length; count < maxAccessTokens; count++) await create(`many ${count}`)
  expect((await failureOf(create('one more'))).data.error).toBe('access-token.too-many')
  for (const { id } of (await server.call(listAccessTokens, {})).items)
    await server.call(revokeAccessToken, { params: { tokenId: id } })
})

test.skipIf(isDatabasePostgres)(
  'a repeated request gets the same secret, which nobody finds in the data folder',
  async () => {
    const headers = { 'x-request-id': 'q'.repeat(requestIdLength) }
    const first = await create('repeated', null, headers)
    expect(await create('repeated', null, headers)).toEqual(first)
    await server.platform.database.backup(join(server.data, 'copy.db'))
    const files = (await readdir(server.data, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
    for (const file of files) {
      const content = await readFile(join(file.parentPath, file.name))
      expect([file.name, content.includes(first.secret)]).toEqual([file.name, false])
    }
  },
)

test('the owner changes the password and keeps the tokens; a reset by the administrator revokes them', async () => {
  const { secret } = await create('survivor')
  const body = { currentPassword: testPassword, newPassword: 'another password' }
  await server.call(changePassword, { body })
  await server.call(me, {}, bearer(secret))
  await server.app.accounts.reset('admin', testPassword)
  expect((await failureOf(server.call(me, {}, bearer(secret)))).code).toBe(401)
  const { token } = await server.call(login, { body: { username: 'admin', password: testPassword } })
  expect(await server.call(listAccessTokens, {}, bearer(token))).toEqual({ items: [] })
})

test('the health needs no token, and takes a wrong one as none', async () => {
  expect((await server.call(settingsEndpoints.health, {}, bearer('vmt_wrong'))).status).toBe('ok')
})
