import { f1 } from '@vermilion/contract/detection/ranking'
import type { Figures } from '@vermilion/contract/evaluations'
import type { Migration } from '../src/platform/database/migrate.ts'

interface Curves {
  precision: number[]
  recall: number[]
}
interface Content {
  labelType: string
  confidence: number
  figures: Figures
  classes: { labelIndex: number; instances: number; figures: Figures }[]
}
interface Tables {
  evaluations: { taskId: string; content: string | null; curves: string | null }
  models: { id: string; labelType: string; metrics: string }
  learningRounds: { id: string; metrics: string }
}

/**
 * What the training did with each image that a model is judged on. Figures mean what they are called: precision and recall are
 * at the score from which mistakes are counted, no longer at that of the best F1; mIoU is that of the labels, and the one with
 * the background is beside it.
 */
export const up: Migration['up'] = async (schema, database) => {
  await schema
    .alterTable('evaluatedImages')
    .addColumn('part', 'text', (column) => column.notNull().defaultTo('unknown'))
    .execute()
  const query = database.query<Tables>()
  const evaluations = await query.selectFrom('evaluations').select('taskId').where('content', 'is not', null).execute()
  // One at a time: curves of thousands of evaluations would not fit into memory.
  for (const { taskId } of evaluations) {
    const row = query.selectFrom('evaluations').select(['content', 'curves']).where('taskId', '=', taskId)
    const { content, curves } = (await row.executeTakeFirst()) ?? { content: null, curves: null }
    if (content === null) continue
    const corrected = correctedContent(JSON.parse(content) as Content, JSON.parse(curves ?? '{}') as object)
    if (corrected === undefined) continue
    await query
      .updateTable('evaluations')
      .set({ content: JSON.stringify(corrected) })
      .where('taskId', '=', taskId)
      .execute()
  }
  const segmenters = query
    .selectFrom('models')
    .select(['id', 'metrics'])
    .where('labelType', '=', 'semantic-segmentation')
  for (const { id, metrics } of await segmenters.execute()) {
    await query
      .updateTable('models')
      .set({ metrics: withBackground(metrics) })
      .where('id', '=', id)
      .execute()
  }
  const rounds = query.selectFrom('learningRounds').select(['id', 'metrics']).where('metrics', 'like', '%"mIoU"%')
  for (const { id, metrics } of await rounds.execute()) {
    await query
      .updateTable('learningRounds')
      .set({ metrics: withBackground(metrics) })
      .where('id', '=', id)
      .execute()
  }
}

/** What a training measured of a segmenter counted the background as a label. */
function withBackground(metrics: string): string {
  const { mIoU = null, ...rest } = JSON.parse(metrics) as Figures
  return JSON.stringify({ ...rest, mIoU: null, mIoUWithBackground: mIoU })
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

function correctedContent(content: Content, kept: { curves?: (Curves & { labelIndex: number })[] }) {
  if (content.labelType === 'target-detection') return withAccuracy(content, kept.curves ?? [])
  if (content.labelType !== 'semantic-segmentation') return undefined
  const overlaps = content.classes.flatMap(({ figures }) => figures.mIoU ?? [])
  const { mIoU = null, ...figures } = content.figures
  return { ...content, figures: { ...figures, mIoU: mean(overlaps), mIoUWithBackground: mIoU } }
}

/** From the curves, which are kept of the labels that occur most; of the others it is not known until it is judged anew. */
function withAccuracy(content: Content, curves: readonly (Curves & { labelIndex: number })[]): Content {
  const step = Math.min(100, Math.max(0, Math.round(content.confidence * 100)))
  const names = ['precision', 'recall', 'f1'] as const
  const classes = content.classes.map((one) => {
    const curve = curves.find(({ labelIndex }) => labelIndex === one.labelIndex)
    const recall = curve?.recall[step] ?? null
    const precision = recall === 0 ? 0 : (curve?.precision[step] ?? null)
    const both = precision === null || recall === null ? null : f1(precision, recall)
    return { ...one, figures: { ...one.figures, precision, recall, f1: both } }
  })
  const present = classes.filter(({ instances }) => instances > 0)
  const isComplete = present.every(({ figures }) => typeof figures.recall === 'number')
  const overall = names.map((name) => [
    name,
    isComplete ? mean(present.flatMap(({ figures }) => figures[name] ?? [])) : null,
  ])
  return { ...content, classes, figures: { ...content.figures, ...(Object.fromEntries(overall) as Figures) } }
}
