import type { FileSelection, SpaceFile } from '@vermilion/contract/files'
import { selectedFiles } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { Database } from '#platform/database/database'
import { noNumber, type ResultStore } from '../results/result-store.ts'
import type { EvaluationRow, EvaluationStore } from '../store.ts'
import { readJson } from '#platform/database/columns'

export async function* imagesOf(files: Files, spaceId: string, selection: FileSelection): AsyncGenerator<SpaceFile[]> {
  for await (const batch of selectedFiles(files, spaceId, selection, 'image')) {
    const images = batch.filter(({ kind, broken }) => kind === 'image' && !broken)
    if (images.length > 0) yield images
  }
}

interface Needs {
  readonly database: Database
  readonly files: Files
  readonly store: Pick<EvaluationStore, 'update'>
  readonly results: ResultStore
}

/** A repeat after a crash skips existing rows. */
export async function listImages(
  { database, files, store, results }: Needs,
  { id: evaluationId, spaceId, selection }: EvaluationRow,
  signal: AbortSignal,
): Promise<number> {
  let last = await results.lastNumber(evaluationId)
  for await (const images of imagesOf(files, spaceId, readJson(selection))) {
    signal.throwIfAborted()
    const nothing = { score: noNumber, disagreement: noNumber, done: 0 as const, hash: null }
    const rows = images.map(({ id: fileId }, index) => ({
      ...nothing,
      evaluationId,
      number: last + index + 1,
      fileId,
    }))
    last += rows.length
    await results.addImages(rows)
  }
  const count = await results.countImages(evaluationId)
  await database.transaction(() => store.update(evaluationId, { images: count }))
  return count
}
