import {
  type changedImage,
  type DatasetVersion,
  type datasetVersionEndpoints,
  type ImageChange,
  imageChanges,
  type versionDiff,
} from '@vermilion/contract/datasets/versions'
import type { EndpointResponse, Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import type { Blob, BlobStore } from '#platform/blobs/blob-store'
import { sortKeyOf } from '../items/item-store.ts'
import { type Line, linesOf } from '../snapshots/snapshot.ts'
import type { Comparing } from './comparing.job.ts'
import type { DiffStore, StoredDiff } from './diff-store.ts'
import type { Versions } from './versions.ts'

type ChangesQuery = Received<typeof datasetVersionEndpoints.listVersionChanges>['query']
type ClassChange = z.output<typeof versionDiff>['classes'][number]
type ChangedImage = z.output<typeof changedImage>

/** Milliseconds to wait for a quick comparison, and between two checks of it. */
const waitTimeoutMs = 50
const pollIntervalMs = 10

/** The job's error is in the log, since it may name files of the server. */
const unreadable = {
  en: 'the content of one of them could not be read. The log of the server says more',
  zh: '其中一个版本的内容无法读取，详见服务器日志',
}

interface Needs {
  blobs: Pick<BlobStore, 'open'>
  store: DiffStore
  comparing: Comparing
  versions: Pick<Versions, 'ready'>
}

export function createDiffs({ blobs, store, comparing, versions }: Needs) {
  async function pair(beforeId: string, afterId: string): Promise<[DatasetVersion, DatasetVersion]> {
    const previous = await versions.ready(beforeId)
    return [previous, await versions.ready(afterId, previous.datasetId)]
  }

  /** The comparison or its progress. Fails once with `version.comparison-failed`; then it is tried again. */
  async function compared(beforeId: string, afterId: string, startedBy: string) {
    const ids = { beforeId, afterId }
    const existing = await store.find(ids)
    if (existing !== undefined) return { images: existing.images, progress: null }
    const previous = await comparing.report(ids)
    await comparing.start({ ...ids, startedBy })
    if (previous?.state === 'failed') throw fail('version.comparison-failed', { reason: unreadable })
    for (const until = performance.now() + waitTimeoutMs; performance.now() < until;) {
      await delay(pollIntervalMs)
      const diff = await store.find(ids)
      if (diff !== undefined) return { images: diff.images, progress: null }
    }
    const { done = 0, total } = (await comparing.report(ids)) ?? {}
    return { images: null, progress: { done, total: total ?? 0, unit: 'images' } }
  }

  async function* merged(changes: StoredDiff['changes'], kinds: readonly ImageChange[], from: Positions) {
    const read = { ...from }
    const sides = await Promise.all(
      kinds.map(async (kind) => {
        const source = lines(blobs, changes[kind], from[kind])
        return { kind, source, next: await changeAt(source) }
      }),
    )
    try {
      for (;;) {
        const [first] = sides
          .filter(({ next }) => next !== undefined)
          .toSorted((one, other) => Buffer.compare(one.next!.place, other.next!.place))
        if (first?.next === undefined) return
        const { image, end } = first.next
        read[first.kind] = end
        first.next = await changeAt(first.source)
        yield { image, read: { ...read } }
      }
    } finally {
      await Promise.all(sides.map(({ source }) => source.return(undefined)))
    }
  }

  return {
    async between(
      beforeId: string,
      afterId: string,
      startedBy: string,
    ): Promise<EndpointResponse<typeof datasetVersionEndpoints.diffVersions>> {
      const [previous, after] = await pair(beforeId, afterId)
      const images = await compared(beforeId, afterId, startedBy)
      return { before: previous, after, ...images, classes: classChanges(previous, after) }
    },

    async images(
      beforeId: string,
      { with: afterId, change, cursor, limit }: ChangesQuery,
    ): Promise<EndpointResponse<typeof datasetVersionEndpoints.listVersionChanges>> {
      await pair(beforeId, afterId)
      const existing = await store.find({ beforeId, afterId })
      if (existing === undefined) throw fail('version.not-compared')
      const items: ChangedImage[] = []
      let read = cursor === undefined ? { added: 0, removed: 0, changed: 0 } : parseCursor(cursor)
      const kinds = change === undefined ? imageChanges : [change]
      for await (const step of merged(existing.changes, kinds, read)) {
        if (items.length === limit) return { items, nextCursor: writeCursor(read) }
        items.push(step.image)
        read = step.read
      }
      return { items, nextCursor: null }
    },
  }
}

/** Lines from a position on, which is 0 or the end of another line. */
async function* lines(blobs: Pick<BlobStore, 'open'>, { checksum, size }: Blob, from: number): AsyncGenerator<Line> {
  if (from > size) throw strangeCursor()
  if (from === size) return
  const start = Math.max(0, from - 1)
  let isFirst = from > 0
  for await (const line of linesOf(await blobs.open(checksum, { start, end: size - 1 }), start)) {
    if (!isFirst) yield line
    else if (line.text !== '') throw strangeCursor()
    isFirst = false
  }
}

type Positions = Record<ImageChange, number>

async function changeAt(source: AsyncGenerator<Line>) {
  const result: IteratorResult<Line, unknown> = await source.next()
  if (result.done === true) return undefined
  const { text, end } = result.value
  const image = JSON.parse(text) as ChangedImage
  return { image, end, place: Buffer.from(sortKeyOf(image.path)) }
}

function classChanges(previous: DatasetVersion, newer: DatasetVersion): ClassChange[] {
  const then = new Map(previous.classes.map((entry) => [entry.labelId, entry]))
  const now = new Map(newer.classes.map((entry) => [entry.labelId, entry]))
  const countsOf = (entry: DatasetVersion['classes'][number] | undefined) =>
    entry === undefined ? null : { name: entry.name, images: entry.images, count: entry.count }
  return [...new Map([...then, ...now]).values()].map(({ labelId, name, colour }) => {
    return { labelId, name, colour, before: countsOf(then.get(labelId)), after: countsOf(now.get(labelId)) }
  })
}

const writeCursor = (read: Positions) => imageChanges.map((change) => read[change]).join('-')

function parseCursor(cursor: string): Positions {
  const match = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(cursor)
  if (match === null) throw strangeCursor()
  const [added = 0, removed = 0, changed = 0] = match.slice(1).map(Number)
  return { added, removed, changed }
}

function strangeCursor() {
  return fail('request.invalid', { detail: 'the cursor does not belong to this list' })
}
