import { setTimeout as delay } from 'node:timers/promises'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { mediaCookie } from '#platform/http/authentication'
import { startTestServer, testPassword } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { beginUpload, receivedBytes, sendBytes, uploadAddress } from '../../../testing/upload.ts'
import { maxSessions, sessionTimes } from '../rules.ts'
import { failureOf } from '../testing/failure.ts'
import { openStream } from '../testing/stream.ts'
import { mediaValue } from './tokens.ts'

const { login, logout, me, changePassword, listSessions, revokeSession, revokeOtherSessions } = accountEndpoints
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

let now = Date.now()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock: clockOf(() => now) })
})
afterAll(() => server.stop())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const signIn = async (password = testPassword, headers: Record<string, string> = {}) =>
  (await server.call(login, { body: { username: 'admin', password } }, headers)).token
const listOf = async (token: string) => (await server.call(listSessions, {}, bearer(token))).items

async function answersTo(token: string): Promise<number[]> {
  const cookie = { authorization: '', cookie: `${mediaCookie}=${mediaValue(token)}` }
  const request = [
    server.fetch('/accounts/me', { headers: bearer(token) }),
    server.fetch('/openapi.json', { headers: cookie }),
    beginUpload(server, { spaceId: 'none', path: 'a.png' }, 1, bearer(token)),
    server.fetch('/events', { headers: bearer(token), signal: AbortSignal.timeout(5_000) }),
  ]
  return (await Promise.all(request)).map(({ status }) => status)
}

test('my sessions are listed with what opened them, the one that asks first', async () => {
  const other = await signIn(testPassword, { 'user-agent': firefox })
  const mine = await signIn(testPassword, { 'user-agent': 'curl/8.5.0' })
  const [current, ...others] = await listOf(mine)
  expect(current).toMatchObject({ current: true, program: 'curl 8.5', system: null, address: '127.0.0.1' })
  expect(others).toContainEqual(
    expect.objectContaining({ current: false, program: 'Firefox 143', system: 'Linux' }) as unknown,
  )
  now += 5 * 60_000
  await server.call(me, {}, bearer(other))
  const used = (await listOf(mine)).find(({ program }) => program === 'Firefox 143')
  expect(used?.usedAt).toBe(new Date(now).toISOString())
})

test('R6.02 R8.01 a revoked session is dead everywhere, and its open event stream ends', async () => {
  const [mine, other] = [await signIn(), await signIn()]
  const stream = await openStream(server, bearer(other))
  const id = (await listOf(other))[0]?.id ?? ''
  await server.call(revokeSession, { params: { sessionId: id } }, bearer(mine))
  await stream.end
  expect(await answersTo(other)).toEqual([401, 401, 401, 401])
  expect(await failureOf(server.call(revokeSession, { params: { sessionId: id } }, bearer(mine)))).toMatchObject({
    code: 40402,
  })
  expect((await server.call(me, {}, bearer(mine))).username).toBe('admin')
})

test('R6.02 an upload under way is cut off with its session, and goes on with the next', async () => {
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'cut off', path: 'cut-off' } })
  const [mine, other] = [await signIn(), await signIn()]
  const started = await beginUpload(server, { spaceId: space.id, path: 'a.bin' }, 8, bearer(other))
  const half = new TransformStream<Uint8Array, Uint8Array>()
  const writer = half.writable.getWriter()
  const init = { headers: bearer(other), duplex: 'half' } as const
  const sending = sendBytes(server, uploadAddress(started), 0, half.readable, init).then(
    () => 'answered',
    () => 'cut off',
  )
  await writer.write(new Uint8Array(4))
  const id = (await listOf(other))[0]?.id ?? ''
  await server.call(revokeSession, { params: { sessionId: id } }, bearer(mine))
  expect(await sending).toBe('cut off')
  const seenCount = await receivedBytes(server, uploadAddress(started))
  const rest = await sendBytes(server, uploadAddress(started), seenCount, new Uint8Array(8 - seenCount))
  expect(rest.status).toBe(204)
})

test('the session of another account cannot be revoked', async () => {
  await server.app.accounts.add('eve', testPassword)
  const eve = (await server.call(login, { body: { username: 'eve', password: testPassword } })).token
  const params = { sessionId: (await listOf(server.token))[0]?.id ?? '' }
  expect((await failureOf(server.call(revokeSession, { params }, bearer(eve)))).code).toBe(40402)
  await server.call(me, {})
})

