import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { alertEndpoints, alertMessage, maxDeliveryAttempts } from '@vermilion/contract/monitoring/alerts'
import type { AlertDelivery } from '@vermilion/contract/monitoring/alerts'
import { serviceEndpoints } from '@vermilion/contract/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { startFake } from '../../settings/testing/fake-service.ts'
import type { FakeService, Request } from '../../settings/testing/fake-service.ts'
import { startFakeSmtp } from '../../settings/testing/fake-smtp.ts'
import type { FakeSmtp } from '../../settings/testing/fake-smtp.ts'
import { readWhole } from '../../../testing/test-database.ts'

const secret = 'a-secret-of-the-webhook'
const password = 'a-password-of-the-mailbox'
const day = 86_400_000

let ahead = 0
let status = 200
let data: string
let receiver: FakeService
let mail: FakeSmtp
let server: TestServer
const start = () => startTestServer({ data, clock: clockOf(() => Date.now() + ahead), monitoring: { interval: 50 } })
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-deliveries-'))
  // A receiver that echoes the secret must not reveal it.
  receiver = await startFake(() => ({ status, body: `received with ${secret}` }))
  mail = await startFakeSmtp({ password })
  server = await start()
  for (const rule of ['disk-full', 'temperature', 'health-problem'] as const)
    await server.call(alertEndpoints.changeAlertRule, { params: { rule }, body: { enabled: false } })
})
afterAll(async () => {
  await server.stop()
  await receiver.stop()
  await mail.stop()
  await rm(data, { recursive: true, force: true })
})

const deliveries = async () => (await server.call(alertEndpoints.listAlertDeliveries, { query: {} })).items
const latest = async (channel: AlertDelivery['channel'] = 'webhook') =>
  (await deliveries()).find((one) => one.channel === channel)
async function makeToken(name: string): Promise<string> {
  const expiresAt = new Date(Date.now() + ahead + day).toISOString()
  return (await server.call(accountEndpoints.createAccessToken, { body: { name, expiresAt } })).accessToken.id
}
const revokeToken = (tokenId: string) => server.call(accountEndpoints.revokeAccessToken, { params: { tokenId } })
const messages = () => receiver.asked.map(({ body }) => alertMessage.parse(JSON.parse(body)))
const signatureOf = ({ headers, body }: Request) =>
  `sha256=${createHmac('sha256', secret)
    .update(`${String(headers['x-vermilion-timestamp'])}.${body}`)
    .digest('hex')}`

test('R8.09 a webhook gets a signed test message, and its secret is never answered', async () => {
  const service = await server.call(serviceEndpoints.createService, {
    body: { kind: 'webhook', name: 'Chat room', settings: { url: `${receiver.address}/hook`, secret } },
  })
  const tested = await server.call(serviceEndpoints.testService, { params: { serviceId: service.id } })
  expect(tested).toMatchObject({ works: true })
  const [request] = receiver.asked
  expect(request).toMatchObject({ method: 'POST', path: '/hook' })
  expect(request?.headers).toMatchObject({
    'x-vermilion-event': 'test',
    'x-vermilion-signature': signatureOf(request!),
  })
  expect(messages()[0]).toMatchObject({ event: 'test', alert: null })
  expect(JSON.stringify([service, tested, await server.call(serviceEndpoints.listServices, {})])).not.toContain(secret)
})

test('R1.08 an alert is sent when it begins and when it ends, signed, to who is set up', async () => {
  receiver.asked.length = 0
  const tokenId = await makeToken('begins')
  await expect.poll(async () => (await latest())?.state).toBe('sent')
  const [started] = messages()
  expect(started).toMatchObject({
    event: 'started',
    alert: { rule: 'token-expiring', object: { id: tokenId }, threshold: 7 },
  })
  expect(started?.text).toContain('admin · begins')
  expect(receiver.asked[0]?.headers['x-vermilion-signature']).toBe(signatureOf(receiver.asked[0]!))
  expect(receiver.asked[0]?.headers['x-vermilion-delivery']).toBe(started?.deliveryId)
  await revokeToken(tokenId)
  await expect.poll(() => messages().map(({ event }) => event)).toEqual(['started', 'ended'])
})

test('R1.08 what a webhook refuses is sent again over a restart, five times within an hour', async () => {
  status = 500
  receiver.asked.length = 0
  const tokenId = await makeToken('refused')
  await expect.poll(async () => (await latest())?.error?.en).toContain('(500): received with ***')
  expect(await latest()).toMatchObject({ state: 'queued', attempts: 1, serviceName: 'Chat room', event: 'started' })
  await server.stop()
  ahead += 61_000
  server = await start()
  await expect.poll(() => receiver.asked.length).toBe(2)
  let passed = 61_000
  for (let attempt = 3; attempt <= maxDeliveryAttempts; attempt += 1) {
    const next = async () => Date.parse((await latest())?.nextAttemptAt ?? '') - Date.now() - ahead
    await expect.poll(next).toBeGreaterThan(1_000)
    passed += await next()
    ahead += await next()
    await expect.poll(() => receiver.asked.length).toBe(attempt)
  }
  await expect.poll(async () => (await latest())?.state).toBe('failed')
  expect(passed).toBeLessThan(3_600_000)
  expect(new Set(messages().map(({ deliveryId }) => deliveryId)).size).toBe(1)
  ahead += 3_600_000
  await server.app.monitoring.sampler.readOnce()
  expect(receiver.asked.length).toBe(maxDeliveryAttempts)
  expect(JSON.stringify(await deliveries())).not.toContain(secret)
  status = 200
  await revokeToken(tokenId)
  await expect.poll(() => messages().at(-1)?.event).toBe('ended')
})

