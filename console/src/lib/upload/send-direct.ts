import { type DirectUpload, directPartBytes, directUploadEndpoints } from '@vermilion/contract/files/direct-uploads'
import { unauthenticatedCode } from '@vermilion/contract/kernel/envelope'
import { ApiError, call, session } from '../api.ts'
import { wait } from '../wait.ts'
import type { Transfer, TransferEvents, UploadTarget } from './upload-state.ts'

const { beginDirectUpload, finishDirectUpload } = directUploadEndpoints
/** Milliseconds between attempts. */
const delays = [500, 2_000, 5_000, 10_000]
const maxSending = 3
/** Milliseconds for which the server may read what has arrived. */
const finishTime = 3_600_000

interface DirectEvents extends TransferEvents {
  hash: () => { readonly done: Promise<string>; readonly stop: () => void }
  /** Sends the file through the server. */
  otherwise: () => Promise<Transfer>
}

interface BegunUpload extends DirectUpload {
  /** Bytes of each part that has arrived, or is on its way. */
  readonly sent: Map<number, number>
}

/** Uploads that were paused go on with the parts that are missing. */
const started = new WeakMap<File, BegunUpload>()

/** Sends a file in parts to the bucket itself, and through the server where the bucket does not take it; null where it may not. */
export async function sendDirect(file: File, target: UploadTarget, events: DirectEvents): Promise<Transfer | null> {
  const { spaceId, path, conflict, unpack } = target
  const request = { params: { spaceId }, body: { path, conflict, unpack, size: file.size } }
  const current = started.get(file) ?? (await call(beginDirectUpload, request))
  return current && sendParts(file, { sent: new Map(), ...current }, events)
}

function sendParts(file: File, current: BegunUpload, events: DirectEvents): Transfer {
  started.set(file, current)
  const { upload, addresses, sent } = current
  const stop = new AbortController()
  const hashing = events.hash()
  hashing.done.catch(() => undefined)
  let hasArrived = false
  let instead: Promise<Transfer> | undefined
  const missing = [...addresses.entries()].filter(([index]) => !sent.has(index)).values()

  function progress(index: number, bytes: number): void {
    sent.set(index, bytes)
    if (!stop.signal.aborted) events.onProgress([...sent.values()].reduce((sum, one) => sum + one, 0))
  }

  async function sendMissing(): Promise<void> {
    for (const [index, address] of missing) {
      const part = file.slice(index * directPartBytes, (index + 1) * directPartBytes)
      const send = () => put(address, part, stop.signal, (bytes) => progress(index, bytes))
      try {
        await repeated(send, () => !stop.signal.aborted)
        progress(index, part.size)
      } catch (problem) {
        sent.delete(index)
        throw problem
      }
    }
  }

  async function end(isDiscarded: boolean): Promise<void> {
    stop.abort()
    hashing.stop()
    if (!isDiscarded) return
    started.delete(file)
    await call(finishDirectUpload, { body: { upload, checksum: null } }).catch(() => undefined)
  }

  async function send(): Promise<void> {
    const token = session.token()
    try {
      await Promise.all(Array.from({ length: maxSending }, sendMissing))
      hasArrived = true
      const body = { upload, checksum: await hashing.done }
      events.onDone(await repeated(() => call(finishDirectUpload, { body }, { timeout: finishTime }), isAway))
      started.delete(file)
    } catch (problem) {
      if (stop.signal.aborted) return
      const isHeld = problem instanceof ApiError && problem.code === unauthenticatedCode
      await end(!isHeld && !isAway(problem))
      if (isHeld) {
        void session.expire(token)
        events.onHeld()
      } else if (hasArrived) events.onFailed(problem)
      else instead = events.otherwise()
    }
  }

  async function endAs(how: 'pause' | 'cancel'): Promise<void> {
    await (instead === undefined ? end(how === 'cancel') : (await instead)[how]())
  }

  send().catch(events.onFailed)
  return { pause: () => endAs('pause'), cancel: () => endAs('cancel') }
}

/** True while the server, or its store, does not answer: what has arrived stays. */
const isAway = (problem: unknown) =>
  problem instanceof ApiError && ['network', 'timeout', 'http', 'store.unreachable'].includes(problem.error)

async function repeated<Result>(
  work: () => Promise<Result>,
  isPassing: (problem: unknown) => boolean,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1)
    try {
      return await work()
    } catch (problem) {
      const delay = delays[attempt]
      if (delay === undefined || !isPassing(problem)) throw problem
      await wait(delay)
      while (!navigator.onLine) await wait(1_000)
    }
}

function put(address: string, part: Blob, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = new XMLHttpRequest()
  request.open('PUT', address)
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
  request.addEventListener('loadend', () => {
    if (request.status === 200) resolve()
    else reject(new Error(`the bucket answered ${request.status}`))
  })
  signal.addEventListener('abort', () => request.abort())
  request.send(part)
  return promise
}
