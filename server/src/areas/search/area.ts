import { join } from 'node:path'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { Platform } from '#platform/platform'
import { createPace } from '#platform/events/pace'
import { idOf } from './embedder.ts'
import { createDifferenceStore } from './difference-store.ts'
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
import { createThreadedVectors } from './vectors/threaded-vectors.ts'

/** Milliseconds between two looks at whether files of kept spaces have changed, and between two announcements. */
const lookEvery = 2_000
const announceEvery = 500
/** Milliseconds between two looks at whether images of compared datasets have changed. */
const likenessLooks = 10_000

type Needs = Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'jobs' | 'blobs' | 'paths'> & {
  readonly files: Files
  readonly datasets: Datasets
  /** Milliseconds, for tests. */
  readonly indexLookEvery?: number | undefined
  readonly likenessLookEvery?: number | undefined
}

export type ImageSearch = ReturnType<typeof createImageSearch>

/** Images by words, and by what they are alike to. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createImageSearch(needs: Needs) {
  const {
    database,
    clock,
    events,
    lifecycle,
    jobs,
    blobs,
    paths,
    files,
    datasets,
    indexLookEvery = lookEvery,
    likenessLookEvery = likenessLooks,
  } = needs
  const embedder = createStarterEmbedder()
  lifecycle.onStop(embedder.close)
  const index = createThreadedVectors({
    folder: join(paths.cache, 'vectors', idOf(embedder)),
    dimensions: embedder.dimensions,
  })
  lifecycle.onStop(index.close)
  const store = createSearchStore(database, idOf(embedder))
  const results = createResultStore(database, idOf(embedder))
  const announcements = createPace(announceEvery, () => events.publish({ type: 'search-index-changed' }))
  lifecycle.onStop(announcements.stop)
  let state = 0
  const changed = () => {
    state += 1
    announcements.tell('index')
  }
  const indexing = registerIndexing({
    database,
    clock,
    jobs,
    files,
    embedder,
    index,
    store,
    differences: createDifferenceStore(database),
    changed,
    inStep: () => likenessArea.indexed(),
  })
  const indexState = createIndexState({ database, clock, embedder, store, results, indexing, changed })
  const likenessArea = createLikenessArea({
    database,
    clock,
    events,
    lifecycle,
    jobs,
    paths,
    datasets,
    embedder,
    vectors: index,
    index: indexState,
    isIndexing: indexing.isBuilding,
  })

  async function keepInStep(): Promise<void> {
    if ((await store.outOfStep()).length > 0) await indexing.enqueue(null)
  }
  lifecycle.onStart(async () => {
    // Vectors that were lost while the server was not running are seen by the job alone.
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
      index,
      results,
      show: createVisibleResults(database),
      vectors: createQueryVectors({ files, embedder, index, store }),
      state: () => state,
    }),
    pictures: createSearchPictures(files, blobs),
    index: indexState,
    likeness: likenessArea.likeness,
  }
}
