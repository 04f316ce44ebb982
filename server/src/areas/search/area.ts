import { join } from 'node:path'
import type { Assist } from '#areas/assist-models'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { Platform } from '#platform/platform'
import { createPace } from '#platform/events/pace'
import { createDifferenceStore } from './difference-store.ts'
import { createEngines } from './engines.ts'
import { createIndexState } from './index-state.ts'
import { registerIndexing } from './index.job.ts'
import { createLikenessArea } from './likeness/area.ts'
import { createQueryVectors } from './query-vector.ts'
import { createResultStore } from './result-store.ts'
import { createSearchPictures } from './search-pictures.ts'
import { createSearch } from './search.ts'
import { createStarterEmbedder } from './starter-embedder.ts'
import { createSearchStore } from './store.ts'
import { createVisibleResults } from './visible-results.ts'

/** In milliseconds. */
const lookEvery = 2_000
const announceEvery = 500
/** Milliseconds that a failed index is left alone. */
const restAfterFailure = 60_000
/** Milliseconds between two checks for changed images of compared datasets. */
const likenessLooks = 10_000

type Needs = Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'jobs' | 'blobs' | 'paths'> & {
  readonly files: Files
  readonly datasets: Datasets
  readonly assist: Pick<Assist, 'embedder' | 'onChange'>
  /** Milliseconds, for tests. */
  readonly indexLookEvery?: number | undefined
  readonly likenessLookEvery?: number | undefined
}

export type ImageSearch = ReturnType<typeof createImageSearch>

export function createImageSearch(needs: Needs) {
  const { database, clock, events, lifecycle, jobs, blobs, paths, files, datasets, assist } = needs
  const { indexLookEvery = lookEvery, likenessLookEvery = likenessLooks } = needs
  const starter = createStarterEmbedder()
  lifecycle.onStop(starter.close)
  const engines = createEngines({ starter, assist, folder: join(paths.cache, 'vectors') })
  lifecycle.onStop(engines.close)
  const embedderId = () => engines.current().embedder.id
  const store = createSearchStore(database, embedderId)
  const results = createResultStore(database, embedderId)
  const announcements = createPace(announceEvery, () => events.publish({ type: 'search-index-changed' }))
  lifecycle.onStop(announcements.stop)
  let state = 0
  const changed = () => {
    state += 1
    announcements.announce('index')
  }
  const indexing = registerIndexing({
    database,
    clock,
    jobs,
    files,
    engines,
    store,
    differences: createDifferenceStore(database),
    changed,
    inStep: () => likenessArea.indexed(),
  })
  const indexState = createIndexState({ database, clock, engines, store, results, indexing, changed })
  const likenessArea = createLikenessArea({
    database,
    clock,
    events,
    lifecycle,
    jobs,
    paths,
    datasets,
    engines,
    index: indexState,
    isIndexing: indexing.isBuilding,
  })

  let lastTry = 0
  async function keepInStep(): Promise<void> {
    if (clock.now() < lastTry + restAfterFailure && (await indexing.hasFailed())) return
    lastTry = clock.now()
    if (await engines.isOutdated()) await followEmbedder()
    else if ((await store.outOfStep()).length > 0) await indexing.enqueue(null)
  }
  async function followEmbedder(): Promise<void> {
    if ((await store.kept()).length > 0) await indexing.enqueue(null)
    else await engines.renew()
    changed()
  }
  assist.onChange(() => void followEmbedder().catch(() => undefined))
  lifecycle.onStart(async () => {
    await engines.renew()
    // Only the job notices vectors lost while the server was down.
    if ((await store.kept()).length > 0) await indexing.enqueue(null)
    const timer = setInterval(() => void keepInStep().catch(() => undefined), indexLookEvery)
    timer.unref()
    const likenessTimer = setInterval(() => void likenessArea.look().catch(() => undefined), likenessLookEvery)
    likenessTimer.unref()
    lifecycle.onStop(() => {
      clearInterval(timer)
      clearInterval(likenessTimer)
    })
  })

  return {
    search: createSearch({
      engines,
      results,
      show: createVisibleResults(database),
      vectors: createQueryVectors({ files, store }),
      state: () => state,
    }),
    pictures: createSearchPictures(files, blobs),
    index: indexState,
    likeness: likenessArea.likeness,
  }
}
