import type { ImportDone } from '@vermilion/contract/datasets/imports'
import type { Orientation } from '@vermilion/contract/formats/frames/frame'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Shape } from '@vermilion/contract/labels/index'
import { BadArchive } from '#areas/files'
import { readJson, writeJson } from '#platform/database/columns'
import { jobKind } from '#platform/jobs/jobs'
import type { AnnotationStore } from '../items/annotation-store.ts'
import { createItemBatch, type ItemBatch } from '../items/item-batch.ts'
import type { StoredItem } from '../items/item-row.ts'
import type { AddImages } from './add-images.ts'
import { Unreadable } from './decoding/decoder.ts'
import type { ImportImageRow } from './image-row.ts'
import type { ImportStore, StoredImport } from './import-store.ts'
import { endsOf } from './ends.ts'
import { reportProblems } from './problems.ts'
import type { ReadNeeds } from './read.job.ts'
import type { Taker } from './decoding/attributes.ts'
import type { DecodedProblem } from './decoding/decode-messages.ts'
import { merged, maxReasons, shapesFor } from './decoding/shapes.ts'
import { guessesOf, problemsOf, displayName, unreported } from './frame-problems.ts'
import { orientationsOf } from './orientations.ts'
import type { SourceFiles } from './source/source-files.ts'

export const applyImport = jobKind<{ importId: string }, { number: number }>('apply-import')

/** Few enough not to hold the event loop. */
const imagesAtOnce = 100
const rowsForgotten = 1_000
const maxTags = 50

interface ApplyNeeds extends Omit<ReadNeeds, 'begin' | 'decoder'> {
  readonly annotations: AnnotationStore
  readonly addImages: AddImages
  /** Runs in the transaction that completes an import. */
  succeeded(row: StoredImport): Promise<void>
}

export function registerApplying(needs: ApplyNeeds): void {
  const { database, jobs, store, images } = needs
  const putAll = createBatchApplier(needs)

  jobs.register(applyImport, {
    concurrency: 2,
    async run({ payload, resumePoint, signal, saveProgress }) {
      const { importId } = payload
      const row = await store.find(importId)
      if (row?.status !== 'importing') return undefined
      let source: SourceFiles | undefined
      const reported = new Set<string>()
      try {
        const total = await images.countRows(importId)
        if (row.addImages && row.findings.addable > 0) source = await needs.openSource(row, signal)
        for (let after = resumePoint?.number ?? 0; ;) {
          signal.throwIfAborted()
          const read = await images.batch(importId, after, imagesAtOnce)
          const last = read.at(-1)
          if (last === undefined) break
          after = last.number
          const batch = source === undefined ? read : await needs.addImages(row, source, read, signal)
          const put = await rowsByItem(needs, importId, batch, signal)
          const reasons = await database.transaction(async () => {
            const named = await putAll(importId, put, reported)
            await saveProgress({ done: after, total, unit: 'images', resumePoint: { number: after } })
            return named
          })
          for (const reason of reasons ?? []) reported.add(reason)
        }
        while ((await images.forget(importId, rowsForgotten)) > 0) signal.throwIfAborted()
        return async () => {
          const finished = await store.find(importId)
          if (finished !== undefined && isNothingTaken(finished)) {
            await needs.finish(importId, 'failed', await noLabelTaken(store, importId))
            return
          }
          if (finished !== undefined && (await store.step(importId, 'success', needs.clock.time()))) {
            await needs.succeeded(finished)
          }
        }
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Unreadable || error instanceof BadArchive)) throw error
        return () => needs.finish(importId, 'failed', error.reason)
      } finally {
        await source?.close()
      }
    },
    ...endsOf(needs),
  })
}

function isNothingTaken({ findings, done, existing, targets }: StoredImport): boolean {
  const isWanted = targets?.some((target) => target !== null) === true
  // Merging adds nothing when the same labels exist.
  const isNone = existing === 'merge' ? done.images === 0 : done.annotations === 0
  return findings.annotations > 0 && isWanted && done.kept === 0 && isNone
}

async function noLabelTaken(store: ImportStore, importId: string): Promise<Text> {
  const [first] = (await store.problems(importId, { limit: 1 })).items
  const [en, zh] =
    first === undefined ? ['', ''] : [`: ${first.file}: ${first.reason.en}`, `：${first.file}：${first.reason.zh}`]
  return { en: `no label of the files could be put onto an image${en}`, zh: `文件中没有任何标注可以导入图片${zh}` }
}

interface Target {
  readonly item: StoredItem
  readonly takers: readonly (Taker | null)[]
  readonly turn: Orientation
  readonly batch: ItemBatch
}

interface Batch {
  readonly rowsByItem: ReadonlyMap<string, readonly ImportImageRow[]>
  /** EXIF orientations of items, where they affect the labels. */
  readonly turns: ReadonlyMap<string, Orientation>
}

