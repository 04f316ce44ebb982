import type { ImportDone } from '@vermilion/contract/datasets/imports'
import type { Text } from '@vermilion/contract/kernel/text'
import { BadArchive } from '#areas/files'
import { readJson, writeJson } from '#platform/database/columns'
import { jobKind } from '#platform/jobs/jobs'
import type { AnnotationStore } from '../items/annotation-store.ts'
import type { StoredItem } from '../items/item-row.ts'
import type { AddImages } from './add-images.ts'
import { Unreadable } from './decoding/decoder.ts'
import type { ImportImageRow } from './image-store.ts'
import type { ImportStore, StoredImport } from './import-store.ts'
import { endsOf } from './ends.ts'
import { tellProblems } from './problems.ts'
import type { ReadNeeds } from './read.job.ts'
import type { Taker } from './decoding/attributes.ts'
import type { DecodedProblem } from './decoding/decode-messages.ts'
import { merged, mostReasons, shapesFor } from './decoding/shapes.ts'
import type { SourceFiles } from './source/source-files.ts'

export const applyImport = jobKind<{ importId: string }, { number: number }>('apply-import')

/** Images of one transaction: few enough that none holds the event loop for long. */
const imagesAtOnce = 100
const rowsForgotten = 1_000
const mostTags = 50

const outside: Text = {
  en: 'labels of it lie outside of the image, or are masks of another size',
  zh: '部分标注位于图片之外，或掩码尺寸不符',
}

interface ApplyNeeds extends Omit<ReadNeeds, 'begin' | 'decoder'> {
  readonly annotations: AnnotationStore
  readonly addImages: AddImages
  /** Called in the transaction that ends an import well. */
  succeeded(row: StoredImport): Promise<void>
}

/** Puts what an import has read onto the images of its dataset, some at a time, each once whatever ends the server. */
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
        if (row.addImages && row.findings.addable > 0) source = await needs.openSource(row, signal)
        for (let after = resumePoint?.number ?? 0; ;) {
          signal.throwIfAborted()
          const read = await images.batch(importId, after, imagesAtOnce)
          const last = read.at(-1)
          if (last === undefined) break
          after = last.number
          const batch = source === undefined ? read : await needs.addImages(row, source, read, signal)
          const reasons = await database.transaction(async () => {
            const named = await putAll(importId, batch, reported)
            const total = row.findings.images
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

/** Whether the files held labels for classes that are wanted, and not one of them is in the dataset. */
function isNothingTaken({ findings, done, existing, targets }: StoredImport): boolean {
  const isWanted = targets?.some((target) => target !== null) === true
  // Merging adds nothing where the same labels stand already.
  const isNone = existing === 'merge' ? done.images === 0 : done.annotations === 0
  return findings.annotations > 0 && isWanted && done.kept === 0 && isNone
}

/** Says so, with the first reason that was told. */
async function noLabelTaken(store: ImportStore, importId: string): Promise<Text> {
  const [first] = (await store.problems(importId, { limit: 1 })).items
  const [en, zh] =
    first === undefined ? ['', ''] : [`: ${first.file}: ${first.reason.en}`, `：${first.file}：${first.reason.zh}`]
  return { en: `no label of the files could be put onto an image${en}`, zh: `文件中没有任何标注可以导入图片${zh}` }
}

const hasLabels = ({ status, annotationCount }: StoredItem) => status !== 'to-label' || annotationCount > 0

/** Puts a batch of images, as the files have them, onto those of the dataset. */
function createBatchApplier({ events, store, items, datasets, annotations }: ApplyNeeds) {
  /** The labels that take the shapes of each class, as they are now. */
  async function takersOf({ datasetId, targets }: StoredImport): Promise<(Taker | null)[]> {
    const labels = (await datasets.find(datasetId))?.labels ?? []
    const labelsById = new Map(labels.filter(({ leaving }) => !leaving).map((label) => [label.id, label]))
    return (targets ?? []).map((id) => (id === null ? null : (labelsById.get(id) ?? null)))
  }

  async function put(row: StoredImport, image: ImportImageRow, item: StoredItem, takers: readonly (Taker | null)[]) {
    const isThere = hasLabels(item)
    if (isThere && row.existing === 'keep') return 'kept' as const
    const size = { width: image.width, height: image.height }
    const { shapes, unfit, leftOut } = shapesFor({ ...size, shapes: readJson(image.shapes) }, item, takers)
    const isNothing = image.shapeCount > 0 && shapes.length === 0
    const reported = readJson(image.tags)
    const tags = [...new Set([...item.tags, ...reported])].slice(0, mostTags)
    const split = image.split ?? item.split
    if (split !== item.split || reported.length > 0) await items.update(item.id, { split, tags: writeJson(tags) })
    if (isNothing) return { annotations: 0, unfit, leftOut, isNothing }
    const all = row.existing === 'merge' && isThere ? merged(await annotations.shapesOf(item.id), shapes) : shapes
    await annotations.replace({ ...item, split, tags }, all, true)
    const previous = row.existing === 'merge' ? item.annotationCount : 0
    return { annotations: all.length - previous, unfit, leftOut, isNothing }
  }

  /** What a list says of an image that the files have no labels of. */
  async function putSplit({ existing }: StoredImport, { split }: ImportImageRow, item: StoredItem): Promise<void> {
    if (split === null || split === item.split || (existing === 'keep' && hasLabels(item))) return
    await items.update(item.id, { split })
  }

  /** What is in the dataset by now, and what became of it. Inside a transaction. */
  return async function putAll(importId: string, batch: readonly ImportImageRow[], reported: ReadonlySet<string>) {
    const row = await store.find(importId)
    if (row?.status !== 'importing') return
    const takers = await takersOf(row)
    const itemsById = await items.ofIds(batch.flatMap(({ itemId }) => itemId ?? []))
    const done: ImportDone = { ...row.done }
    const unfit: string[] = []
    const leftOut = new Map<string, DecodedProblem>()
    for (const image of batch) {
      const item = itemsById.get(image.itemId ?? '')
      if (item === undefined) continue
      if (image.isLabeled === 0) {
        await putSplit(row, image, item)
        continue
      }
      const became = await put(row, image, item, takers)
      if (became === 'kept') {
        done.kept += 1
        continue
      }
      if (became.unfit > 0) unfit.push(image.path)
      for (const reason of became.leftOut) {
        if (leftOut.has(reason.en) || reported.has(reason.en) || reported.size + leftOut.size >= mostReasons) continue
        leftOut.set(reason.en, { file: image.path, line: null, reason })
      }
      if (became.isNothing) continue
      done.images += 1
      done.annotations += became.annotations
    }
    const reasons: DecodedProblem[] = []
    for (const problem of leftOut.values()) {
      if (!(await store.isTold(importId, problem.reason))) reasons.push(problem)
    }
    await tellProblems(store, row, [...unfit.map((file) => ({ file, line: null, reason: outside })), ...reasons])
    await store.update(importId, { done })
    events.publish({ type: 'dataset-changed', datasetId: row.datasetId })
    return leftOut.keys()
  }
}
