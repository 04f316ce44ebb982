/** A thread that makes images and labels of the files of a source: what is wrong with them harms no other. */
import { parentPort } from 'node:worker_threads'
import { decodeFiles } from './decode-files.ts'
import type { DecodedPart, FromDecoder, ToDecoder } from './decode-messages.ts'
import type { Text } from '@vermilion/contract/kernel/text'

/** Parts that are sent before the first is asked for. */
const ahead = 2

const tell = (message: FromDecoder) => parentPort?.postMessage(message)
let paths: string[] = []
let sizes: number[] = []
let calls = 0
const asked = new Map<number, (answer: { bytes: Uint8Array | null; problem?: Text }) => void>()
let credit = 0
let wanted: (() => void) | undefined

async function* read(path: string, damaged: (problem: Text) => void): AsyncGenerator<Uint8Array> {
  const call = (calls += 1)
  let ended = false
  try {
    while (!ended) {
      const answer = Promise.withResolvers<{ bytes: Uint8Array | null; problem?: Text }>()
      asked.set(call, answer.resolve)
      tell({ type: 'read', call, path })
      const { bytes, problem } = await answer.promise
      if (problem !== undefined) damaged(problem)
      if (bytes === null) ended = true
      else yield bytes
    }
  } finally {
    asked.delete(call)
    if (!ended) tell({ type: 'drop', call })
  }
}

async function send(part: DecodedPart, finished: boolean): Promise<void> {
  tell({ type: 'part', part, finished })
  credit -= 1
  if (credit > 0 || finished) return
  const more = Promise.withResolvers<void>()
  wanted = more.resolve
  await more.promise
}

parentPort?.on('message', (message: ToDecoder) => {
  if (message.type === 'paths') {
    for (const path of message.paths) paths.push(path)
    for (const size of message.sizes) sizes.push(size)
  } else if (message.type === 'bytes') {
    asked.get(message.call)?.(message)
  } else if (message.type === 'more') {
    credit += 1
    wanted?.()
  } else {
    credit = ahead
    const files = { paths, sizes, read }
    paths = []
    sizes = []
    decodeFiles(files, message.order, send)
      .then((reason) => reason === undefined || tell({ type: 'failed', reason }))
      .catch((error: unknown) =>
        tell({ type: 'crashed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      )
  }
})
