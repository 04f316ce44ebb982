import type { Worker } from 'node:worker_threads'
import type { Text } from '@vermilion/contract/kernel/text'
import { BadArchive } from '#areas/files'
import { endThread, startThread } from '#platform/processes/start-program'
import type { Log } from '#platform/log'
import type { DecodedPart, DecodeOrder, FromDecoder, ToDecoder } from './decode-messages.ts'
import type { SourceFiles } from '../source/source-files.ts'

const maxMemoryMiB = 320
/** Milliseconds that a thread may be silent while it has its input. */
const silenceTimeout = 60_000
/** Milliseconds that an idle thread stays. */
const idleTime = 20_000
const pathsAtOnce = 10_000
const chunkSize = 256 * 1024

const tooMuch: Text = { en: 'reading it takes too much memory', zh: '读取所需内存过多' }
const crashed: Text = { en: 'it cannot be read', zh: '无法读取' }
const tooLong: Text = { en: 'reading it takes too long', zh: '读取时间过长' }

/** The files cannot be imported, and retrying will not help. */
export class Unreadable extends Error {
  readonly reason: Text

  constructor(reason: Text) {
    super(reason.en)
    this.reason = reason
  }
}

export type Decoder = ReturnType<typeof createDecoder>

interface Thread {
  readonly worker: Worker
  onMessage: ((message: FromDecoder) => void) | undefined
  onEnd: ((problem: Error & { code?: string }) => void) | undefined
}

function startDecoder(): Thread {
  const resourceLimits = { maxOldGenerationSizeMb: maxMemoryMiB }
  const worker = startThread(new URL('./decode.worker.ts', import.meta.url), { resourceLimits, execArgv: [] })
  const thread: Thread = { worker, onMessage: undefined, onEnd: undefined }
  worker.on('message', (message: FromDecoder) => thread.onMessage?.(message))
  worker.on('error', (error: Error) => thread.onEnd?.(error))
  worker.on('exit', () => thread.onEnd?.(new Error('the reading thread has ended')))
  return thread
}

export function createDecoder(log: Log) {
  const idle = new Map<Thread, NodeJS.Timeout>()

  function take(): Thread {
    const [idleThread] = idle.keys()
    if (idleThread === undefined) return startDecoder()
    leave(idleThread)
    idleThread.worker.ref()
    return idleThread
  }

  function leave(thread: Thread): void {
    clearTimeout(idle.get(thread))
    idle.delete(thread)
  }

  function giveBack(thread: Thread): void {
    thread.onMessage = undefined
    thread.onEnd = () => leave(thread)
    thread.worker.unref()
    const end = () => {
      leave(thread)
      void endThread(thread.worker)
    }
    idle.set(thread, setTimeout(end, idleTime).unref())
  }

  return {
    async *decode(files: SourceFiles, order: DecodeOrder, signal: AbortSignal): AsyncGenerator<DecodedPart> {
      const thread = take()
      let finished = false
      const run = listen(thread, { files, signal, log })
      try {
        for (let at = 0; at < files.paths.length; at += pathsAtOnce) {
          const paths = files.paths.slice(at, at + pathsAtOnce)
          run.post({ type: 'paths', paths, sizes: paths.map(files.size) })
        }
        run.post({ type: 'begin', order })
        while (!finished) {
          const message = await run.next()
          yield message.part
          finished = message.finished
          if (!finished) run.post({ type: 'more' })
        }
      } finally {
        run.end()
        if (finished || run.hasRefused()) giveBack(thread)
        else await endThread(thread.worker)
      }
    },
    async close(): Promise<void> {
      const left = [...idle.keys()]
      for (const thread of left) leave(thread)
      await Promise.all(left.map(({ worker }) => endThread(worker)))
    },
  }
}

type Part = Extract<FromDecoder, { type: 'part' }>

function listen(thread: Thread, { files, signal, log }: { files: SourceFiles; signal: AbortSignal; log: Log }) {
  const parts: Part[] = []
  const open = new Map<number, AsyncIterator<Uint8Array>>()
  let waiting: PromiseWithResolvers<Part> | undefined
  let problem: Error | undefined
  let timer: NodeJS.Timeout | undefined
  let refused = false

  function fail(error: unknown): void {
    problem ??= error instanceof Error ? error : new Error(String(error))
    waiting?.reject(problem)
    waiting = undefined
  }
  /** The timeout counts only while the thread has its input and a reader waits. */
  function watch(): void {
    clearTimeout(timer)
    timer = setTimeout(() => fail(new Unreadable(tooLong)), silenceTimeout)
  }
  const post = (message: ToDecoder) => thread.worker.postMessage(message)

  async function sendBytes(call: number, path: string): Promise<void> {
    try {
      let chunks = open.get(call)
      if (chunks === undefined) {
        chunks = (await files.open(path))[Symbol.asyncIterator]()
        open.set(call, chunks)
      }
      const bytes = await some(chunks)
      if (bytes === null) open.delete(call)
      post({ type: 'bytes', call, bytes })
    } catch (error) {
      open.delete(call)
      if (signal.aborted) return
      const reason = error instanceof BadArchive ? error.reason : { en: String(error), zh: String(error) }
      post({ type: 'bytes', call, bytes: null, problem: reason })
    }
    watch()
  }

  async function drop(call: number): Promise<void> {
    const chunks = open.get(call)
    open.delete(call)
    await chunks?.return?.().catch(() => undefined)
  }

  const stop = () => fail(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  thread.onEnd = (error) => fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Unreadable(tooMuch) : error)
  thread.onMessage = (message) => {
    clearTimeout(timer)
    if (message.type === 'read') void sendBytes(message.call, message.path)
    else if (message.type === 'drop') void drop(message.call).then(watch)
    else if (message.type === 'failed') {
      refused = true
      fail(new Unreadable(message.reason))
    } else if (message.type === 'crashed') {
      log.warn({ crash: message.error }, 'files for an import could not be read')
      fail(new Unreadable(crashed))
    } else if (waiting === undefined) parts.push(message)
    else {
      waiting.resolve(message)
      waiting = undefined
    }
  }

  return {
    post,
    async next(): Promise<Part> {
      const ready = parts.shift()
      if (ready !== undefined) return ready
      if (problem !== undefined) throw problem
      watch()
      waiting = Promise.withResolvers<Part>()
      return waiting.promise
    },
    hasRefused: () => refused,

    end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      for (const call of open.keys()) void drop(call)
    },
  }
}

async function some(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  const used: Uint8Array[] = []
  let size = 0
  while (size < chunkSize) {
    const next = await chunks.next()
    if (next.done === true) break
    used.push(next.value)
    size += next.value.length
  }
  if (size === 0) return null
  return used.length === 1 ? Uint8Array.from(used[0]!) : Buffer.concat(used)
}
