import type {
  changedImage,
  DatasetVersion,
  datasetVersionEndpoints,
  versionDiff,
} from '@vermilion/contract/dataset-versions'
import type { Answer, Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import type { BlobStore } from '#platform/blobs/blob-store'
import { type Line, linesOf } from '../snapshot.ts'
import { type Positions, stepsBetween } from './diff.ts'
import type { VersionStore } from './version-store.ts'
import type { Versions } from './versions.ts'

type ChangesQuery = Received<typeof datasetVersionEndpoints.listVersionChanges>['query']
type ClassChange = z.output<typeof versionDiff>['classes'][number]

/** What changed from one version of a dataset to another. */
export function createDiffs(needs: {
  blobs: Pick<BlobStore, 'open'>
  store: VersionStore
  versions: Pick<Versions, 'ready'>
}) {
  const { blobs, store, versions } = needs

  async function pair(beforeId: string, afterId: string): Promise<[DatasetVersion, DatasetVersion]> {
    const before = await versions.ready(beforeId)
    return [before, await versions.ready(afterId, before.datasetId)]
  }

  /** Image lines from a position on, which is the end of another line; 0 is the beginning, where the head stands. */
  async function* lines({ checksum, size }: DatasetVersion, from: number): AsyncGenerator<Line> {
    if (from >= size) return
    const start = Math.max(0, from - 1)
    let isFirst = true
    for await (const line of linesOf(await blobs.open(checksum, { start, end: size - 1 }), start)) {
      if (!isFirst) yield line
      else if (from > 0 && line.text !== '') throw strangeCursor()
      isFirst = false
    }
  }

  const steps = (before: DatasetVersion, after: DatasetVersion, from: Positions) =>
    stepsBetween(lines(before, from.before), lines(after, from.after), from)

  return {
    async between(beforeId: string, afterId: string): Promise<Answer<typeof datasetVersionEndpoints.diffVersions>> {
      const [before, after] = await pair(beforeId, afterId)
      let images = await store.countsBetween(beforeId, afterId)
      if (images === undefined) {
        images = { added: 0, removed: 0, changed: 0, unchanged: 0 }
        for await (const { change } of steps(before, after, { before: 0, after: 0 }))
          images[change?.change ?? 'unchanged'] += 1
        await store.keepCounts(beforeId, afterId, images)
      }
      return { before, after, images, classes: classChanges(before, after) }
    },

    async images(
      beforeId: string,
      { with: afterId, change: wanted, cursor, limit }: ChangesQuery,
    ): Promise<Answer<typeof datasetVersionEndpoints.listVersionChanges>> {
      const [before, after] = await pair(beforeId, afterId)
      const items: z.output<typeof changedImage>[] = []
      let read: Positions = cursor === undefined ? { before: 0, after: 0 } : parseCursor(cursor)
      for await (const step of steps(before, after, read)) {
        const isWanted = step.change !== null && (wanted === undefined || step.change.change === wanted)
        if (isWanted && items.length === limit) return { items, nextCursor: `${read.before}-${read.after}` }
        if (isWanted && step.change !== null) items.push(step.change)
        read = step.read
      }
      return { items, nextCursor: null }
    },
  }
}

export type Diffs = ReturnType<typeof createDiffs>

function classChanges(before: DatasetVersion, after: DatasetVersion): ClassChange[] {
  const then = new Map(before.classes.map((entry) => [entry.labelId, entry]))
  const now = new Map(after.classes.map((entry) => [entry.labelId, entry]))
  const countsOf = (entry: DatasetVersion['classes'][number] | undefined) =>
    entry === undefined ? null : { name: entry.name, images: entry.images, count: entry.count }
  return [...new Map([...then, ...now]).values()].map(({ labelId, name, colour }) => {
    return { labelId, name, colour, before: countsOf(then.get(labelId)), after: countsOf(now.get(labelId)) }
  })
}

function parseCursor(cursor: string): Positions {
  const found = /^(\d{1,15})-(\d{1,15})$/.exec(cursor)
  if (found === null) throw strangeCursor()
  return { before: Number(found[1]), after: Number(found[2]) }
}

function strangeCursor() {
  return fail('request.invalid', { detail: 'the cursor does not belong to this list' })
}
