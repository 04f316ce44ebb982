import type { ImportProblem } from '@vermilion/contract/datasets/imports'
import type { DecodedProblem } from './decoding/decode-messages.ts'
import { maxReported, type ImportStore, type StoredImport } from './import-store.ts'

const maxPathLength = 1_000

export const cutFile = (file: string) => file.slice(0, maxPathLength)

/** Adds problems to an import, counted as `count` when only some are given. Inside a transaction. */
export async function reportProblems(
  store: ImportStore,
  { id }: Pick<StoredImport, 'id'>,
  problems: readonly DecodedProblem[],
  count = problems.length,
): Promise<void> {
  if (count === 0) return
  const existing = (await store.find(id))?.problemCount ?? 0
  const numbered = problems.map((problem, index): ImportProblem => ({
    ...problem,
    file: cutFile(problem.file),
    number: existing + index + 1,
  }))
  await store.reportProblems(
    id,
    numbered.filter(({ number }) => number <= maxReported),
  )
  await store.update(id, { problemCount: existing + count })
}
