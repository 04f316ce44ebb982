/** Clients on a separate thread, so that their cost is not measured. */
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type Kind = 'lists' | 'uploads' | 'mixed'
export interface Order {
  readonly api: string
  readonly token: string
  readonly spaceId: string
  readonly datasetId: string
  readonly labelId: string
  readonly itemIds: readonly string[]
  readonly streams: number
  readonly clients: number
}
export interface Leg {
  readonly kind: Kind
  readonly seconds: number
}
export interface LegResult {
  readonly perSecond: number
  /** p50 and p95 in milliseconds of uploads, or of all calls without uploads. */
  readonly p50: number
  readonly p95: number
  readonly failed: number
}

const order = workerData as Order
const { api, token, spaceId, datasetId, labelId, itemIds } = order
const agent = new Agent({ keepAlive: true, maxSockets: order.clients })
const authorization = `Bearer ${token}`
const revisions = new Map(itemIds.map((id) => [id, 0]))
const small = randomBytes(2_048)
let fileCount = 0

interface Sending {
  readonly method: string
  readonly headers?: Readonly<Record<string, string | number>>
}

async function send(path: string, options: Sending, body?: Buffer | string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ response: IncomingMessage; text: string }>()
  const headers = { authorization, ...options.headers }
  const sent = request(api + path, { agent, ...options, headers }, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('end', () => resolve({ response, text: Buffer.concat(parts).toString() }))
  })
  sent.on('error', reject)
  sent.end(body)
  const result = await promise
  if ((result.response.statusCode ?? 500) >= 300) throw new Error(`${result.response.statusCode} ${result.text}`)
  return result
}

const lists = [
  `/spaces/${spaceId}/files?limit=50`,
  `/datasets/${datasetId}/items?limit=50`,
  '/spaces',
  '/datasets',
  `/spaces/${spaceId}/files?limit=50&sort=-size`,
]
let listCount = 0
const list = () => send(lists[listCount++ % lists.length] ?? '', { method: 'GET' })

async function upload() {
  const content = Buffer.from(small)
  const path = `small/${fileCount++}.bin`
  content.write(path)
  const named = { spaceId, path }
  const metadata = Object.entries(named).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const protocol = { 'tus-resumable': '1.0.0' }
  const started = await send('/uploads', {
    method: 'POST',
    headers: { ...protocol, 'upload-length': content.length, 'upload-metadata': metadata.join(',') },
  })
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': 0 }
  const headers = { ...protocol, ...type, 'content-length': content.length }
  await send(`/${started.response.headers.location}`, { method: 'PATCH', headers }, content)
}

let labelCount = 0
async function saveLabels() {
  const itemId = itemIds[labelCount++ % itemIds.length] ?? ''
  const at = labelCount % 50
  const shapes = Array.from({ length: 5 }, (_, index) => ({
    id: `shape-${index}`,
    kind: 'box',
    labelId,
    box: { x: at, y: index, width: 10, height: 10 },
  }))
  const body = JSON.stringify({ baseRevision: revisions.get(itemId) ?? 0, shapes })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const { text } = await send(`/items/${itemId}/annotation`, { method: 'PUT', headers }, body)
  revisions.set(itemId, (JSON.parse(text) as { data: { revision: number } }).data.revision)
}

async function run({ kind, seconds }: Leg): Promise<LegResult> {
  const until = performance.now() + seconds * 1_000
  const times: number[] = []
  let count = 0
  let failed = 0
  const works = { lists: [list], uploads: [upload], mixed: [list, saveLabels, upload] }[kind]
  const from = performance.now()
  const client = async (number: number) => {
    for (let turn = number; performance.now() < until; turn += 1) {
      const work = works[turn % works.length] ?? list
      const begin = performance.now()
      await work().catch((error: unknown) => {
        if (failed++ === 0) console.log(String(error))
      })
      count += 1
      if (work === upload || kind === 'lists') times.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: order.clients }, (_, number) => client(number)))
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
  return { perSecond: count / ((performance.now() - from) / 1_000), p50: at(0.5), p95: at(0.95), failed }
}

function openStream(): Promise<void> {
  return new Promise((resolve, reject) => {
    request(`${api}/events`, { agent: new Agent(), headers: { authorization } }, (response) => {
      response.resume()
      resolve()
    })
      .on('error', reject)
      .end()
  })
}

for (let count = 0; count < order.streams; count += 50)
  await Promise.all(Array.from({ length: Math.min(50, order.streams - count) }, openStream))
parentPort?.on('message', (leg: Leg) => void run(leg).then((result) => parentPort?.postMessage(result)))
parentPort?.postMessage('ready')
