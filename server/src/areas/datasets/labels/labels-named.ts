import { maxLabels } from '@vermilion/contract/labels/dataset-labels'
import { fail } from '@vermilion/contract/kernel/errors'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import { newLabels } from './labels.ts'

export type LabelsNamed = ReturnType<typeof createLabelsNamed>

export function createLabelsNamed(store: Pick<DatasetStore, 'labelRows' | 'insertLabels'>) {
  /** Returns ids by name. Inside a transaction. Fails with `dataset.labels-changing` or `dataset.too-many-labels`. */
  return async (datasetId: string, names: ReadonlySet<string>): Promise<Map<string, string>> => {
    const rows = await store.labelRows(datasetId)
    const existing = new Map(rows.map((row) => [row.name, row]))
    if ([...names].some((name) => (existing.get(name)?.leavesTo ?? null) !== null))
      throw fail('dataset.labels-changing')
    const missing = [...names].filter((name) => !existing.has(name))
    const count = rows.length + missing.length
    if (missing.length > 0 && count > maxLabels) throw fail('dataset.too-many-labels', { count, most: maxLabels })
    const first = Math.max(-1, ...rows.map(({ index }) => index)) + 1
    const added = newLabels(
      missing.map((name) => ({ name })),
      first,
    )
    await store.insertLabels(datasetId, added)
    return new Map([...rows, ...added].map(({ name, id }) => [name, id]))
  }
}
