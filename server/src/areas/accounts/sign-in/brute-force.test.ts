import { accountEndpoints } from '@vermilion/contract/accounts'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import { settingsEndpoints } from '@vermilion/contract/settings'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { startTestServer, testPassword } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { deviceCookie } from './devices.ts'
import { limits, maxWaitMs } from '../rules.ts'

const { login, me } = accountEndpoints
const attacks = 1_000

let now = Date.now()
let server: TestServer
beforeEach(async () => {
  const environment = { VERMILION_TRUSTED_PROXIES: 'loopback' }
  server = await startTestServer({ clock: clockOf(() => now), environment })
})
afterEach(() => server.stop())

interface Attempt {
  username?: string
  password?: string
  address?: string
  cookie?: string
}

async function attempt({ username = 'admin', password = 'wrong', address = '203.0.113.66', cookie = '' }: Attempt) {
  const response = await fetch(`${server.address}${basePath}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', language: 'en-us', 'x-forwarded-for': address, cookie },
    body: JSON.stringify({ username, password }),
  })
  const { message, data } = (await response.json()) as { message: string; data: { values?: { seconds: number } } }
  const retained = response.headers.getSetCookie().find((header) => header.startsWith(deviceCookie))
  return { status: response.status, message, seconds: data.values?.seconds ?? 0, cookie: retained?.split(';')[0] ?? '' }
}

interface Attack {
  /** Concurrent attempts; by default more than the queue of password checks holds. */
  width?: number
  onRefusal?: () => void
}

async function attack(nextAttempt: (count: number) => Attempt, { width = 100, onRefusal }: Attack = {}) {
  let started = 0
  const statuses: number[] = []
  const work = async () => {
    while (started < attacks) {
      const { status } = await attempt(nextAttempt(started++))
      if (status === 429 && !statuses.includes(429)) onRefusal?.()
      statuses.push(status)
    }
  }
  const all = Promise.all(Array.from({ length: width }, work))
  let under = true
  const finished = all.then(() => (under = false))
  let calls = 0
  while (under) {
    expect((await server.call(settingsEndpoints.health, {}, { authorization: '' })).status).toBe('ok')
    expect((await server.call(me, {})).username).toBe('admin')
    calls += 1
  }
  await finished
  expect(statuses.filter((status) => status !== 403 && status !== 429)).toEqual([])
  return { checked: statuses.filter((status) => status === 403).length, calls }
}

async function ownersDelay(from: Attempt): Promise<number> {
  const since = now
  for (;;) {
    const { status, seconds } = await attempt({ ...from, password: testPassword })
    if (status === 200) return now - since
    expect(status).toBe(429)
    now += seconds * 1_000
  }
}

test('a thousand wrong sign-ins for one name from one address: its owner gets in at the same address within a minute', async () => {
  const existing = (await attempt({ password: testPassword, address: '203.0.113.66' })).cookie
  const { checked, calls } = await attack(() => ({}))
  expect(checked).toBe(limits.narrow.free)
  expect(calls).toBeGreaterThan(0)
  expect(await ownersDelay({ cookie: existing })).toBe(0)
  expect(await ownersDelay({ address: '198.51.100.1' })).toBe(0)
  const delay = await ownersDelay({})
  expect(delay).toBeGreaterThan(0)
  expect(delay).toBeLessThanOrEqual(maxWaitMs)
})

test('who comes back whenever the delay is over makes it a minute long and no longer', async () => {
  const messages = new Set<string>()
  for (let count = 0; count < 25; count++) {
    const { seconds, message } = await attempt({})
    if (seconds > 0) messages.add(message)
    now += seconds * 1_000
  }
  expect([...messages]).toContain('Too many attempts, try again in 60 s (it is never more than 60 s)')
  expect(await ownersDelay({})).toBe(maxWaitMs)
})

test('a thousand names from one address: few are checked, and nobody there waits for long', async () => {
  const { checked } = await attack((count) => ({ username: `name ${count}` }))
  expect(checked).toBe(limits.address.free)
  expect(await ownersDelay({})).toBeLessThanOrEqual(limits.address.maxDelayMs)
  expect(await ownersDelay({ address: '198.51.100.1' })).toBe(0)
})

test('one name from a thousand addresses: few are checked; its owner waits seconds, and not at all where signed in before', async () => {
  const home = '198.51.100.1'
  await attempt({ password: testPassword, address: home })
  const { checked } = await attack((count) => ({ address: `10.0.${count >> 8}.${count & 255}` }), { width: 20 })
  expect(checked).toBe(limits.name.free)
  expect(await ownersDelay({ address: home })).toBe(0)
  const delay = await ownersDelay({ address: '198.51.100.2' })
  expect(delay).toBeGreaterThan(0)
  expect(delay).toBeLessThanOrEqual(limits.name.maxDelayMs)
})

test('a thousand names from a thousand addresses: what cannot be checked soon is refused at once, browsers that are known go first', async () => {
  const existing = (await attempt({ password: testPassword, address: '198.51.100.1' })).cookie
  const { promise: refused, resolve: onRefusal } = Promise.withResolvers<void>()
  const strangers = (count: number) => ({ username: `name ${count}`, address: `10.0.${count >> 8}.${count & 255}` })
  const under = attack(strangers, { onRefusal })
  await refused
  expect(await ownersDelay({ cookie: existing, address: '198.51.100.9' })).toBe(0)
  const { calls } = await under
  expect(calls).toBeGreaterThan(0)
  expect(await ownersDelay({ address: '198.51.100.2' })).toBe(0)
})

test("a browser's cookie speaks for its own account alone, and guesses from it are slowed down as well", async () => {
  await server.app.accounts.add('eve', testPassword)
  const { cookie } = await attempt({ username: 'eve', password: testPassword })
  for (let count = 0; count < 3; count++) await attempt({ cookie })
  expect((await attempt({ cookie })).status).toBe(429)
  for (let count = 0; count < 3; count++) await attempt({ username: 'eve', cookie })
  expect((await attempt({ username: 'eve', cookie })).status).toBe(429)
  expect((await attempt({ username: 'eve', cookie: `${deviceCookie}=made-up` })).status).toBe(403)
})

test('what a caller says about its address is not believed unless its proxy was named', async () => {
  const { stop } = server
  server = await startTestServer()
  await stop()
  for (let count = 0; count < 3; count++) await attempt({ address: `10.0.0.${count}` })
  expect((await attempt({ address: '10.0.0.9' })).status).toBe(429)
})
