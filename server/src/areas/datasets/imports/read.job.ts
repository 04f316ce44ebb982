import { type ImportedClass, type ImportFindings, maxAnnotators } from '@vermilion/contract/datasets/imports'
import { labelKinds } from '@vermilion/contract/labels/dataset-labels'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { BadArchive } from '#areas/files'
import type { Files } from '#areas/files'
import { jobKind } from '#platform/jobs/jobs'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import { sortKeyOf, type ItemStore } from '../items/item-store.ts'
import type { DecodedPart } from './decoding/decode-messages.ts'
import { type Decoder, Unreadable } from './decoding/decoder.ts'
import type { ImportImageStore } from './image-store.ts'
import { maxReported, type ImportStore, type StoredImport } from './import-store.ts'
import { matchByContent } from './matching/match-contents.ts'
import { matchByName } from './matching/match.ts'
import { agrees, firstStem } from './matching/row-names.ts'
import { withDescribed } from './decoding/described.ts'
import { endsOf, type EndNeeds } from './ends.ts'
import { doubtsOf } from './frame-problems.ts'
import { reportProblems } from './problems.ts'
import type { SourceFiles } from './source/source-files.ts'
import type { Platform } from '#platform/platform'

interface ReadPoint {
  readonly images: number
  readonly problems: number
}

export const readImport = jobKind<{ importId: string }, ReadPoint>('read-import')

const joinedImages = (count: number): Text => ({
  en: `images that the files tell of more than once: ${count}; all that is said of each is joined`,
  zh: `有 ${count} 张图片在文件中多次出现，其标注已合并`,
})
const otherEndings = (count: number): Text => ({
  en: `images of the source that are in the dataset under the same name with another ending: ${count}; they are not brought in, and their labels go to those of the dataset`,
  zh: `来源中有 ${count} 张图片与数据集中的图片同名而扩展名不同：不再加入，其标注归入数据集中的图片`,
})
const inTwoSplits = (count: number): Text => ({
  en: `images that the files put into more than one split: ${count}; each goes to the first`,
  zh: `有 ${count} 张图片被划入多个子集，均以首次出现的子集为准`,
})
const ownNameNowhere = (path: string): Text => ({
  en: `no image has the name of this file, and the one that it names, ${path}, is not there or has a file of its own`,
  zh: `没有与该文件同名的图片，且其中所写的图片 ${path} 不存在或另有标注文件`,
})
const nowhere: Text = { en: 'the image is neither in the dataset nor in the source', zh: '数据集和来源中都没有该图片' }

const noImageMatches: Text = {
  en: 'nothing was changed, for no image with labels is in the dataset: compare the names in the files with those of the dataset',
  zh: '未做任何更改，因为数据集中没有任何带标注的图片：请比对文件中的图片名称与数据集中的名称',
}

const maxClasses = 10_000
const manyClasses: Text = { en: `it has more than ${maxClasses} classes`, zh: `类别超过 ${maxClasses} 个` }

export interface ReadNeeds extends EndNeeds, Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  readonly datasets: DatasetStore
  readonly items: ItemStore
  readonly files: Files
  readonly store: ImportStore
  readonly images: ImportImageStore
  readonly decoder: Decoder
  openSource(row: StoredImport, signal: AbortSignal): Promise<SourceFiles>
  /** Runs in the transaction that ends the reading, for imports that start at once. */
  begin(row: StoredImport): Promise<void>
}

