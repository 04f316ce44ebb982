import type { ImportProblem } from '@vermilion/contract/datasets/imports'
import type { DecodedProblem } from './decoding/decode-messages.ts'
import { mostTold, type ImportStore, type StoredImport } from './import-store.ts'

const longestPath = 1_000

/** The name of a file as far as it is kept. */
export const cutFile = (file: string) => file.slice(0, longestPath)

/** Adds problems to those of an import, as `count` where not all are given. Inside a transaction. */
export async function tellProblems(
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
  await store.tellProblems(
    id,
    numbered.filter(({ number }) => number <= mostTold),
  )
  await store.update(id, { problemCount: existing + count })
}
