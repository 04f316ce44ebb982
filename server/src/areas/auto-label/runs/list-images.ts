import type { AutoLabelScope } from '@vermilion/contract/auto-label'
import { itemFilter, itemStatuses, labeledStatuses, type ItemSelection } from '@vermilion/contract/datasets/items'
import type { Datasets } from '#areas/datasets'
import type { Database } from '#platform/database/database'
import { readJson } from '#platform/database/columns'
import type { RunImageStore } from './image-store.ts'
import type { RunRow, RunStore } from './run-store.ts'

export function selectionOf(scope: AutoLabelScope): ItemSelection {
  const filter = scope.kind === 'filter' ? scope.filter : itemFilter.parse({})
  const status =
    scope.kind === 'unlabelled' ? itemStatuses.filter((one) => !labeledStatuses.includes(one)) : filter.status
  return { filter: { ...filter, ...(status === undefined ? {} : { status }), available: true }, except: [] }
}

interface Needs {
  readonly database: Database
  readonly datasets: Pick<Datasets, 'selectedItems'>
  readonly runs: RunStore
  readonly images: RunImageStore
}

/** A repeat after a crash starts over, since no image was processed yet. */
export async function listImages(needs: Needs, run: RunRow, signal: AbortSignal): Promise<number> {
  const { database, datasets, runs, images } = needs
  await images.forgetAll(run.id)
  let number = 0
  for await (const batch of datasets.selectedItems(run.datasetId, selectionOf(readJson(run.scope)))) {
    signal.throwIfAborted()
    const rows = batch.map(({ id: itemId, path }) => ({
      runId: run.id,
      number: ++number,
      itemId,
      path,
      state: 'waiting' as const,
      put: null,
      previous: null,
      withdrawn: null,
      uncertainty: 0,
      usefulness: 0,
      error: null,
    }))
    await database.transaction(() => images.add(rows))
  }
  await database.transaction(() => runs.update(run.id, { images: number }))
  return number
}