test('R1.08 a silenced alert is sent once the silence is over', async () => {
  receiver.asked.length = 0
  await server.call(alertEndpoints.addAlertSilence, { body: { rule: 'token-expiring', seconds: 600 } })
  const tokenId = await makeToken('silent')
  await expect
    .poll(async () => (await server.call(alertEndpoints.listAlerts, { query: { state: 'open' } })).total)
    .toBe(1)
  await server.app.monitoring.sampler.readOnce()
  expect(receiver.asked).toEqual([])
  ahead += 601_000
  await expect.poll(() => messages().map(({ event }) => event)).toEqual(['started'])
  await revokeToken(tokenId)
  await expect.poll(() => receiver.asked.length).toBe(2)
})

const mailService = (to = 'ada@example.com, bo@example.com') => ({
  kind: 'smtp' as const,
  name: 'Mail',
  settings: {
    url: mail.address,
    starttls: false,
    username: 'vermilion',
    password,
    from: 'vermilion@example.com',
    to,
  },
})

test('R1.08 R8.09 an alert goes out by e-mail, and the password stays on the server', async () => {
  const service = await server.call(serviceEndpoints.createService, { body: mailService() })
  const tested = await server.call(serviceEndpoints.testService, { params: { serviceId: service.id } })
  expect(tested).toMatchObject({ works: true, facts: { reply: '250 2.0.0 queued as 1' } })
  expect(mail.signIns[0]).toEqual({ user: 'vermilion', password })
  expect(JSON.stringify([service, tested])).not.toContain(password)
  await server.call(alertEndpoints.changeAlertRule, { params: { rule: 'token-expiring' }, body: { webhook: false } })
  receiver.asked.length = 0
  const tokenId = await makeToken('by-mail')
  await expect.poll(async () => (await latest('smtp'))?.state).toBe('queued')
  ahead += 31_000
  await expect.poll(async () => (await latest('smtp'))?.state).toBe('sent')
  const sent = mail.received.at(-1)
  expect(sent).toMatchObject({ from: 'vermilion@example.com', to: ['ada@example.com', 'bo@example.com'] })
  expect(sent?.content).toContain('Subject:')
  expect(sent?.content).toContain(`Message-ID: <${(await latest('smtp'))?.id}@example.com>`)
  await revokeToken(tokenId)
  await expect.poll(async () => (await latest('smtp'))?.event).toBe('ended')
  expect(receiver.asked).toEqual([])
  const database = await readWhole(data)
  expect(database.includes(password) || database.includes(secret)).toBe(false)
})

test('R1.08 alerts that come together go out as one mail, and are tried again as one', async () => {
  const [service] = (await server.call(serviceEndpoints.listServices, {})).filter(({ kind }) => kind === 'smtp')
  const params = { serviceId: service!.id }
  const sendTo = (to: string) => server.call(serviceEndpoints.replaceService, { params, body: mailService(to) })
  const mailsNow = async () => (await deliveries()).filter(({ channel }) => channel === 'smtp')
  // The previous alert's end is still being sent.
  ahead += 31_000
  await expect.poll(async () => (await mailsNow()).every(({ state }) => state === 'sent')).toBe(true)
  const [sentBefore, rowsBefore] = [mail.received.length, (await mailsNow()).length]
  await sendTo('nobody@example.invalid')
  for (const name of ['first', 'second', 'third']) await makeToken(name)
  const fresh = async () => (await mailsNow()).slice(0, (await mailsNow()).length - rowsBefore)
  await expect.poll(async () => (await fresh()).length).toBe(3)
  await server.app.monitoring.sampler.readOnce()
  expect(mail.received).toHaveLength(sentBefore)
  ahead += 31_000
  await expect
    .poll(async () => (await fresh()).map(({ attempts, state }) => `${attempts} ${state}`))
    .toEqual(Array(3).fill('1 queued'))
  await expect.poll(async () => (await fresh()).every(({ error }) => error !== null)).toBe(true)
  await sendTo('ada@example.com')
  ahead += 61_000
  await expect.poll(async () => (await fresh()).map(({ state }) => state)).toEqual(Array(3).fill('sent'))
  expect(mail.received).toHaveLength(sentBefore + 1)
  const content = Buffer.from(mail.received.at(-1)!.content).toString()
  expect(content).toMatch(/^Subject: .*3[ _]alerts/m)
  const body = decodeBody(content)
  for (const name of ['first', 'second', 'third']) expect(body.split(`admin · ${name}`)).toHaveLength(3)
})

function decodeBody(content: string): string {
  const body = content.slice(content.indexOf('\n\n') + 2)
  if (/^Content-Transfer-Encoding: base64/im.test(content)) return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

test('what a mail server does not take is told with what to do', async () => {
  const settings = { url: mail.address, username: 'vermilion', from: 'a@example.com', to: 'b@example.com' }
  const attempt = async (more: object) =>
    (
      await server.call(serviceEndpoints.tryService, {
        query: {},
        body: { kind: 'smtp', settings: { ...settings, starttls: false, password, ...more } },
      })
    ).failure
  expect(await attempt({ password: 'another' })).toBe('sign-in-refused')
  expect(await attempt({ to: 'nobody@example.invalid' })).toBe('mail-refused')
  expect(await attempt({ starttls: true })).toBe('starttls-missing')
  expect(await attempt({ url: mail.address.replace('smtp:', 'smtps:') })).toBe('no-tls')
  expect(await attempt({ url: 'smtp://169.254.169.254' })).toBe('address-forbidden')
})
