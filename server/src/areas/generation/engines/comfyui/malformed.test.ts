import type { ServerResponse } from 'node:http'
import { Failure } from '@vermilion/contract/kernel/errors'
import { generationConfig } from '@vermilion/contract/generations/config'
import { planImage } from '@vermilion/contract/generations/plan'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { ImageFailed } from '../engine.ts'
import { addServer, engineOf, importWorkflow, shortTimes } from './testing/comfyui-engine.ts'
import { type FakeComfyui, startFakeComfyui } from './testing/fake-comfyui.ts'

const token = 'secret-token-71'
let server: TestServer
let fake: FakeComfyui
let other: FakeComfyui
let workflowId = ''

beforeAll(async () => {
  server = await startTestServer()
  fake = await startFakeComfyui({ token })
  other = await startFakeComfyui()
  await addServer(server, 'gpu', fake.address, token)
  workflowId = (await importWorkflow(server, 'plain')).id
})
afterAll(async () => {
  await Promise.all([fake.stop(), other.stop()])
  await server.stop()
})

type Malformed = (response: ServerResponse) => unknown

const json =
  (value: unknown, status = 200): Malformed =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const text =
  (content: string | Buffer, status = 200): Malformed =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(content)
const redirect =
  (status: number, location: () => string): Malformed =>
  (response) =>
    response.writeHead(status, { location: location() }).end()
const html = '<!doctype html><html><body><h1>Sign in</h1></body></html>'
const endless: Malformed = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const drip = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(drip))
}
const huge: Malformed = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const part = Buffer.alloc(1_048_576, 32)
  const send = (): void => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', send)
  send()
}
const cutOff: Malformed = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"prompt_id": "', () => response.destroy())
}
const closed: Malformed = (response) => response.destroy()
const silent: Malformed = () => undefined
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } })

