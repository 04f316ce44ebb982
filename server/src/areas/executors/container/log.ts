import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { createMutex } from '#platform/mutex'
import { createAnchorSearch, logStart } from './anchor.ts'
import type { Anchor } from './anchor.ts'
import { ifKnown } from './engine.ts'
import type { Engine } from './engine.ts'
import { createLogReader } from './log-stream.ts'

export interface LogPlace {
  container: string
  folder: string
  file: string
}

/** Milliseconds that a read waits for an engine. */
const shortly = 3_000

export type ContainerLog = ReturnType<typeof createContainerLog>

/** The copy's size is the number of copied bytes, so an interrupted copy resumes exactly. */
export function createContainerLog(engine: Engine, { container, folder, file }: LogPlace) {
  const lock = createMutex()
  const anchorFile = join(folder, 'anchor')
  let following: AbortController | undefined
  let catching: Promise<void> | undefined

  async function pass(follow: boolean, signal?: AbortSignal): Promise<void> {
    const [begin, anchor] = await Promise.all([readBegin(folder), readAnchor(anchorFile)])
    const stream = await ifKnown(streamOf(engine, container, { follow, since: anchor.second, signal }))
    // The log is gone with the container.
    if (stream === undefined) return
    const log = await open(file, 'a')
    try {
      let skip = Math.max(0, (await log.stat()).size - begin - anchor.bytes)
      const read = createLogReader()
      const search = createAnchorSearch(anchor)
      for await (const piece of stream) {
        const missing: Buffer[] = []
        let settled: Anchor | undefined
        for (const { second, bytes } of read(piece as Buffer)) {
          settled = search(second, bytes.length) ?? settled
          if (skip < bytes.length) missing.push(bytes.subarray(skip))
          skip = Math.max(0, skip - bytes.length)
        }
        if (missing.length > 0) await log.appendFile(Buffer.concat(missing))
        if (settled) await writeWhole(anchorFile, JSON.stringify(settled))
      }
    } finally {
      stream.destroy()
      await log.close()
    }
  }

  async function alone(work: () => Promise<void>): Promise<void> {
    const release = await lock()
    try {
      await work()
    } finally {
      release()
    }
  }

  async function catchUp(): Promise<void> {
    following?.abort()
    await alone(() => pass(false))
  }

  return {
    /** Called once before the container is created: its log begins after the previous run's. */
    async begin(): Promise<void> {
      const size = await stat(file).then(
        (stats) => stats.size,
        () => 0,
      )
      await writeFile(join(folder, 'log-begin'), String(size), { flag: 'wx' }).catch(ifThere)
    },

    /** For live viewing; engines may end a follow early and incomplete. */
    async follow(signal: AbortSignal): Promise<void> {
      await alone(async () => {
        if (signal.aborted) return
        following = new AbortController()
        const either = AbortSignal.any([signal, following.signal])
        try {
          await pass(true, either)
        } catch (error) {
          if (!either.aborted) throw error
        } finally {
          following = undefined
        }
      })
    },

    isFollowed: () => following !== undefined,

    catchUp,

    /** Copies in the background if the engine is slow. Rejects when it is unreachable. */
    async catchUpSoon(): Promise<void> {
      catching ??= catchUp().finally(() => (catching = undefined))
      const moment = new AbortController()
      const late = delay(shortly, undefined, { signal: moment.signal, ref: false }).catch(() => {})
      await Promise.race([catching, late]).finally(() => moment.abort())
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

async function readBegin(folder: string): Promise<number> {
  return Number(await readFile(join(folder, 'log-begin'), 'utf8'))
}

async function readAnchor(path: string): Promise<Anchor> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? logStart : (JSON.parse(text) as Anchor)
}

export async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.draft`, text)
  await rename(`${path}.draft`, path)
}

function ifThere(error: unknown): void {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error
}
