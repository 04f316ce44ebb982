import type { Readable } from 'node:stream'
import type { LogSource } from '../log-copy/log-copy.ts'
import { createAnchorSearch, logStart } from './anchor.ts'
import type { Anchor } from './anchor.ts'
import { ifKnown } from './engine.ts'
import type { Engine } from './engine.ts'
import { createLogReader } from './log-stream.ts'

export function containerLog(engine: Engine, container: string): LogSource<Anchor> {
  return {
    start: logStart,
    open: ({ second }, { follow, signal }) => ifKnown(streamOf(engine, container, { follow, since: second, signal })),
    createReader(anchor, copied) {
      let skip = copied
      const readEntries = createLogReader()
      const search = createAnchorSearch(anchor)
      return {
        read(piece) {
          const missing: Buffer[] = []
          let settled: Anchor | undefined
          for (const { second, bytes } of readEntries(piece)) {
            settled = search(second, bytes.length) ?? settled
            if (skip < bytes.length) missing.push(bytes.subarray(skip))
            skip = Math.max(0, skip - bytes.length)
          }
          return { missing, settled }
        },
      }
    },
  }
}

async function streamOf(
  engine: Engine,
  container: string,
  { follow, since, signal }: { follow: boolean; since: number; signal: AbortSignal | undefined },
): Promise<Readable> {
  const client = follow ? engine.lasting : engine.quick
  // dockerode buffers a log that is not followed in memory.
  const order = {
    path: `/containers/${container}/logs?`,
    method: 'GET',
    isStream: true,
    ...(signal ? { abortSignal: signal } : {}),
    statusCodes: { 200: true, 404: 'no such container', 500: 'server error' },
    options: { follow, stdout: true, stderr: true, timestamps: true, since },
  }
  return new Promise((resolve, reject) => {
    client.modem.dial(order, (error: unknown, stream: unknown) => {
      if (error) reject(error instanceof Error ? error : new Error(String(error)))
      else resolve(stream as Readable)
    })
  })
}
