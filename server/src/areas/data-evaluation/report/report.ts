import { scoreEdges, type DataEvaluationReport, type Distribution } from '@vermilion/contract/data-evaluations/report'
import { fail } from '@vermilion/contract/kernel/errors'
import { readJson } from '#platform/database/columns'
import { intervalAlpha } from './alpha.ts'
import { nearDuplicates } from './near-duplicates.ts'
import type { ReportStore } from './report-store.ts'
import type { EvaluationRow } from '../store.ts'

const maxDisputed = 50
const maxLowest = 12
const maxGroups = 50
const maxPerGroup = 20
const maxProblems = 5

interface Moments {
  readonly images: number
  readonly mean: number
  readonly meanSquare: number
}

interface RangeCount {
  readonly range: number
  readonly images: number
}

export async function reportOf(store: ReportStore, row: EvaluationRow): Promise<DataEvaluationReport> {
  const joint = await store.joint(row.id)
  if (joint.images === 0) throw fail('data-evaluation.no-scores')
  const jointRanges = await store.jointRanges(row.id)
  return {
    joint: distributionOf(joint, jointRanges),
    models: await reportModels(store, row),
    alpha: intervalAlpha(await store.pairSums(row.id)),
    lowest: await store.lowest(row.id, maxLowest),
    disputed: await store.disputed(row.id, maxDisputed),
    nearDuplicates: await reportDuplicates(store, row.id),
  }
}

async function reportModels(store: ReportStore, row: EvaluationRow): Promise<DataEvaluationReport['models']> {
  const [moments, ranges, biases, errors, criteria] = await Promise.all([
    store.models(row.id),
    store.modelRanges(row.id),
    store.biases(row.id),
    store.errors(row.id),
    store.criteria(row.id),
  ])
  return readJson(row.models).map(({ id, name }) => {
    const scores = moments.find(({ model }) => model === id)
    const problems = errors.filter(({ model }) => model === id)
    return {
      model: id,
      name,
      scores:
        scores === undefined
          ? null
          : distributionOf(
              scores,
              ranges.filter(({ model }) => model === id),
            ),
      failed: problems.reduce((sum, { images }) => sum + images, 0),
      bias: biases.find(({ model }) => model === id)?.bias ?? null,
      criteria: criteria
        .filter(({ model }) => model === id)
        .map(({ key, mean }) => ({ key, mean: Math.min(100, mean) })),
      problems: problems.slice(0, maxProblems).map(({ error, images }) => ({ error: readJson(error), images })),
    }
  })
}

function distributionOf({ images, mean, meanSquare }: Moments, ranges: readonly RangeCount[]): Distribution {
  return {
    images,
    mean: Math.min(100, mean),
    standardDeviation: Math.sqrt(Math.max(0, meanSquare - mean * mean)),
    ranges: scoreEdges.map((_, index) => ranges.find(({ range }) => range === index)?.images ?? 0),
  }
}

async function reportDuplicates(store: ReportStore, id: string): Promise<DataEvaluationReport['nearDuplicates']> {
  const hashes = await store.hashes(id)
  if (hashes.length === 0) return null
  const groups = await nearDuplicates(hashes.map(({ hash }) => hash))
  const largest = groups.slice(0, maxGroups).map((group) => ({
    images: group.length,
    fileIds: group.slice(0, maxPerGroup).map((index) => hashes[index]!.fileId),
  }))
  const fileIds = largest.flatMap((group) => group.fileIds)
  const rows = fileIds.length === 0 ? [] : await store.pathsOf(fileIds)
  const paths = new Map(rows.map((file) => [file.id, file.path]))
  return {
    groups: groups.length,
    images: groups.reduce((sum, group) => sum + group.length, 0),
    largest: largest.map(({ images, fileIds: ids }) => ({
      images,
      files: ids.map((fileId) => ({ fileId, path: paths.get(fileId) ?? null })),
    })),
  }
}
