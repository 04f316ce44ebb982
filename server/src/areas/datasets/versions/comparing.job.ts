import { imageChanges, type ImageChange } from '@vermilion/contract/datasets/versions'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import type { Blob, BlobStore } from '#platform/blobs/blob-store'
import { jobKind, type JobReport } from '#platform/jobs/jobs'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import { linesOf } from '../snapshots/snapshot.ts'
import { type ChangedImage, stepsBetween } from './diff.ts'
import type { DiffStore } from './diff-store.ts'
import type { VersionStore } from './version-store.ts'
import type { Platform } from '#platform/platform'

interface Payload {
  readonly beforeId: string
  readonly afterId: string
  readonly startedBy: string
}

const compareVersions = jobKind<Payload>('compare-versions')

/** Most milliseconds that other work waits, and images between two progress reports. */
const turn = 6
const reportedCount = 500
const chunkLength = 64 * 1024

interface Needs extends Pick<Platform, 'blobs' | 'jobs'> {
  datasets: DatasetStore
  store: VersionStore
  diffs: DiffStore
}

/** An interrupted comparison starts again: nothing refers to it yet. */
export function registerComparing({ blobs, jobs, datasets, store, diffs }: Needs) {
  jobs.register(compareVersions, {
    concurrency: 2,
    async run({ payload, signal, saveProgress }) {
      const [previous, after] = [await store.find(payload.beforeId), await store.find(payload.afterId)]
      if (previous === undefined || after === undefined) return
      if ((await diffs.find(payload)) !== undefined) return
      const images = { added: 0, removed: 0, changed: 0, unchanged: 0 }
      const total = previous.images + after.images
      const writing = new AbortController()
      const parts = writersOf(() => createWriter(blobs, AbortSignal.any([signal, writing.signal])))
      const contents: Readable[] = []
      let [since, message] = [performance.now(), performance.now()]
      try {
        for (const { checksum } of [previous, after]) contents.push(await blobs.open(checksum))
        const [one, other] = contents.map((content) => imageLines(linesOf(content)))
        for await (const { change } of stepsBetween(one!, other!)) {
          images[change?.change ?? 'unchanged'] += 1
          if (change !== null) await parts[change.change].write(change)
          if (performance.now() - since < turn) continue
          signal.throwIfAborted()
          await breath()
          since = performance.now()
          if (since - message < reportedCount) continue
          message = since
          const done = images.added + images.removed + 2 * (images.changed + images.unchanged)
          await saveProgress({ done, total, unit: 'images' })
        }
        const changes = {
          added: await parts.added.end(),
          removed: await parts.removed.end(),
          changed: await parts.changed.end(),
        }
        return async () => {
          if ((await store.find(previous.id)) === undefined || (await store.find(after.id)) === undefined) return
          await diffs.keep(payload, { images, changes })
        }
      } finally {
        writing.abort()
        // Streams that were never read would stay open.
        for (const content of contents) content.destroy()
      }
    },
    work: {
      kind: 'comparison',
      async describe({ beforeId, afterId, startedBy }) {
        const [previous, after] = [await store.find(beforeId), await store.find(afterId)]
        if (previous === undefined || after === undefined) return undefined
        return datasets.workOf(previous.datasetId, startedBy, ` ${previous.number} → ${after.number}`)
      },
    },
  })

  const keyOf = ({ beforeId, afterId }: Omit<Payload, 'startedBy'>) => `${beforeId} ${afterId}`
  return {
    start: (payload: Payload): Promise<string> => jobs.enqueue(compareVersions, keyOf(payload), payload),
    report: (pair: Omit<Payload, 'startedBy'>): Promise<JobReport | undefined> =>
      jobs.report(compareVersions, keyOf(pair)),
  }
}

export type Comparing = ReturnType<typeof registerComparing>

async function* imageLines(lines: ReturnType<typeof linesOf>) {
  let isHead = true
  for await (const line of lines) {
    if (!isHead) yield line
    isHead = false
  }
}

interface Writer {
  write(image: ChangedImage): Promise<void>
  end(): Promise<Blob>
}

function writersOf(make: () => Writer): Record<ImageChange, Writer> {
  return Object.fromEntries(imageChanges.map((change) => [change, make()])) as Record<ImageChange, Writer>
}

/** A growing content of lines, written no faster than it is stored. */
function createWriter(blobs: BlobStore, signal: AbortSignal): Writer {
  const content = new PassThrough()
  const retained = blobs.put(content, { signal })
  // The reader of `retained` gets the error.
  retained.catch(() => content.destroy())
  content.on('error', () => undefined)
  signal.addEventListener('abort', () => content.destroy())
  let text = ''

  async function handOn(): Promise<void> {
    const hasRoom = content.write(text)
    text = ''
    if (!hasRoom) await Promise.race([once(content, 'drain'), retained])
  }

  return {
    async write(image) {
      text += `${JSON.stringify(image)}\n`
      if (text.length >= chunkLength) await handOn()
    },
    async end() {
      content.end(text)
      return retained
    },
  }
}