async function rowsByItem(
  needs: ApplyNeeds,
  importId: string,
  batch: readonly ImportImageRow[],
  signal: AbortSignal,
): Promise<Batch> {
  const numbers = new Set(batch.map(({ number }) => number))
  const rows = [...batch, ...(await needs.images.besides(importId, batch))]
    .filter(({ itemId }) => itemId !== null)
    .toSorted((one, other) => one.number - other.number)
  const groups = Map.groupBy(rows, ({ itemId }) => itemId ?? '')
  for (const [itemId, [first]] of groups) if (!numbers.has(first?.number ?? 0)) groups.delete(itemId)
  return { rowsByItem: groups, turns: await orientationsOf(needs, groups, signal) }
}

const hasLabels = ({ status, annotationCount }: StoredItem) => status !== 'to-label' || annotationCount > 0

function createBatchApplier({ events, store, items, datasets, annotations }: ApplyNeeds) {
  async function takersOf({ datasetId, targets }: StoredImport): Promise<(Taker | null)[]> {
    const labels = (await datasets.find(datasetId))?.labels ?? []
    const labelsById = new Map(labels.filter(({ leaving }) => !leaving).map((label) => [label.id, label]))
    return (targets ?? []).map((id) => (id === null ? null : (labelsById.get(id) ?? null)))
  }

  async function put(row: StoredImport, rows: readonly ImportImageRow[], { item, takers, turn, batch }: Target) {
    const isThere = hasLabels(item)
    if (isThere && row.existing === 'keep') return 'kept' as const
    const read = rows.map(({ width, height, shapes }) =>
      shapesFor({ width, height, shapes: readJson(shapes) }, item, takers, turn),
    )
    const shapes = read.reduce((joined: readonly Shape[], one) => merged(joined, one.shapes), [])
    const isNothing = rows.some(({ shapeCount }) => shapeCount > 0) && shapes.length === 0
    const reported = rows.flatMap(({ tags }) => readJson(tags))
    const tags = [...new Set([...item.tags, ...reported])].slice(0, maxTags)
    const split = rows.find((one) => one.split !== null)?.split ?? item.split
    if (split !== item.split || reported.length > 0) batch.update({ id: item.id, split, tags: writeJson(tags) })
    const problems = problemsOf(rows, read, item)
    const leftOut = [...read.flatMap((one) => one.leftOut), ...guessesOf(read)]
    if (isNothing) return { annotations: 0, problems, leftOut, isNothing }
    const all = row.existing === 'merge' && isThere ? merged(await batch.shapesOf(item.id), shapes) : shapes
    const state = { status: 'labeled', annotator: null, annotatedAt: null } as const
    await batch.write({ item: { ...item, split, tags }, shapes: all, state })
    const previous = row.existing === 'merge' ? item.annotationCount : 0
    return { annotations: all.length - previous, problems, leftOut, isNothing }
  }

  function putSplit(
    { existing }: StoredImport,
    rows: readonly ImportImageRow[],
    { item, batch }: Pick<Target, 'item' | 'batch'>,
  ): void {
    const split = rows.find((one) => one.split !== null)?.split ?? null
    if (split === null || split === item.split || (existing === 'keep' && hasLabels(item))) return
    batch.update({ id: item.id, split })
  }

  /** The rows' items and outcomes. Inside a transaction. */
  return async function putAll(importId: string, { rowsByItem: groups, turns }: Batch, reported: ReadonlySet<string>) {
    const row = await store.find(importId)
    if (row?.status !== 'importing') return
    const takers = await takersOf(row)
    const itemsById = await items.ofIds([...groups.keys()])
    const batch = createItemBatch({ store: datasets, items, annotations }, [...groups.keys()])
    const done: ImportDone = { ...row.done }
    const problems: DecodedProblem[] = []
    const leftOut = new Map<string, DecodedProblem>()
    for (const [itemId, rows] of groups) {
      const item = itemsById.get(itemId)
      if (item === undefined) continue
      const labeled = rows.filter(({ isLabeled }) => isLabeled === 1)
      if (labeled.length === 0) {
        putSplit(row, rows, { item, batch })
        continue
      }
      const result = await put(row, labeled, { item, takers, turn: turns.get(item.id) ?? 1, batch })
      if (result === 'kept') {
        done.kept += 1
        continue
      }
      problems.push(...result.problems)
      for (const reason of result.leftOut) {
        if (leftOut.has(reason.en) || reported.has(reason.en) || reported.size + leftOut.size >= maxReasons) continue
        leftOut.set(reason.en, { file: displayName(rows[0], item), line: null, reason })
      }
      if (result.isNothing) continue
      done.images += 1
      done.annotations += result.annotations
    }
    await batch.save()
    const reasons: DecodedProblem[] = []
    for (const problem of leftOut.values()) {
      if (!(await store.isReported(importId, problem.reason))) reasons.push(problem)
    }
    await reportProblems(store, row, [...(await unreported(store, row, problems)), ...reasons])
    await store.update(importId, { done })
    events.publish({ type: 'dataset-changed', datasetId: row.datasetId })
    return leftOut.keys()
  }
}
