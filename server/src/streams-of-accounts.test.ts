import { accountEndpoints } from '@vermilion/contract/accounts'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, testPassword, type TestServer } from './testing/start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('one account holds no more event streams than it can look at, and takes none from others', async () => {
  const leave = new AbortController()
  const open = async (token = server.token) => {
    const headers = { authorization: `Bearer ${token}`, language: 'en-us' }
    return server.fetch('/events', { headers, signal: leave.signal })
  }
  const all = await Promise.all(Array.from({ length: 120 }, () => open()))
  const refused = all.filter(({ status }) => status === 429)
  expect(all.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(refused).toHaveLength(60)
  expect(await refused[0]?.json()).toMatchObject({
    message: expect.stringContaining('close windows of the console') as string,
    data: { error: 'stream.too-many', values: { most: 60 } },
  })
  await server.call(peopleEndpoints.createPerson, { body: { username: 'other', password: testPassword } })
  const { token } = await server.call(accountEndpoints.login, { body: { username: 'other', password: testPassword } })
  expect((await open(token)).status).toBe(200)
  leave.abort()
  const again = new AbortController()
  await expect.poll(async () => (await server.fetch('/events', { signal: again.signal })).status).toBe(200)
  again.abort()
})