test('all other sessions can be revoked at once; this one stays', async () => {
  const [mine, other] = [await signIn(), await signIn()]
  const streams = await Promise.all([openStream(server, bearer(mine)), openStream(server, bearer(other))])
  const previous = (await listOf(mine)).length
  expect(await server.call(revokeOtherSessions, {}, bearer(mine))).toEqual({ endedSessions: previous - 1 })
  await streams[1]?.end
  expect(await listOf(mine)).toMatchObject([{ current: true }])
  await expect.poll(() => streams[0]?.heard()).toContain('account-changed')
  await server.call(logout, {}, bearer(mine))
  await streams[0]?.end
})

test('R4.09 R8.01 signing out and the end of its time end the event stream too', async () => {
  const [out, old] = [await signIn(), await signIn()]
  const streams = [await openStream(server, bearer(out)), await openStream(server, bearer(old))]
  await server.call(logout, {}, bearer(out))
  await streams[0]?.end
  now += sessionTimes.idle + 1
  await streams[1]?.end
  expect(await answersTo(old)).toEqual([401, 401, 401, 401])
  expect(await failureOf(server.call(me, {}, { ...bearer(old), language: 'zh-cn' }))).toMatchObject({
    code: 401,
    message: '登录信息失效，请重新登录',
  })
})

test('a changed password ends every other session, and the old one opens nothing', async () => {
  const [mine, other] = [await signIn(), await signIn()]
  const stream = await openStream(server, bearer(other))
  const change = (currentPassword: string, newPassword: string) =>
    server.call(changePassword, { body: { currentPassword, newPassword } }, bearer(mine))
  expect((await failureOf(change('not the password', 'a new password'))).data.error).toBe('password.wrong')
  expect((await failureOf(change(testPassword, testPassword))).data.error).toBe('password.unchanged')
  const short = await failureOf(change(testPassword, 'short'))
  expect(short.data.fields).toHaveProperty('newPassword')
  expect(await change(testPassword, 'a new password')).toEqual({ endedSessions: 1 })
  await stream.end
  expect(await answersTo(other)).toEqual([401, 401, 401, 401])
  expect((await server.call(me, {}, bearer(mine))).username).toBe('admin')
  expect((await failureOf(signIn(testPassword))).data.error).toBe('login.invalid')
  expect(await change('a new password', testPassword)).toEqual({ endedSessions: 0 })
})

test('guessing the current password with a stolen session is slowed down like signing in', async () => {
  const mine = await signIn()
  const body = { currentPassword: 'a guess', newPassword: 'a new password' }
  const guesses = Array.from({ length: 10 }, () => failureOf(server.call(changePassword, { body }, bearer(mine))))
  const names = (await Promise.all(guesses)).map(({ data }) => data.error)
  expect(names.filter((name) => name === 'password.wrong').length).toBe(3)
  expect(names.filter((name) => name === 'login.throttled').length).toBe(7)
  await expect(signIn()).resolves.toBeDefined()
})

test('a password that the administrator resets ends open event streams of this server', async () => {
  await server.app.accounts.add('ann', testPassword)
  const { token } = await server.call(login, { body: { username: 'ann', password: testPassword } })
  const stream = await openStream(server, bearer(token))
  const query = server.platform.database.query<{ sessions: { tokenHash: string; id: string } }>()
  // Like the command line: in another process, without notice to this one.
  const id = (await listOf(token))[0]?.id ?? ''
  await query.deleteFrom('sessions').where('id', '=', id).execute()
  await stream.end
  expect(await answersTo(token)).toEqual([401, 401, 401, 401])
})

test('an account has so many sessions at most: the one not used for longest ends', async () => {
  const oldest = await signIn()
  now += 1_000
  const retained = await signIn()
  for (let count = (await listOf(retained)).length; count < maxSessions; count++) {
    now += 1_000
    await server.app.accounts.openFirst()
  }
  now += 1_000
  await signIn()
  expect((await failureOf(server.call(me, {}, bearer(oldest)))).code).toBe(401)
  expect(await listOf(retained)).toHaveLength(maxSessions)
})

test('a sign-in that is being checked while the password changes opens nothing that outlives the change', async () => {
  const { accounts } = server.app
  const from = { address: '127.0.0.1', userAgent: undefined, device: undefined }
  await accounts.add('changing', 'password 0')
  for (let round = 0; round < 12; round += 1) {
    const old = { username: 'changing', password: `password ${round}` }
    const changed = accounts.reset('changing', `password ${round + 1}`)
    await delay(round * 4)
    const signedIn = await accounts.signIn(old, from).catch(() => undefined)
    expect(await changed).toBe(true)
    // The change has ended every earlier session.
    expect(signedIn && (await accounts.byToken(signedIn.token, from.address))).toBeUndefined()
    now += 2 * 60_000
  }
})
