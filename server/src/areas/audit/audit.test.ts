import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import type { AuditEntry } from '@vermilion/contract/accounts/audit'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { uploadAction } from '@vermilion/contract/files'
import { uploadPackAction } from '@vermilion/contract/files/uploads'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { artifactUploadAction } from '@vermilion/contract/rollouts/artifacts'
import { serviceEndpoints } from '@vermilion/contract/services'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionOf } from '#platform/audit/audit'
import { isAudited } from '#platform/http/audited'
import { reasonOf } from '../../testing/client.ts'
import { placeMigratedDatabase } from '../../testing/migrated-database.ts'
import { startTestServer, testPassword } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { actionDescriptions } from './entries/action-descriptions.ts'

let time = Date.parse('2026-03-01T00:00:00.000Z')
const clock = { now: () => time, time: () => new Date(time).toISOString() }
let data: string
let server: TestServer
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-audit-'))
  await placeMigratedDatabase(data)
  server = await startTestServer({ clock, data })
})
afterAll(async () => {
  await server.stop()
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

const { listAuditEntries } = auditEndpoints
const list = async (query: object = {}) => (await server.call(listAuditEntries, { query })).items
const summarize = ({ account, action, error }: AuditEntry) => ({ account, action, error })

test('R6.01 R7.02 who changes something, or is refused, leaves an entry, and who reads leaves none', async () => {
  const { username: account } = await server.call(accountEndpoints.me, {})
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })
  time += 1
  const refused = server.call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'elsewhere' } })
  expect(await reasonOf(refused)).toBe('space.name-taken')
  await server.call(spaceEndpoints.listSpaces, { query: {} })
  await server.call(spaceEndpoints.checkPath, { body: { path: 'walls' } })
  time += 1
  await server.call(spaceEndpoints.deleteSpace, { params: { spaceId } })

  const entries = await list({ resource: 'spaces' })
  expect(entries.map(summarize)).toEqual([
    { account, action: 'DELETE /spaces/:spaceId', error: null },
    { account, action: 'POST /spaces', error: 'space.name-taken' },
    { account, action: 'POST /spaces', error: null },
  ])
  expect(entries[0]?.objects).toEqual({ spaceId })
  expect(entries[2]?.objects).toEqual({ spaceId, name: 'floors' })
  expect(entries.map(({ summary }) => summary)).toEqual([
    { en: 'Data space deleted', zh: '删除数据空间' },
    { en: 'Data space not created', zh: '未能创建数据空间' },
    { en: 'Data space created', zh: '创建数据空间' },
  ])
  expect(entries[2]?.description).toEqual(spaceEndpoints.createSpace.summary)
  expect(entries[0]?.address).toMatch(/127\.0\.0\.1|::1/)
  expect(await list({ resource: 'spaces', outcome: 'refused' })).toEqual([entries[1]])
  expect(await list({ search: spaceId })).toEqual([entries[0], entries[2]])
  expect(await list({ search: '创建数据空间' })).toEqual([entries[1], entries[2]])
  expect(await list({ resource: 'spaces', sort: 'createdAt', limit: 1 })).toEqual([entries[2]])
})

test('R6.01 each action that leaves an entry is said in a few words', () => {
  const endpoints = Object.values<Readonly<Record<string, Endpoint>>>(endpointAreas).flatMap(Object.values<Endpoint>)
  const protocols = [accountEndpoints.login, uploadAction, uploadPackAction, artifactUploadAction]
  const audited = [...endpoints.filter(isAudited), ...protocols].map(actionOf)
  expect(audited.filter((action) => !(action in actionDescriptions))).toEqual([])
  for (const [, [thing, participle]] of Object.entries(actionDescriptions))
    expect(`${thing} not ${participle}`.length).toBeLessThan(40)
})

