import { join } from 'node:path'
import { generationConfig } from '@vermilion/contract/generations/config'
import { itemOfEachImage, planImage } from '@vermilion/contract/generations/plan'
import { createReplyStore } from '../../../server/src/areas/data-evaluation/replies/reply-store.ts'
import { createResultStore } from '../../../server/src/areas/data-evaluation/results/result-store.ts'
import { createRecordScores } from '../../../server/src/areas/data-evaluation/running/record-scores.ts'
import { createEvaluationStore } from '../../../server/src/areas/data-evaluation/store.ts'
import { createFileStore } from '../../../server/src/areas/files/store.ts'
import type { FileRow } from '../../../server/src/areas/files/store.ts'
import { createImageStore } from '../../../server/src/areas/generation/images/image-store.ts'
import { lineageRows } from '../../../server/src/areas/generation/lineage/lineage.ts'
import { createGenerationStore } from '../../../server/src/areas/generation/store.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import { writeJson } from '../../../server/src/platform/database/columns.ts'
import { createDatabase } from '../../../server/src/platform/database/database.ts'
import type { Database } from '../../../server/src/platform/database/database.ts'
import { openSqlite } from '../../../server/src/platform/database/sqlite.ts'
import { newId } from '../../../server/src/platform/ids.ts'
import { randomOf } from '../../spaces/ground/seed.ts'

const atOnce = 1_000
export const models = ['chat:strict', 'chat:kind', 'image-statistics'] as const
const user = 'admin'
const time = '2026-07-01T00:00:00.000Z'

export interface Seeded {
  readonly evaluationId: string
  /** Largest first. */
  readonly generationIds: readonly string[]
}

type SeededFile = Pick<FileRow, 'number' | 'id' | 'checksum'>

/**
 * Adds scores of three models and joint scores to a space's files, and generations to half of them, with the server's own code in
 * an unused data folder.
 */
export async function seedScores(data: string, spaceId: string): Promise<Seeded> {
  const database = createDatabase(openSqlite(join(data, 'vermilion.db')))
  try {
    const rows = database.query<{ files: FileRow }>().selectFrom('files').select(['number', 'id', 'checksum'])
    const files = await rows.where('spaceId', '=', spaceId).orderBy('number').execute()
    // The first half of the space, of which a fifth belongs to the largest generation.
    const half = Math.floor(files.length / 2)
    const sizes = [Math.floor(half * 0.6), ...Array.from({ length: 20 }, () => Math.floor(half * 0.02))]
    const generationIds: string[] = []
    let from = 0
    for (const size of sizes) {
      generationIds.push(await addGeneration(database, spaceId, files.slice(from, from + size)))
      from += size
    }
    return { generationIds, evaluationId: await addEvaluation(database, spaceId, files) }
  } finally {
    await database.close()
  }
}

async function addGeneration(database: Database, spaceId: string, files: readonly SeededFile[]): Promise<string> {
  const images = createImageStore(database)
  const id = newId()
  const items = ['kitchen', 'hall', 'yard', 'cellar'].flatMap((scene) =>
    ['wood', 'tiles', 'concrete'].map((floor) => ({ scene, floor, words: `a ${scene} with ${floor} in the morning` })),
  )
  const config = generationConfig.parse({ name: id, width: 512, height: 512, count: files.length, seed: 7, items })
  const itemOf = itemOfEachImage(config)
  await database.transaction(async () => {
    await createGenerationStore(database).add({
      id,
      spaceId,
      name: id,
      config: writeJson(config),
      workflowName: 'Procedural renderer',
      workflowVersion: null,
      status: 'success',
      error: null,
      made: files.length,
      kept: files.length,
      aside: 0,
      failed: 0,
      folder: '',
      startedBy: user,
      jobId: newId(),
      createdAt: time,
      startedAt: time,
      endedAt: time,
      deletedAt: null,
    })
    await images.addLineages(lineageRows({ id, workflowName: 'Procedural renderer' }, config))
  })
  for (let at = 0; at < files.length; at += atOnce) {
    await database.transaction(async () => {
      for (const [index, { id: fileId, checksum }] of files.slice(at, at + atOnce).entries()) {
        const number = at + index
        const { itemIndex, seed } = planImage(config, itemOf[number]!, number, 0)
        await images.add({
          id: newId(),
          generationId: id,
          number,
          attempt: 0,
          itemIndex,
          status: 'kept',
          fileId,
          checksum,
          score: null,
          workflowHash: null,
          models: null,
          workflowValues: null,
          error: null,
          truth: null,
          createdAt: time,
          seed,
        })
      }
    })
  }
  return id
}

async function addEvaluation(database: Database, spaceId: string, files: readonly SeededFile[]): Promise<string> {
  const [store, results, replies] = [
    createEvaluationStore(database),
    createResultStore(database),
    createReplyStore(database),
  ]
  const fileStore = createFileStore(database)
  const record = createRecordScores({
    clock: systemClock,
    files: { setScores: async (scores) => void (await fileStore.setScores(scores)) },
    store,
    results,
  })
  const id = newId()
  const row = {
    id,
    spaceId,
    name: 'bench',
    selection: writeJson({ fileIds: [], folders: [], except: [] }),
    models: writeJson(models.map((model) => ({ id: model, name: model, weight: 1 }))),
    standard: null,
    joint: 'mean' as const,
    status: 'success' as const,
    error: null,
    images: files.length,
    done: 0,
    scored: 0,
    failed: 0,
    reused: 0,
    calls: 0,
    promptTokens: 0,
    completionTokens: 0,
    startedBy: user,
    jobId: newId(),
    createdAt: time,
    startedAt: time,
    endedAt: time,
    deletedAt: null,
  }
  await database.transaction(() => store.add(row))
  const random = randomOf(5)
  const nothing = { calls: 0, promptTokens: 0, completionTokens: 0 }
  for (let at = 0; at < files.length; at += atOnce) {
    const some = files.slice(at, at + atOnce)
    await database.transaction(async () => {
      const empty = { evaluationId: id, score: -1, disagreement: -1, done: 0 as const, hash: null }
      await results.addImages(some.map(({ id: fileId }, index) => ({ ...empty, number: at + index + 1, fileId })))
      const outcomes = some.flatMap(({ id: fileId, checksum }) =>
        models.map((model) => {
          // Services give integers with a reason per criterion; statistics keep all digits.
          const score = model === 'image-statistics' ? random(1_000_000) / 10_000 : random(101)
          const criteria = ['geometry', 'light', 'texture'].map((key) => ({ key, score, reason: `because of ${key}` }))
          return { fileId, model, checksum, result: { score, criteria, hash: null, isReused: false }, cost: nothing }
        }),
      )
      await replies.save(
        outcomes.map(({ model, checksum, result: { criteria } }) => ({
          checksum: checksum!,
          model,
          basis: 'bench',
          prompt: '',
          criteria: writeJson(criteria),
          hash: null,
          promptTokens: 0,
          completionTokens: 0,
          createdAt: time,
          usedAt: time,
        })),
      )
      await record(row, outcomes)
    })
  }
  return id
}
