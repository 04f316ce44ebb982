import { join } from 'node:path'
import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Assist } from '#areas/assist-models'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import { createPace } from '#platform/events/pace'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createDifferenceStore } from './indexing/difference-store.ts'
import { createEngines } from './embedding/engines.ts'
import { createIndexState } from './indexing/index-state.ts'
import { registerIndexing } from './indexing/index.job.ts'
import { createLikenessArea } from './likeness/area.ts'
import { createQueryVectors } from './queries/query-vector.ts'
import { createResultStore } from './queries/result-store.ts'
import { createSearchPictures } from './queries/search-pictures.ts'
import { createImageSearch } from './queries/search.ts'
import { imageSearchRoutes } from './routes.ts'
import { createStarterEmbedder } from './embedding/starter-embedder.ts'
import { createSearchStore } from './store.ts'
import { createVisibleResults } from './queries/visible-results.ts'

/** In milliseconds. */
const defaultIndexCheckMs = 2_000
const announceEvery = 500
/** Milliseconds that a failed index is left alone. */
const restAfterFailure = 60_000
/** Milliseconds between two checks for changed images of compared datasets. */
const defaultLikenessCheckMs = 10_000

type Needs = Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'jobs' | 'blobs' | 'paths'> & {
  readonly files: Files
  readonly datasets: Datasets
  readonly assist: Pick<Assist, 'embedder' | 'onChange'>
  /** Milliseconds, for tests. */
  readonly indexCheckMs?: number | undefined
  readonly likenessCheckMs?: number | undefined
}

export function createSearch(needs: Needs) {
  const { database, clock, events, lifecycle, jobs, blobs, paths, files, datasets, assist } = needs
  const { indexCheckMs = defaultIndexCheckMs, likenessCheckMs = defaultLikenessCheckMs } = needs
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
  const inStep = () => likenessArea.indexed()
  const differences = createDifferenceStore(database)
  const indexing = registerIndexing({ database, clock, jobs, files, engines, store, differences, changed, inStep })
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
    const timers = [
      setInterval(() => void keepInStep().catch(() => undefined), indexCheckMs),
      setInterval(() => void likenessArea.checkDatasets().catch(() => undefined), likenessCheckMs),
    ]
    for (const timer of timers) timer.unref()
    lifecycle.onStop(() => timers.forEach((timer) => clearInterval(timer)))
  })

  const search = createImageSearch({
    engines,
    results,
    show: createVisibleResults(database),
    vectors: createQueryVectors({ files, store }),
    state: () => state,
  })
  const pictures = createSearchPictures(files, blobs)
  return {
    mount(http: Pick<Http, 'mount'>): void {
      const { likeness } = likenessArea
      http.mount(endpointAreas.imageSearch, imageSearchRoutes({ search, pictures, index: indexState, likeness }))
    },
  }
}
