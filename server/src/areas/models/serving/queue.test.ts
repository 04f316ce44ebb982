import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '@vermilion/contract/kernel/errors'
import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'
import { bodyOf } from './picture-body.ts'
import { fileOfForm } from './picture-form.ts'

const reasonOf = (action: () => unknown) => {
  try {
    action()
    return undefined
  } catch (error) {
    return error instanceof Failure ? error.reason : error
  }
}

test('R3.12 an account may fill the queue, and keeps nobody else out of it', () => {
  const queue = createQueue({ maxRequests: 16, maxBytes: 100, maxWaitMs: 1_000 })
  const visits = Array.from({ length: 16 }, () => queue.enter('busy'))
  expect(reasonOf(() => queue.enter('busy'))).toBe('prediction.full')
  visits.push(...Array.from({ length: 4 }, () => queue.enter('other')))
  expect(reasonOf(() => queue.enter('other'))).toBe('prediction.full')
  for (const visit of visits) visit.leave()
  expect(queue.waiting()).toBe(0)
  expect(reasonOf(() => queue.enter('busy'))).toBeUndefined()
})

test('R3.12 pictures that are held are bounded by their bytes, of an account and together', () => {
  const queue = createQueue({ maxRequests: 16, maxBytes: 100, maxWaitMs: 1_000 })
  const [visit, other] = [queue.enter('busy'), queue.enter('other')]
  visit.hold(70)
  expect(reasonOf(() => queue.enter('busy').hold(6))).toBe('prediction.full')
  other.hold(30)
  expect(reasonOf(() => other.hold(1))).toBe('prediction.full')
  visit.leave()
  expect(reasonOf(() => other.hold(45))).toBeUndefined()
})

test('R3.12 a picture that comes too slowly, or is too much, is refused in words', async () => {
  const server = createServer((request, response) => {
    const limit = request.url === '/large' ? 1 : 100
    const reply = (text: string) => void response.end(text)
    bodyOf(request, { limit, hold: () => undefined, patience: 200 }).then(
      (body) => reply(body.toString()),
      (error: unknown) => reply(error instanceof Failure ? error.reason : String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = async (path: string, content: string, isComplete: boolean) => {
    const request = httpRequest({ port, host: '127.0.0.1', path, method: 'POST' })
    request.on('error', () => undefined)
    request.write(content)
    if (isComplete) request.end()
    const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer>]
    let text = ''
    for await (const part of response) text += String(part)
    request.destroy()
    return text
  }
  expect(await send('/', 'all', true)).toBe('all')
  expect(await send('/', 'part', false)).toBe('request.too-slow')
  expect(await send('/large', 'part', false)).toBe('prediction.picture-too-large')
  server.closeAllConnections()
  server.close()
})

test('the file of a form is the part that has a name of one, wherever it lies', () => {
  const part = (head: string, content: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  const form = (...parts: string[]) => Buffer.from(`${parts.join('')}--x--\r\n`)
  const type = 'multipart/form-data; boundary=x'
  const file = part('name="image"; filename="a.png"\r\nContent-Type: image/png', 'a\r\n--b\r\n\r\nc')
  expect(fileOfForm(form(part('name="note"', 'filename="no"'), file), type)?.toString()).toBe('a\r\n--b\r\n\r\nc')
  expect(fileOfForm(form(file), 'multipart/form-data; charset=utf-8; boundary="x"')?.toString()).toContain('--b')
  expect(fileOfForm(form(part('name="a"; filename=""', '')), type)).toHaveLength(0)
  for (const broken of [form(), form(part('name="note"', 'x')), Buffer.from('--x'), Buffer.from(file), Buffer.from('')])
    expect(fileOfForm(broken, type)).toBeUndefined()
  expect(fileOfForm(form(file), 'multipart/form-data;')).toBeUndefined()
})
