import { accountEndpoints } from '@vermilion/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { startTestServer, testPassword } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { failureOf } from './testing/failure.ts'

const { login, logout, me } = accountEndpoints
const right = { username: 'Admin', password: testPassword }

describe('signing in', () => {
  let now = Date.now()
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ clock: clockOf(() => now) })
  })
  afterAll(() => server.stop())

  test('R3.14 R7.04 the right credentials give a token that opens the account, in any case of the name', async () => {
    const { token, account } = await server.call(login, { body: right })
    expect(account.username).toBe('admin')
    expect(await server.call(me, {}, { authorization: `Bearer ${token}` })).toEqual({ ...account, scope: 'full' })
  })

  test('R8.04 wrong credentials are told in the language of the request, alike for unknown names', async () => {
    const wrong = { username: 'nobody', password: 'wrong' }
    expect((await failureOf(server.call(login, { body: wrong }))).message).toBe('Invalid username or password')
    const chinese = await failureOf(server.call(login, { body: wrong }, { language: 'zh-cn' }))
    expect(chinese).toMatchObject({ code: 40301, message: '用户名或密码错误', data: { error: 'login.invalid' } })
  })

  test('repeated failures are refused for a growing while, even with the right password', async () => {
    const wrong = { username: 'victim', password: 'wrong' }
    const delays = []
    for (let attempt = 0; attempt < 6; attempt++) {
      const { data } = await failureOf(server.call(login, { body: wrong }))
      if (data.error === 'login.throttled') {
        delays.push(Number(data.values['seconds']))
        now += Number(data.values['seconds']) * 1_000
      }
    }
    expect(delays).toEqual([1, 2])
    await expect(server.call(login, { body: right })).resolves.toBeDefined()
  })

  test('of many attempts at once only the first few are checked', async () => {
    const wrong = { username: 'crowd', password: 'wrong' }
    const failures = await Promise.all(Array.from({ length: 10 }, () => failureOf(server.call(login, { body: wrong }))))
    const throttled = failures.filter(({ data }) => data.error === 'login.throttled')
    expect(throttled.length).toBe(7)
  })

  test('R4.09 R7.04 signing out makes the token worthless', async () => {
    const { token } = await server.call(login, { body: right })
    const headers = { authorization: `Bearer ${token}` }
    await server.call(logout, {}, headers)
    expect(await failureOf(server.call(me, {}, headers))).toMatchObject({
      code: 401,
      message: 'Login information expired, please log in again',
    })
  })

  test('R8.01 a session ends after a week unused, and after thirty days in any case', async () => {
    const day = 24 * 3_600_000
    const unused = await server.call(login, { body: right })
    const used = await server.call(login, { body: right })
    for (let days = 0; days < 5; days++) {
      now += 6 * day
      if (days < 4) await server.call(me, {}, { authorization: `Bearer ${used.token}` })
      if (days === 1) await failureOf(server.call(me, {}, { authorization: `Bearer ${unused.token}` }))
    }
    now += day
    expect((await failureOf(server.call(me, {}, { authorization: `Bearer ${used.token}` }))).code).toBe(401)
  })

  test('the media cookie is no token, and no token is in the data folder', async () => {
    const response = await server.fetch('/login/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(right),
    })
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^vermilion_media=[\w-]{43}; .*HttpOnly; SameSite=Strict/)
    const value = /=([\w-]+)/.exec(cookie)?.[1] ?? ''
    expect((await failureOf(server.call(me, {}, { authorization: `Bearer ${value}` }))).code).toBe(401)
    expect((await failureOf(server.call(me, {}, { authorization: '', cookie: `vermilion_media=${value}` }))).code).toBe(
      401,
    )
    const { token } = ((await response.json()) as { data: { token: string } }).data
    const rows = await server.platform.database
      .query<{ sessions: Record<string, string> }>()
      .selectFrom('sessions')
      .selectAll()
      .execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(value)
  })
})
