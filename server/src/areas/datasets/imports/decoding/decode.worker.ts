/** A thread that decodes a source's files, so that a bad one harms nothing else. */
import { parentPort } from 'node:worker_threads'
import { decodeFiles } from './decode-files.ts'
import type { DecodedPart, FromDecoder, ToDecoder } from './decode-messages.ts'
import type { Text } from '@vermilion/contract/kernel/text'

const ahead = 2

const post = (message: FromDecoder) => parentPort?.postMessage(message)
let paths: string[] = []
let sizes: number[] = []
let calls = 0
const pendingReads = new Map<number, (response: { bytes: Uint8Array | null; problem?: Text }) => void>()
let credit = 0
let resumeSending: (() => void) | undefined

async function* read(path: string, damaged: (problem: Text) => void): AsyncGenerator<Uint8Array> {
  const call = (calls += 1)
  let isEnded = false
  try {
    while (!isEnded) {
      const response = Promise.withResolvers<{ bytes: Uint8Array | null; problem?: Text }>()
      pendingReads.set(call, response.resolve)
      post({ type: 'read', call, path })
      const { bytes, problem } = await response.promise
      if (problem !== undefined) damaged(problem)
      if (bytes === null) isEnded = true
      else yield bytes
    }
  } finally {
    pendingReads.delete(call)
    if (!isEnded) post({ type: 'drop', call })
  }
}

async function send(part: DecodedPart, finished: boolean): Promise<void> {
  post({ type: 'part', part, finished })
  credit -= 1
  if (credit > 0 || finished) return
  const more = Promise.withResolvers<void>()
  resumeSending = more.resolve
  await more.promise
}

parentPort?.on('message', (message: ToDecoder) => {
  if (message.type === 'paths') {
    for (const path of message.paths) paths.push(path)
    for (const size of message.sizes) sizes.push(size)
  } else if (message.type === 'bytes') {
    pendingReads.get(message.call)?.(message)
  } else if (message.type === 'more') {
    credit += 1
    resumeSending?.()
  } else {
    credit = ahead
    const files = { paths, sizes, read }
    paths = []
    sizes = []
    decodeFiles(files, message.order, send)
      .then((reason) => reason === undefined || post({ type: 'failed', reason }))
      .catch((error: unknown) =>
        post({ type: 'crashed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      )
  }
})
