import {
  devicePackFiles,
  deviceUploadChunk,
  deviceUploadEndpoints,
  maxDevicePackedBytes,
} from '@vermilion/contract/devices/file-uploads'
import { say } from '@vermilion/contract/kernel/text'
import { create } from 'zustand'
import { ApiError, call, session } from '#lib/api.ts'
import { sendBytes } from '#lib/http/send-bytes.ts'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { createUploadWorker } from '#lib/upload/upload-worker.ts'
import { wait } from '#lib/wait.ts'

export interface DeviceUploadRow {
  readonly id: number
  readonly deviceId: string
  readonly path: string
  readonly size: number
  sent: number
  status: 'waiting' | 'sending' | 'done' | 'failed'
  problem: string
}

export const useDeviceUploads = create<{ rows: readonly DeviceUploadRow[] }>(() => ({ rows: [] }))

/** Parallel requests, bytes of a pack, and attempts after connection failures. */
const atOnce = 3
const packBytes = 8 * 1024 * 1024
const maxTries = 40
const period = 250

const rows = new Map<number, DeviceUploadRow>()
const files = new Map<number, File>()
const waiting: number[] = []
let nextId = 1
let active = 0
let stopping = new AbortController()
let timer: ReturnType<typeof setTimeout> | undefined
const worker = createUploadWorker()

function publish(): void {
  timer ??= setTimeout(() => {
    timer = undefined
    useDeviceUploads.setState({ rows: [...rows.values()] })
  }, period)
}

/** Uploads files to a device; `path` is the target. An interrupted file resumes. */
export function uploadToDevice(deviceId: string, picked: readonly { file: File; path: string }[]): void {
  for (const { file, path } of picked) {
    const id = nextId++
    rows.set(id, { id, deviceId, path, size: file.size, sent: 0, status: 'waiting', problem: '' })
    files.set(id, file)
    waiting.push(id)
  }
  publish()
  sendNext()
}

export function retryFailedUploads(): void {
  for (const row of rows.values()) {
    if (row.status !== 'failed') continue
    row.status = 'waiting'
    row.problem = ''
    waiting.push(row.id)
  }
  publish()
  sendNext()
}

/** Aborts and forgets all uploads. Partial files stay on the device and can be resumed. */
export function clearUploads(): void {
  stopping.abort()
  stopping = new AbortController()
  waiting.length = 0
  rows.clear()
  files.clear()
  publish()
}
session.onForget(clearUploads)

addEventListener('beforeunload', (event) => {
  if (active > 0) event.preventDefault()
})

function sendNext(): void {
  while (active < atOnce && waiting.length > 0) {
    const batch = nextBatch()
    if (batch.length === 0) continue
    active += 1
    void send(batch, stopping.signal).finally(() => {
      active -= 1
      if (waiting.length === 0 && active === 0) void refresh('/devices')
      sendNext()
    })
  }
}

function nextBatch(): DeviceUploadRow[] {
  const batch: DeviceUploadRow[] = []
  let bytes = 0
  for (;;) {
    const [id] = waiting
    const row = id === undefined ? undefined : rows.get(id)
    if (id !== undefined && row === undefined) waiting.shift()
    if (row === undefined) return batch
    const isSmall = row.size <= maxDevicePackedBytes
    const fits = bytes + row.size <= packBytes && batch.length < devicePackFiles
    if (batch.length > 0 && (!isSmall || !fits || batch[0]?.deviceId !== row.deviceId)) return batch
    waiting.shift()
    batch.push(row)
    bytes += row.size
    if (!isSmall) return batch
  }
}

async function send(batch: readonly DeviceUploadRow[], signal: AbortSignal): Promise<void> {
  for (const row of batch) row.status = 'sending'
  publish()
  const [first] = batch
  if (first === undefined) return
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (batch.length === 1 && first.size > maxDevicePackedBytes
        ? sendLarge(first, signal)
        : sendPack(batch, signal))
      return publish()
    } catch (problem) {
      if (signal.aborted) return
      if (isPassing(problem) && attempt < maxTries) {
        await wait(Math.min(500 * 2 ** attempt, 10_000))
        continue
      }
      for (const row of batch) fail(row, problem instanceof Error ? problem.message : String(problem))
      return publish()
    }
  }
}

function fail(row: DeviceUploadRow, problem: string): void {
  row.status = 'failed'
  row.problem = problem
}
function finish(row: DeviceUploadRow): void {
  row.status = 'done'
  row.sent = row.size
  files.delete(row.id)
}

function isPassing(problem: unknown): boolean {
  if (!(problem instanceof ApiError)) return false
  if (['device.offline', 'device-file.offset-wrong', 'device-file.failed', 'network'].includes(problem.error))
    return true
  return problem.code >= 500 && problem.code < 600
}

const orderOf = (row: DeviceUploadRow) => ({
  path: row.path,
  size: row.size,
  modifiedAt: files.get(row.id)?.lastModified ?? 0,
})

async function sendPack(batch: readonly DeviceUploadRow[], signal: AbortSignal): Promise<void> {
  const list = new TextEncoder().encode(JSON.stringify(batch.map(orderOf)))
  const head = new DataView(new ArrayBuffer(4))
  head.setUint32(0, list.length)
  const contents = batch.map(({ id }) => files.get(id) ?? new Blob())
  const body = new Blob([head, list, ...contents])
  const params = { deviceId: batch[0]?.deviceId ?? '' }
  const results = await sendBytes(deviceUploadEndpoints.uploadDevicePack, { params }, body, {
    signal,
    onProgress(done) {
      let remaining = done
      for (const row of batch) {
        row.sent = Math.max(0, Math.min(row.size, remaining))
        remaining -= row.size
      }
      publish()
    },
  })
  batch.forEach((row, index) => {
    const reason = results[index]
    if (reason === null || reason === undefined) finish(row)
    else fail(row, say(reason, useSystem.getState().lang))
  })
}

async function sendLarge(row: DeviceUploadRow, signal: AbortSignal): Promise<void> {
  const file = files.get(row.id)
  if (file === undefined) return
  const order = orderOf(row)
  const params = { deviceId: row.deviceId }
  const hashing = worker.checksum(file)
  hashing.done.catch(() => undefined)
  signal.addEventListener('abort', hashing.stop)
  let state = await call(deviceUploadEndpoints.getDeviceUpload, { params, body: order }, { signal })
  while (!state.isComplete) {
    const { offset } = state
    const chunk = file.slice(offset, offset + deviceUploadChunk)
    const isLast = offset + chunk.size === file.size
    const query = { ...order, offset, ...(isLast && { checksum: await hashing.done }) }
    state = await sendBytes(deviceUploadEndpoints.uploadDeviceFile, { params, query }, chunk, {
      signal,
      onProgress(done) {
        row.sent = offset + Math.min(done, chunk.size)
        publish()
      },
    })
  }
  finish(row)
}
