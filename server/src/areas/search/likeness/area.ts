import { join } from 'node:path'
import type { Datasets } from '#areas/datasets'
import type { Platform } from '#platform/platform'
import type { Engines } from '../embedding/engines.ts'
import type { createIndexState } from '../indexing/index-state.ts'
import { createComparisonFiles } from './comparison-file.ts'
import { createLikeness } from './likeness.ts'
import { registerComparing } from './likeness.job.ts'
import { createLikenessStore } from './likeness-store.ts'

type Needs = Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'jobs' | 'paths'> & {
  readonly datasets: Datasets
  readonly engines: Pick<Engines, 'current' | 'isOutdated'>
  readonly index: Pick<ReturnType<typeof createIndexState>, 'build'>
  isIndexing(): Promise<boolean>
}

/** Datasets are compared again whenever they or the index change. */
export function createLikenessArea(needs: Needs) {
  const { database, clock, events, jobs, paths, datasets, engines, index, isIndexing } = needs
  const store = createLikenessStore(database, () => engines.current().embedder.id)
  const files = createComparisonFiles(join(paths.cache, 'likeness'))
  const comparing = registerComparing({
    database,
    clock,
    jobs,
    datasets,
    engines,
    store,
    files,
    changed: (datasetId) => events.publish({ type: 'likeness-changed', datasetId }),
  })
  const visited = new Map<string, number>()

  async function keepInStep(isWhole: boolean): Promise<void> {
    for (const row of await store.all()) {
      const stamp = await store.stampOf(row.datasetId)
      if (!isWhole && visited.get(row.datasetId) === stamp) continue
      visited.set(row.datasetId, stamp)
      const isKept = row.file === null || (await files.has(row.file))
      const isCurrent = row.comparedAt !== null && isKept
      if (!isCurrent || row.signature !== (await store.signatureOf(row.datasetId)))
        await comparing.enqueue(row.datasetId)
    }
  }

  return {
    likeness: createLikeness({ database, datasets, store, files, comparing, index, isIndexing }),
    indexed: () => keepInStep(true),
    checkDatasets: async () => {
      if (!(await isIndexing())) await keepInStep(false)
    },
  }
}