const wide = await picture(40_000, 20).png().toBuffer()
const tall = await picture(20, 40_000).png().toBuffer()
const tiny = await picture(1, 1).png().toBuffer()
const noisy = await sharp({
  create: {
    width: 256,
    height: 256,
    channels: 3,
    background: 'gray',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
})
  .jpeg()
  .toBuffer()
const gif = await picture(64, 64).gif().toBuffer()

const down = 'workflow.servers-down'

const rows: [path: string, what: string, malformed: Malformed, expected: string, text?: string][] = [
  ['POST /prompt', 'not JSON', text('OK'), down, 'not the answer of ComfyUI'],
  ['POST /prompt', 'HTML', text(html), down, 'Sign in'],
  ['POST /prompt', 'JSON that is cut off', text('{"prompt_id": "a'), down, 'not the answer of ComfyUI'],
  ['POST /prompt', 'an answer that is cut off', cutOff, down, 'closed the connection'],
  ['POST /prompt', 'a list', json([]), down, 'not the answer of ComfyUI'],
  ['POST /prompt', 'a list of a million', text(`[${'1,'.repeat(999_999)}1]`), down],
  ['POST /prompt', 'null', json(null), down],
  ['POST /prompt', 'nothing in it', json({}), down],
  ['POST /prompt', 'a number as the id', json({ prompt_id: 7 }), down],
  ['POST /prompt', 'an empty id', json({ prompt_id: '' }), down],
  ['POST /prompt', 'HTML of a proxy with 502', text(html, 502), down, 'it answered 502'],
  ['POST /prompt', '500', json({ error: 'boom' }, 500), down, 'it answered 500: boom'],
  [
    'POST /prompt',
    '401 that repeats the token',
    json({ error: `bad ${token}` }, 401),
    down,
    'it answered 401: bad ***',
  ],
  ['POST /prompt', '403', text('no', 403), down, 'it answered 403'],
  ['POST /prompt', '404', text('404: Not Found', 404), down, 'it answered 404'],
  ['POST /prompt', '400 that is not of ComfyUI', text(html, 400), down, 'it answered 400'],
  ['POST /prompt', '400 with a text', json({ error: 'bad prompt' }, 400), 'workflow.refused', 'gpu: bad prompt'],
  ['POST /prompt', '400 with odd errors', json({ error: {}, node_errors: [1] }, 400), 'workflow.refused'],
  ['POST /prompt', 'a redirect to another host', redirect(302, () => other.address), down, 'leads on to'],
  ['POST /prompt', 'a redirect that repeats the call', redirect(307, () => `${other.address}/prompt`), down],
  ['POST /prompt', 'an endless answer', endless, down, 'no complete answer'],
  ['POST /prompt', 'an answer without an end in size', huge, down],
  ['POST /prompt', 'no answer', silent, down, 'no complete answer'],
  ['POST /prompt', 'a connection that is closed', closed, down, 'closed the connection'],
  ['GET /history', 'not JSON', text('history'), down],
  ['GET /history', 'a list', json([1]), down],
  ['GET /history', 'a hundred thousand', json({ ...Array(100_000).fill(1) }), down],
  ['GET /history', 'HTML', text(html), down],
  ['GET /history', '500', text('oops', 500), down, 'it answered 500'],
  ['GET /history', 'an endless answer', endless, down],
  ['GET /history', 'a redirect to another host', redirect(302, () => `${other.address}/history`), down],
  ['GET /queue', 'not JSON', text('queue'), down],
  ['GET /queue', 'other types', json({ queue_running: 1, queue_pending: 'x' }), down],
  ['GET /queue', 'a million', text(`{"queue_running":[${'1,'.repeat(999_999)}1],"queue_pending":[]}`), down],
  ['GET /queue', 'a redirect to another host', redirect(302, () => `${other.address}/queue`), down],
  ['GET /queue', 'entries of other types', json({ queue_running: [[1, 2, 3]], queue_pending: [] }), down],
  ['GET /view', 'HTML', text(html), 'image', 'not a picture'],
  ['GET /view', 'nothing', text(''), 'image', 'not a picture'],
  ['GET /view', 'a picture that is cut off', text(noisy.subarray(0, noisy.length / 2)), 'image', 'not a picture'],
  ['GET /view', 'a picture of 40,000 pixels', text(wide), 'image', '40000 × 20'],
  ['GET /view', 'a picture of 40,000 lines', text(tall), 'image', '20 × 40000'],
  ['GET /view', 'a picture of one pixel', text(tiny), 'image', '1 × 1'],
  ['GET /view', 'a GIF', text(gif), 'image', 'format gif'],
  ['GET /view', 'an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image', 'not a picture'],
  ['GET /view', 'always 404', text('', 404), 'image', 'has no image'],
  ['GET /view', '400', text('', 400), down, 'it answered 400'],
  ['GET /view', '500', text(html, 500), down, 'it answered 500'],
  ['GET /view', 'more than any picture', huge, down],
  ['GET /view', 'a redirect to another host', redirect(302, () => `${other.address}/view`), down, 'leads on to'],
]

let number = 0

async function makeOne(): Promise<unknown> {
  const engine = engineOf(server, { ...shortTimes, callTimeoutMs: 400, patience: 100 })
  try {
    const workflow = (await engine.workflows()).find(({ id }) => id === workflowId)!
    const items = [{ words: 'a floor' }]
    const config = generationConfig.parse({ name: 'odd', workflow: workflowId, width: 64, height: 64, count: 1, items })
    number += 1
    const plan = planImage(config, 0, number, 0)
    const order = {
      generationId: 'malformed',
      workflow,
      workflowVersion: null,
      config,
      plan,
      depthMap: null,
      styleImage: null,
    }
    return await engine.make(order, new AbortController().signal).catch((error: unknown) => error)
  } finally {
    await engine.close()
  }
}

test.each(rows)('%s answered with %s ends in a clear state', async (path, _, malformed, expected, text = '') => {
  const answered = Promise.withResolvers<void>()
  fake.options.holds = path === 'GET /queue' ? () => answered.promise : undefined
  fake.options.intercept = ({ method, path: requested }, response) => {
    if (!`${method} ${requested}`.startsWith(path)) return false
    malformed(response)
    return true
  }
  const failure = await makeOne()
  fake.options.intercept = undefined
  answered.resolve()
  const isImage = failure instanceof ImageFailed
  expect(isImage ? 'image' : failure instanceof Failure ? failure.reason : failure).toBe(expected)
  const message = isImage ? failure.message : JSON.stringify(failure)
  expect(message).toContain(text)
  expect(message).not.toContain(token)
  expect(other.requests).toEqual([])
})

test.each([
  ['an entry that is null', () => null],
  ['an entry without outputs', () => ({ status: null })],
  ['files of other types', () => ({ outputs: { 9: { images: [{ filename: 7 }] } } })],
  ['a status of other types', () => ({ outputs: {}, status: { status_str: 1, completed: 'yes' } })],
])('a history with %s ends in a clear state', async (_, entry) => {
  fake.options.intercept = ({ method, path }, response) => {
    const [, id] = /^\/history\/(.+)$/.exec(path) ?? []
    if (method !== 'GET' || id === undefined) return false
    json({ [id]: entry() })(response)
    return true
  }
  const failure = await makeOne()
  expect(failure).toMatchObject({ reason: down })
})

test.each([
  [
    'an error without words',
    { status_str: 'error', completed: false, messages: [['execution_error', {}]] },
    'failed at ?',
  ],
  ['an error without a message', { status_str: 'error', completed: false, messages: [] }, 'did not say why'],
  ['an end without an image', { status_str: 'success', completed: true, messages: [] }, 'has no image'],
])('a history with %s is an image that failed', async (_, status, text) => {
  fake.options.intercept = ({ method, path }, response) => {
    const [, id] = /^\/history\/(.+)$/.exec(path) ?? []
    if (method !== 'GET' || id === undefined) return false
    json({ [id]: { outputs: {}, status } })(response)
    return true
  }
  const failure = await makeOne()
  expect(failure).toBeInstanceOf(ImageFailed)
  expect((failure as Error).message).toContain(text)
})
