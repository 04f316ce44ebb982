import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { taskTerminalEndpoints } from '@vermilion/contract/tasks/terminals'
import { maxInput, maxUnread, terminalEndpoints, terminalWindow } from '@vermilion/contract/terminals'
import { maxKeptBytes } from '#platform/terminals/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { knock, lookAt } from '../../../testing/look-at.ts'
import { orderOf, testPrograms } from '../testing/programs.ts'
import { stopTasks } from '../testing/stop-tasks.ts'

let server: TestServer
let taskId = ''
const now = Date.parse('2026-05-01T08:00:00Z')
beforeAll(async () => {
  const clock = { now: () => now, time: () => new Date(now).toISOString() }
  server = await startTestServer({ clock, tasks: { ...testPrograms, concurrency: 4 } })
  taskId = await running()
})
afterAll(async () => {
  await stopTasks(server)
  await server.stop()
})

async function running(): Promise<string> {
  const { id } = await server.app.tasks.start(orderOf('waiting'), 'en-US')
  for (;;) {
    const [instance] = await server.call(taskEndpoints.listInstances, { params: { taskId: id } })
    if (instance?.status === 'running' && instance.hostIp !== null) return id
    await delay(20)
  }
}

const open = async (task = taskId) => {
  const { id } = await server.call(taskTerminalEndpoints.openTaskTerminal, { params: { taskId: task }, body: {} })
  return id
}
const list = (task = taskId) => server.call(taskTerminalEndpoints.listTaskTerminals, { params: { taskId: task } })
const close = (terminalId: string) => server.call(terminalEndpoints.closeTerminal, { params: { terminalId } })
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { reason?: string }) => error.reason,
  )
const quiet =
  'unset PROMPT_COMMAND PS0; stty -echo; PS1=; PS2=; bind "set enable-bracketed-paste off"; clear; echo rea""dy\n'

test('R4.02 a terminal goes on without anybody, and is looked at again from the byte where one left', async () => {
  const id = await open()
  const first = await lookAt(server, id)
  first.type(quiet)
  await first.shows('ready\r\n')
  first.type('echo "one 火 $PWD"; sleep 0.3; echo t""wo; echo thr""ee\n')
  await first.shows('one 火 ')
  const left = first.offset()
  first.socket.terminate()
  await delay(600)
  const again = await lookAt(server, id, { from: left })
  await again.shows('three\r\n')
  expect(again.text()).not.toContain('one')
  expect(again.text().match(/two/g)).toHaveLength(1)
  expect(again.told('position')[0]).toMatchObject({ from: left, skipped: 0, live: again.offset() })
  const full = await lookAt(server, id)
  await full.shows('three\r\n')
  expect(full.text()).toContain(`one 火 ${server.app.tasks.folders(taskId).output}`)
  again.type('exit 3\n')
  expect(await again.closed).toBe(1000)
  expect(again.told('exit')[0]?.exit).toEqual({ code: 3, signal: null })
  const { supported, items } = await list()
  expect(supported).toBe(true)
  expect(items.find((one) => one.id === id)).toMatchObject({ exit: { code: 3, signal: null }, creator: 'admin' })
  const late = await lookAt(server, id)
  expect(await late.closed).toBe(1000)
  expect(late.text()).toBe(full.text())
  await close(id)
  expect(await reasonOf(close(id))).toBe('terminal.not-found')
})

test('R4.02 several look at once, and the terminal is as large as the one who typed last wishes', async () => {
  const id = await open()
  const [one, two] = [await lookAt(server, id), await lookAt(server, id)]
  one.send({ type: 'size', columns: 100, rows: 30 })
  one.type(`${quiet}stty size\n`)
  await one.shows('30 100\r\n')
  two.send({ type: 'size', columns: 60, rows: 20 })
  await delay(50)
  two.send({ type: 'reply', text: 'echo not asked\n' })
  two.type('stty size\n')
  await Promise.all([one.shows('20 60\r\n'), two.shows('20 60\r\n')])
  expect(one.told('size').at(-1)).toEqual({ type: 'size', columns: 60, rows: 20 })
  expect(one.text()).not.toContain('not asked')
  expect(two.told('viewers').at(-1)).toEqual({ type: 'viewers', count: 2 })
  two.socket.terminate()
  while (one.told('size').at(-1)?.columns !== 100) await delay(10)
  await close(id)
  expect(await one.closed).toBe(4404)
})

