import type { DatasetLikeness, DuplicateGroup, Leakage, LikenessMap } from '@vermilion/contract/image-search/likeness'
import { othersListed, usualDuplicate } from '@vermilion/contract/image-search/likeness'
import { itemFilter, type DatasetItem } from '@vermilion/contract/datasets/items'
import type { ItemSet } from '@vermilion/contract/datasets/item-sets'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { type Datasets, isLabeled, itemOf } from '#areas/datasets'
import type { Database } from '#platform/database/database'
import type { createIndexState } from '../indexing/index-state.ts'
import type { createComparisonFiles, KeptComparison } from './comparison-file.ts'
import { groupDuplicates, type Duplicates } from './duplicates.ts'
import type { Comparing } from './likeness.job.ts'
import { leakageOf, movesOf } from './leakage.ts'
import type { LikenessStore } from './likeness-store.ts'
import { mapOf } from './map.ts'

interface Needs {
  readonly database: Database
  readonly datasets: Datasets
  readonly store: LikenessStore
  readonly files: ReturnType<typeof createComparisonFiles>
  readonly comparing: Comparing
  readonly index: Pick<ReturnType<typeof createIndexState>, 'build'>
  isIndexing(): Promise<boolean>
}

type Compared = Pick<KeptComparison, 'checksums' | 'pairs'>
const none = new Uint32Array()
const notCompared: Compared = { checksums: [], pairs: { one: none, other: none, likeness: new Float32Array() } }

interface DuplicateQuery {
  readonly threshold: number
  readonly offset: number
  readonly limit: number
}