/** Rows and resume point commit together: after a crash the files are read again and known rows skipped. */
export function registerReading(needs: ReadNeeds): void {
  const { database, jobs, store, images, datasets, decoder } = needs

  jobs.register(readImport, {
    concurrency: 2,
    async run({ payload, resumePoint, signal, saveProgress }) {
      const { importId } = payload
      const row = await store.find(importId)
      const dataset = row && (await datasets.find(row.datasetId))
      if (row?.status !== 'reading' || dataset === undefined) return
      let source: SourceFiles | undefined
      let point = resumePoint ?? { images: 0, problems: 0 }
      try {
        source = await needs.openSource(row, signal)
        const { refused } = source
        if (resumePoint === undefined) {
          await database.transaction(async () => {
            const problems = refused.map(({ path, reason }) => ({ file: path, line: null, reason }))
            await reportProblems(store, row, problems)
            await saveProgress({ done: 0, unit: 'images', resumePoint: point })
          })
        }
        const order = {
          format: row.found ?? row.format,
          kinds: labelKinds[dataset.labelType],
          from: point,
          annotator: row.annotator,
        }
        let storedClasses = row.findings.classes.length
        for await (const part of decoder.decode(source, order, signal)) {
          signal.throwIfAborted()
          // After a restart the classes are reported again from the first.
          const passed = Math.min(storedClasses, part.classes.length)
          storedClasses -= passed
          point = await database.transaction(async () => {
            const next = await keepPart(needs, importId, { ...part, classes: part.classes.slice(passed) }, point)
            await saveProgress({ done: next.images, unit: 'images', resumePoint: next })
            return next
          })
        }
        const matching = { importId, datasetId: row.datasetId, signal }
        await matchByContent(needs, source, matching)
        await images.joinFiles(importId)
        await matchByName(needs, matching)
        const missing = await images.missing(importId, maxReported)
        const counts = await images.counts(importId)
        const bySplit = await images.bySplit(importId)
        const joined = await images.joined(importId)
        const renamed = await images.otherEndings(importId)
        const doubts = row.dryRun ? await doubtsOf(needs, importId, signal) : undefined
        return async () => {
          const read = await store.find(importId)
          if (read?.status !== 'reading') return
          await reportImages(store, read, { missing, missingCount: counts.missing, joined, renamed })
          if (doubts !== undefined) await reportProblems(store, read, doubts.problems, doubts.count)
          const splits = { ...read.findings.splits }
          for (const { split, images: of } of bySplit) if (split !== null) splits[split] = of
          const { matched, labeled } = counts
          const addable = read.spaceId === null ? 0 : counts.addable
          const left = { addable, missing: counts.missing + counts.addable - addable }
          const count = matched + counts.addable + counts.missing
          const findings = { ...read.findings, images: count, matched, labeled, ...left, splits }
          await store.update(importId, { findings })
          if (findings.annotations > 0 && counts.matchedShapes === 0 && addable === 0) {
            await needs.finish(importId, 'failed', noImageMatches)
            return
          }
          if (read.dryRun) await store.step(importId, 'ready')
          else
            await needs.begin({ ...read, findings }).catch((problem: unknown) => endRefused(needs, importId, problem))
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

interface ImagesToReport {
  readonly missing: Awaited<ReturnType<ImportImageStore['missing']>>
  readonly missingCount: number
  readonly joined: Awaited<ReturnType<ImportImageStore['joined']>>
  readonly renamed: Awaited<ReturnType<ImportImageStore['otherEndings']>>
}

async function reportImages(
  store: ImportStore,
  row: StoredImport,
  { missing, missingCount, joined, renamed }: ImagesToReport,
): Promise<void> {
  const problems = missing.map((one) =>
    agrees(one)
      ? { file: one.path, line: null, reason: nowhere }
      : { file: one.sidecar ?? '', line: null, reason: ownNameNowhere(one.path) },
  )
  await reportProblems(store, row, problems, missingCount)
  const { path: file, count, inSplits } = joined
  if (count > 0) await reportProblems(store, row, [{ file, line: null, reason: joinedImages(count) }])
  if (renamed.count > 0)
    await reportProblems(store, row, [{ file: renamed.path ?? '', line: null, reason: otherEndings(renamed.count) }])
  if (inSplits > 0) await reportProblems(store, row, [{ file, line: null, reason: inTwoSplits(inSplits) }])
}

/** Inside a transaction. */
async function keepPart(
  { store, items, images }: Pick<ReadNeeds, 'store' | 'items' | 'images'>,
  importId: string,
  part: DecodedPart,
  point: ReadPoint,
): Promise<ReadPoint> {
  const row = await store.find(importId)
  if (row?.status !== 'reading') return point
  if (row.findings.classes.length + part.classes.length > maxClasses) throw new Unreadable(manyClasses)
  const sortKeys = part.images.map((image) => (agrees(image) ? sortKeyOf(image.path) : ''))
  const itemsByKey = await items.atSortKeys(row.datasetId, sortKeys)
  const files = await images.filesOfItems(
    importId,
    [...itemsByKey.values()].map(({ id }) => id),
  )
  const rows = part.images.map(({ classes: _classes, ...image }, index) => {
    const number = point.images + index + 1
    // A sidecar that states another name is matched once all names are known.
    if (!agrees(image)) return { ...image, file: null, importId, number, stem: firstStem(image), itemId: null }
    const item = itemsByKey.get(sortKeys[index] ?? '')
    const other = item && files.get(item.id)
    const isOfOther = image.file !== null && typeof other === 'string' && other !== image.file
    if (item !== undefined && !isOfOther) files.set(item.id, image.file ?? other ?? null)
    return { ...image, importId, number, stem: firstStem(image), itemId: isOfOther ? null : (item?.id ?? null) }
  })
  await images.add(rows)
  await reportProblems(store, row, part.problems)
  await store.update(importId, { found: part.format, findings: withPart(row.findings, part) })
  return { images: point.images + part.images.length, problems: point.problems + part.problems.length }
}

/** Nothing was written yet. */
function endRefused(needs: Pick<ReadNeeds, 'finish'>, importId: string, problem: unknown): Promise<void> {
  if (!(problem instanceof Failure && problem.reason === 'dataset.too-many-labels')) throw problem
  return needs.finish(importId, 'failed', problem.text)
}

function withPart(findings: ImportFindings, part: DecodedPart): ImportFindings {
  const classes: ImportedClass[] = [
    ...findings.classes,
    ...part.classes.map(({ name, colour }) => ({
      name,
      colour: colour !== undefined && /^#[0-9a-f]{6}$/.test(colour) ? colour : null,
      images: 0,
      annotations: 0,
      attributes: [],
      target: null,
    })),
  ]
  for (const image of part.images) {
    for (const [index, count] of image.classes) {
      const existing = classes[index]
      if (existing !== undefined) {
        classes[index] = { ...existing, images: existing.images + 1, annotations: existing.annotations + count }
      }
    }
  }
  for (const { classIndex, ...one } of part.described) {
    const existing = classes[classIndex]
    if (existing !== undefined)
      classes[classIndex] = { ...existing, attributes: withDescribed(existing.attributes, one) }
  }
  const annotators = withNames(findings.annotators, part.annotators)
  const annotations = part.images.reduce((sum, { shapeCount }) => sum + shapeCount, 0)
  return {
    ...findings,
    images: findings.images + part.images.length,
    annotations: findings.annotations + annotations,
    classes,
    annotators,
  }
}

function withNames(counted: ImportFindings['annotators'], names: readonly string[]): ImportFindings['annotators'] {
  const counts = new Map(counted.map(({ name, images }) => [name, images]))
  for (const name of names)
    if (counts.has(name) || counts.size < maxAnnotators) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, images]) => ({ name, images }))
}
