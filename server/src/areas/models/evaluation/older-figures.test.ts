import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#platform/clock'
import { createDatabase } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { openSqlite } from '#platform/database/sqlite'
import { migrations } from '../../../../migrations/index.ts'

type Row = Record<string, string | number | null>

const steps = Array.from({ length: 101 }, (_, step) => step / 100)
const detection = {
  labelType: 'target-detection',
  confidence: 0.5,
  bestConfidence: 0.8,
  figures: { mAP50: 0.9, precision: 0.99, recall: 0.4, f1: 0.57 },
  classes: [
    { labelIndex: 0, instances: 4, figures: { mAP50: 0.9, precision: 0.99, recall: 0.4 } },
    { labelIndex: 1, instances: 0, figures: { mAP50: null, precision: null, recall: null } },
  ],
}
const segmentation = {
  labelType: 'semantic-segmentation',
  confidence: 0,
  figures: { mIoU: 0.7, pixelAccuracy: 0.9 },
  classes: [
    { labelIndex: 0, instances: 1, figures: { mIoU: 0.6 } },
    { labelIndex: 1, instances: 1, figures: { mIoU: 0.5 } },
    { labelIndex: 2, instances: 0, figures: { mIoU: null } },
  ],
}
const about = { tags: '[]', notes: '', stage: 'draft', size: 1, framework: 'test', checksum: 'c', inputSize: 8 }
const origin = { datasetId: null, datasetName: '', datasetFormat: 'coco', datasetType: 'image', taskId: null }
const segmenter = { ...about, ...origin, id: 's', name: 's', version: 1, taskName: '', createdAt: '2026-01-01' }

test('R2.23 figures of an older data folder come to mean what they are called', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-older-'))
  const database = createDatabase(openSqlite(join(folder, 'vermilion.db')))
  const run = (some: typeof migrations) =>
    migrate({ database, migrations: some, clock: systemClock, backup: async () => {} })
  await run(Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0104')))
  const query = database.query<{ evaluations: Row; models: Row }>()
  const curve = { precision: steps.map((step) => 0.5 + step / 2), recall: steps.map((step) => 1 - step) }
  const evaluated = (taskId: string, content: object) => {
    const curves = JSON.stringify({ curves: [{ labelIndex: 0, ...curve }], overall: curve })
    const row = { taskId, status: 'success', error: null, round: 1, cells: null, evaluatedAt: '2026-01-01' }
    return query
      .insertInto('evaluations')
      .values({ ...row, content: JSON.stringify(content), curves })
      .execute()
  }
  await evaluated('boxes', detection)
  await evaluated('areas', segmentation)
  const metrics = JSON.stringify({ mIoU: 0.8, pixelAccuracy: 0.9 })
  const kind = { type: 'cloud-inference-model', labelType: 'semantic-segmentation', labels: '["a"]' }
  await query
    .insertInto('models')
    .values({ ...segmenter, ...kind, metrics })
    .execute()

  await run(migrations)
  const rows = await query.selectFrom('evaluations').select(['taskId', 'content']).execute()
  const of = (taskId: string) =>
    JSON.parse(String(rows.find((row) => row['taskId'] === taskId)?.['content'])) as typeof detection
  expect(of('boxes').figures).toEqual({ mAP50: 0.9, precision: 0.75, recall: 0.5, f1: 0.6 })
  expect(of('boxes').classes[0]?.figures).toEqual({ mAP50: 0.9, precision: 0.75, recall: 0.5, f1: 0.6 })
  expect(of('areas').figures).toEqual({ mIoU: 0.55, mIoUWithBackground: 0.7, pixelAccuracy: 0.9 })
  const [model] = await query.selectFrom('models').select('metrics').execute()
  expect(JSON.parse(String(model?.['metrics']))).toEqual({ mIoU: null, mIoUWithBackground: 0.8, pixelAccuracy: 0.9 })
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