export type Likeness = ReturnType<typeof createLikeness>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createLikeness({ database, datasets, store, files, comparing, index, isIndexing }: Needs) {
  let last: { key: string; groups: Promise<Duplicates[]> } | undefined

  /** Fails with `likeness.not-compared`, also after the cache was emptied. */
  async function comparisonOf(datasetId: string): Promise<KeptComparison> {
    const file = (await store.find(datasetId))?.file ?? undefined
    const comparison = file === undefined ? undefined : await files.read(file)
    if (comparison === undefined) throw fail('likeness.not-compared')
    return comparison
  }

  async function groupsAt(datasetId: string, threshold: number, comparison: Compared): Promise<Duplicates[]> {
    const { pairs, checksums } = comparison
    const near = new Set<string>()
    for (const [position, likeness] of pairs.likeness.entries())
      if (likeness >= threshold) near.add(checksums[pairs.one[position]!]!).add(checksums[pairs.other[position]!]!)
    const rows = await store.candidates(datasetId, [...near])
    const candidates = rows.map(({ number, checksum, status, annotationCount: labels, width, height, ...image }) => {
      return { number, checksum, isLabeled: isLabeled(status), labels, pixels: width * height, ...image }
    })
    return groupDuplicates(candidates, comparison, threshold)
  }

  async function groupsOf(datasetId: string, threshold: number): Promise<Duplicates[]> {
    await datasets.service.require(datasetId)
    const row = await store.find(datasetId)
    const key = [datasetId, row?.file, await store.stampOf(datasetId), threshold].join(' ')
    if (last?.key !== key)
      last = { key, groups: comparisonOf(datasetId).then((comparison) => groupsAt(datasetId, threshold, comparison)) }
    const { groups } = last
    groups.catch(() => (last = undefined))
    return groups
  }

  /** Without a comparison, groups of the same content. */
  async function leakingGroups(datasetId: string): Promise<{ groups: Duplicates[]; isCompared: boolean }> {
    try {
      return { groups: await groupsOf(datasetId, usualDuplicate), isCompared: true }
    } catch (error) {
      if (!(error instanceof Failure) || error.reason !== 'likeness.not-compared') throw error
      return { groups: await groupsAt(datasetId, 1, notCompared), isCompared: false }
    }
  }

  async function itemsAt(datasetId: string, numbers: readonly number[]): Promise<Map<number, DatasetItem>> {
    const ids = await store.idsOf(datasetId, numbers)
    const items = await datasets.items.ofIds([...ids.values()])
    return new Map(
      [...ids].flatMap(([number, id]) => {
        const item = items.get(id)
        return item === undefined ? [] : [[number, itemOf(item)] as const]
      }),
    )
  }

  async function state(datasetId: string): Promise<DatasetLikeness> {
    await datasets.service.require(datasetId)
    const [row, job, counts] = await Promise.all([
      store.find(datasetId),
      comparing.report(datasetId),
      store.counts(datasetId),
    ])
    const isUnderWay = job?.state === 'queued' || job?.state === 'running'
    const compared =
      row === undefined || row.comparedAt === null || row.file === null || !(await files.has(row.file))
        ? null
        : {
            contents: row.contents,
            at: row.comparedAt,
            isCurrent: row.signature === (await store.signatureOf(datasetId)),
          }
    return {
      ...counts,
      isIndexing: await isIndexing(),
      progress: row !== undefined && isUnderWay ? { done: job.done, total: job.total ?? 0, unit: 'images' } : null,
      error: row !== undefined && job?.state === 'failed' ? job.error : null,
      compared,
    }
  }

  return {
    state,

    async compare(datasetId: string, startedBy: string): Promise<DatasetLikeness> {
      await datasets.service.require(datasetId)
      const spaces = await store.spacesOf(datasetId)
      if (spaces.length === 0) throw fail('dataset.empty')
      await database.transaction(async () => {
        await store.add(datasetId, startedBy)
        await store.update(datasetId, { signature: '' })
        // Once the index is up to date, outdated comparisons are renewed.
        await index.build(spaces, startedBy)
      })
      return state(datasetId)
    },

    async map(datasetId: string): Promise<LikenessMap> {
      const dataset = await datasets.service.get(datasetId)
      return mapOf(store, dataset, await comparisonOf(datasetId))
    },

    async itemAt(datasetId: string, number: number): Promise<DatasetItem> {
      await datasets.service.require(datasetId)
      const item = (await itemsAt(datasetId, [number])).get(number)
      if (item === undefined) throw fail('item.not-found')
      return item
    },

    async duplicates(datasetId: string, { threshold, offset, limit }: DuplicateQuery) {
      const groups = await groupsOf(datasetId, threshold)
      const page = groups.slice(offset, offset + limit)
      const visible = page.map(({ kept, others }) => ({
        kept,
        others: others.slice(0, othersListed),
        all: others.length,
      }))
      const numbers = visible.flatMap(({ kept, others }) => [kept.number, ...others.map(({ image }) => image.number)])
      const items = await itemsAt(datasetId, numbers)
      const presented = visible.flatMap(({ kept, others, all }): DuplicateGroup[] => {
        const item = items.get(kept.number)
        if (item === undefined) return []
        const listed = others.flatMap(({ image, likeness, isExact }) => {
          const other = items.get(image.number)
          return other === undefined ? [] : [{ item: other, likeness: Number(likeness.toFixed(4)), isExact }]
        })
        return [{ kept: item, others: listed, otherCount: all }]
      })
      const others = groups.flatMap((group) => group.others)
      return {
        items: presented,
        total: groups.length,
        others: others.length,
        exact: others.filter(({ isExact }) => isExact).length,
      }
    },

    async leakage(datasetId: string): Promise<Leakage> {
      const { groups, isCompared } = await leakingGroups(datasetId)
      return { ...leakageOf(groups), isCompared }
    },

    async mendLeakage(datasetId: string, by: string): Promise<{ items: number; undoIds: string[] }> {
      const { groups } = await leakingGroups(datasetId)
      const moves = movesOf(groups)
      if (moves.size === 0) throw fail('item.none-selected')
      const undoIds: string[] = []
      for (const [split, numbers] of moves) {
        const set = await datasets.sets.create(datasetId, numbers)
        const selection = { filter: { ...itemFilter.parse({}), set: set.id }, except: [] }
        const { undoId } = await datasets.changes.change(datasetId, selection, { split }, by)
        if (undoId !== null) undoIds.push(undoId)
      }
      return { items: [...moves.values()].flat().length, undoIds }
    },

    async selectDuplicates(datasetId: string, threshold: number): Promise<ItemSet> {
      const groups = await groupsOf(datasetId, threshold)
      return datasets.sets.create(
        datasetId,
        groups.flatMap(({ others }) => others.map(({ image }) => image.number)),
      )
    },
  }
}