test('R6.01 the same action several times in a row is one row with its count, on whichever page', async () => {
  const rename = async (spaceId: string, name: string, minutes: number) => {
    time += minutes * 60_000
    await server.call(spaceEndpoints.updateSpace, { params: { spaceId }, body: { name } })
  }
  const create = async (name: string) => {
    time += 1
    return (await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })).id
  }
  time += 60_000
  const start = new Date(time).toISOString()
  const [yard, roof] = [await create('yard'), await create('roof')]
  await rename(yard, 'yard 1', 1)
  await rename(roof, 'roof 1', 9)
  await rename(roof, 'roof 2', 10)
  // Too late to belong to them.
  await rename(roof, 'roof 3', 11)
  const end = await create('cellar')

  const { listAuditGroups } = auditEndpoints
  const filter = { resource: 'spaces', createdFrom: start }
  const rows = [
    { action: 'POST /spaces', count: 1, objectCount: 1 },
    { action: 'PATCH /spaces/:spaceId', count: 1, objectCount: 1 },
    { action: 'PATCH /spaces/:spaceId', count: 3, objectCount: 2 },
    { action: 'POST /spaces', count: 2, objectCount: 2 },
  ]
  const full = await server.call(listAuditGroups, { query: filter })
  expect(full).toMatchObject({ items: rows, total: 4, from: 1, nextCursor: null })
  expect(full.items[0]?.objects).toMatchObject({ spaceId: end })
  const folded = full.items[2]
  expect(Date.parse(folded?.createdAt ?? '') - Date.parse(folded?.since ?? '')).toBe(19 * 60_000)
  expect((await server.call(listAuditGroups, { query: { ...filter, sort: 'createdAt' } })).items).toEqual(
    full.items.toReversed(),
  )

  const first = await server.call(listAuditGroups, { query: { ...filter, limit: 3 } })
  expect(first).toMatchObject({ items: rows.slice(0, 3), total: 4, from: 1 })
  const next = await server.call(listAuditGroups, { query: { ...filter, limit: 3, cursor: first.nextCursor ?? '' } })
  expect(next).toMatchObject({ items: rows.slice(3), total: 4, from: 4, nextCursor: null })
  const back = await server.call(listAuditGroups, { query: { ...filter, limit: 3, cursor: next.previousCursor ?? '' } })
  expect(back.items).toEqual(first.items)

  const members = (group: string, limit = 50) =>
    server.call(auditEndpoints.listAuditEntries, { query: { ...filter, group, limit } })
  const unfolded = await members(folded?.id ?? '')
  expect(unfolded.items.map(({ objects }) => objects['spaceId'])).toEqual([roof, roof, yard])
  expect(await members(unfolded.items[2]?.id ?? '')).toEqual(unfolded)
  expect(await members(folded?.id ?? '', 2)).toMatchObject({ items: unfolded.items.slice(0, 2), total: 3 })
  // Groups join when a filter removes the entries between them.
  const renamed = await server.call(listAuditGroups, { query: { ...filter, search: 'roof' } })
  expect(renamed.items.map(({ count }) => count)).toEqual([1, 2, 1])
})

test('R6.01 an entry says what it is about by its name, also once that is renamed, and when it is gone', async () => {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'halls', path: 'halls' } })
  time += 1
  await server.call(spaceEndpoints.updateSpace, { params: { spaceId }, body: { name: 'big halls' } })
  const about = { kind: 'space', id: spaceId, within: null }
  const named = async (search: string) => (await list({ search })).map(({ subjects }) => subjects)
  const renamed = { ...about, name: 'big halls', isThere: true }
  expect(await named(spaceId)).toEqual([[renamed], [renamed]])
  expect(await named('BIG HALLS')).toEqual([[renamed], [renamed]])

  time += 1
  await server.call(spaceEndpoints.deleteSpace, { params: { spaceId } })
  const removed = { ...about, name: 'halls', isThere: false }
  expect(await named(spaceId)).toEqual([[removed], [removed], [removed]])
})

test('R7.02 a call that is sent again leaves no second entry', async () => {
  const headers = { 'x-request-id': 'abcdefghijklmnopqrstu' }
  const create = () => server.call(spaceEndpoints.createSpace, { body: { name: 'twice', path: 'twice' } }, headers)
  expect(await create()).toEqual(await create())
  expect(await list({ search: headers['x-request-id'] })).toHaveLength(1)
})