test('R4.02 one who reads slowly holds the command back, keeps no more than its window, and misses nothing', async () => {
  const id = await open()
  const slow = await lookAt(server, id, { shows: false })
  slow.type(quiet)
  await slow.shows('ready\r\n')
  slow.send({ type: 'shown', offset: slow.offset() })
  const previous = slow.offset()
  slow.type('seq 250000; echo ov""er\n')
  while (slow.offset() < previous + terminalWindow) await delay(10)
  await delay(300)
  expect(slow.offset()).toBe(previous + terminalWindow)
  const reading = setInterval(() => slow.send({ type: 'shown', offset: slow.offset() }), 1)
  await slow.shows('over\r\n')
  clearInterval(reading)
  const lines = slow.text().split('\r\n')
  const begin = lines.indexOf('1')
  expect(lines.slice(begin, begin + 250_000)).toEqual(Array.from({ length: 250_000 }, (_, index) => `${index + 1}`))
  await close(id)
})

test('R4.02 one who reads nothing holds nobody up, and goes on later in the output', async () => {
  const id = await open()
  const [deaf, fast] = [await lookAt(server, id), await lookAt(server, id)]
  fast.type(quiet)
  await fast.shows('ready\r\n')
  deaf.socket.pause()
  fast.type('seq 400000; echo ov""er\n')
  await fast.shows('over\r\n')
  expect(fast.size()).toBeGreaterThan(maxKeptBytes * 2)
  deaf.socket.resume()
  await deaf.shows('over\r\n')
  expect(deaf.told('position').at(-1)?.skipped).toBeGreaterThan(500_000)
  expect(deaf.offset()).toBe(fast.offset())
  const [behind = ''] = deaf.text().split('\r\nover').slice(0, 1)
  expect(behind.split('\r\n').at(-1)).toBe('400000')
  deaf.send({ type: 'rest', resting: true })
  fast.type('echo un""seen\n')
  await fast.shows('unseen\r\n')
  await delay(50)
  expect(deaf.text()).not.toContain('unseen')
  deaf.send({ type: 'rest', resting: false })
  await deaf.shows('unseen\r\n')
  await close(id)
})

test('R6.02 only who is signed in looks, only from pages of this server, and not beyond the sign-out', async () => {
  const id = await open()
  const origin = new URL(server.address).origin
  const bearer = { authorization: `Bearer ${server.token}` }
  expect(await knock(server, id, {})).toBe(401)
  expect(await knock(server, id, {}, ['bearer.not-a-token'])).toBe(401)
  expect(await knock(server, id, { origin }, [`bearer.${server.token}`])).toBe(101)
  expect(await knock(server, id, { ...bearer, origin: 'https://elsewhere.example' })).toBe(403)
  expect(await knock(server, id, { ...bearer, origin: 'null' })).toBe(403)
  expect(await knock(server, 'another', bearer)).toBe(404)
  expect((await server.fetch(`/terminals/${id}/socket`)).status).toBe(400)

  const other = createClient(() => server.address)
  const token = await other.signIn()
  const viewing = await lookAt({ ...server, token }, id)
  await other.call(accountEndpoints.logout, {})
  expect(await viewing.closed).toBe(4401)
  await close(id)
})

test('R4.02 a terminal ends with its run, and cannot be opened where nothing runs', async () => {
  const task = await running()
  const id = await open(task)
  const viewing = await lookAt(server, id)
  await server.call(taskEndpoints.stopTask, { params: { taskId: task } })
  expect(await viewing.closed).toBe(1000)
  expect(viewing.told('exit')).toHaveLength(1)
  expect(await reasonOf(open(task))).toBe('terminal.not-running')
  const nobody = { params: { taskId }, body: { instance: 'nobody' } }
  expect(await reasonOf(server.call(taskTerminalEndpoints.openTaskTerminal, nobody))).toBe('task.instance-not-found')
})

test('R4.02 there are so many terminals and no more, and input that nobody reads does not pile up', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => open()))
  expect(await reasonOf(open())).toBe('terminal.too-many')
  const [id = '', another = ''] = ids
  const viewing = await lookAt(server, id)
  const read = maxUnread - 2 * maxInput
  const count = `head -c ${read} | wc -c; timeout --foreground 1 cat | wc -c; echo re""ad`
  viewing.type(`stty raw -echo; echo re""ady; while [ ! -e all-sent ]; do sleep 0.1; done; ${count}\n`)
  await viewing.shows('ready')
  for (let sent = 0; sent < 200; sent += 1) viewing.socket.send(Buffer.alloc(60_000, 'x'))
  // The pong comes after all earlier messages.
  viewing.socket.ping()
  await once(viewing.socket, 'pong')
  const beside = await lookAt(server, another)
  beside.type('touch all-sent\n')
  await viewing.shows('read\n')
  const [, first, rest] = /(\d+)\s+(\d+)\s+read\n/.exec(viewing.text()) ?? []
  expect(Number(first)).toBe(read)
  expect(read + Number(rest)).toBeLessThan(maxUnread + 3 * maxInput)
  viewing.socket.send(Buffer.alloc(70_000))
  expect(await viewing.closed).toBe(1009)
  await Promise.all(ids.map(close))
})