test('R6.02 signing in is recorded under the account alone, and no entry holds what a body held', async () => {
  const signIn = (username: string, password: string) =>
    server.call(accountEndpoints.login, { body: { username, password } })
  const { username } = await server.call(accountEndpoints.me, {})
  expect(await reasonOf(signIn(username.toUpperCase(), 'wrong-password'))).toBe('login.invalid')
  expect(await reasonOf(signIn('my-secret-password', 'admin'))).toBe('login.invalid')
  await signIn(username, testPassword)
  const entries = await list({ resource: 'login', limit: 4 })
  expect(entries.filter(({ error }) => error !== null).map(summarize)).toEqual(
    expect.arrayContaining([
      { account: username, action: 'POST /login/login', error: 'login.invalid' },
      { account: null, action: 'POST /login/login', error: 'login.invalid' },
    ]),
  )
  const settings = { url: 'http://127.0.0.1:9/v1', key: 'sk-very-secret', model: 'model' }
  await server.call(serviceEndpoints.createService, { body: { kind: 'chat', name: 'model', settings } })
  const hook = { url: 'http://127.0.0.1:9/hook-address', secret: 'signs-each-message' }
  await server.call(serviceEndpoints.createService, { body: { kind: 'webhook', name: 'hook', settings: hook } })
  const body = { username: 'someone', password: 'password-of-someone' }
  const { account } = await server.call(peopleEndpoints.createPerson, { body })
  const reset = { params: { accountId: account.id }, body: { password: 'another-of-someone' } }
  await server.call(peopleEndpoints.resetPersonPassword, reset)
  const change = { currentPassword: 'not-the-password', newPassword: 'nor-this-password' }
  await reasonOf(server.call(accountEndpoints.changePassword, { body: change }))
  const { secret: token } = await server.call(accountEndpoints.createAccessToken, {
    body: { name: 'script', expiresAt: null },
  })
  const everything = `${JSON.stringify(await list({ limit: 500 }))} ${await (await server.fetch('/audit-entries.csv')).text()}`
  const ofBodies = [hook.secret, 'hook-address', body.password, reset.body.password, ...Object.values(change), token]
  const typed = ['wrong-password', 'my-secret-password', testPassword, 'sk-very-secret', server.token]
  for (const secret of [...typed, ...ofBodies]) {
    expect(everything).not.toContain(secret)
  }
})

test('R6.02 what is done with an access token names it, also when it is revoked, and as CSV in both languages', async () => {
  const body = { name: '=nightly, "script"', expiresAt: null }
  const { secret, accessToken } = await server.call(accountEndpoints.createAccessToken, { body })
  const authorization = `Bearer ${secret}`
  const created = { body: { name: 'by script', path: 'script' } }
  await server.call(spaceEndpoints.createSpace, created, { authorization })
  await server.call(accountEndpoints.revokeAccessToken, { params: { tokenId: accessToken.id } })
  const [entry] = await list({ search: 'nightly' })
  expect(entry).toMatchObject({ credential: 'access-token', tokenName: body.name, action: 'POST /spaces' })

  const csv = async (language: string) => {
    return (await server.fetch(`/audit-entries.csv?search=nightly&language=${language}`)).text()
  }
  const lines = (await csv('en-US')).split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toBe('time,account,access token,address,action,endpoint,objects,outcome,request id')
  // A spreadsheet must not take a name for a formula.
  expect(lines[1]).toContain(`"'=nightly, ""script"""`)
  expect(await csv('zh-CN')).toContain(
    `创建数据空间,POST /spaces,spaceId=${entry?.objects['spaceId']} name=by script,成功`,
  )
})

test('R6.01 entries are kept for 400 days, and can be filtered by account and kind of object', async () => {
  const { accounts, resources } = await server.call(auditEndpoints.readAuditChoices, {})
  const { username } = await server.call(accountEndpoints.me, {})
  expect(accounts).toEqual([username])
  expect(resources).toEqual(expect.arrayContaining(['accounts', 'login', 'spaces']))
  expect(await list({ account: 'nobody' })).toEqual([])

  const days = (count: number) => count * 24 * 3_600_000
  const listLater = async (milliseconds: number) => {
    await server.stop()
    time += milliseconds
    server = await startTestServer({ clock, data })
    return list({ resource: 'spaces' })
  }
  expect(await listLater(days(399))).not.toEqual([])
  expect(await listLater(days(2))).toEqual([])
})
