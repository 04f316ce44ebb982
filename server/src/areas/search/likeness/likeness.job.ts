import { maxCompared } from '@vermilion/contract/image-search/likeness'
import type { Datasets } from '#areas/datasets'
import { jobKind, type JobReport } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Engines } from '../embedding/engines.ts'
import type { createComparisonFiles } from './comparison-file.ts'
import type { LikenessStore } from './likeness-store.ts'
import { compareInThread } from './threaded-compare.ts'

const comparing = jobKind<{ datasetId: string }>('compare-images')
const atOnce = 1_000
const readingPart = 0.1

export interface ComparingNeeds extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  readonly datasets: Datasets
  readonly engines: Pick<Engines, 'current' | 'isOutdated'>
  readonly store: LikenessStore
  readonly files: ReturnType<typeof createComparisonFiles>
  changed(datasetId: string): void
}

/** An interrupted comparison starts over. */
export function registerComparing(needs: ComparingNeeds) {
  const { database, clock, jobs, datasets, engines, store, files, changed } = needs

  async function vectorsOf(slots: Uint32Array, tell: (part: number) => Promise<void>) {
    const { embedder, index } = engines.current()
    const { dimensions } = embedder
    const values = new Float32Array(slots.length * dimensions)
    for (let at = 0; at < slots.length; at += atOnce) {
      values.set(await index.read(slots.subarray(at, at + atOnce)), at * dimensions)
      await tell((at / slots.length) * readingPart)
    }
    return { dimensions, values }
  }

  async function clearFiles(): Promise<void> {
    const rows = await store.all()
    await files.clear(new Set(rows.flatMap(({ file }) => file ?? [])))
  }

  jobs.register(comparing, {
    work: {
      kind: 'image-comparison',
      async describe({ datasetId }) {
        const row = await store.find(datasetId)
        if (row === undefined) return undefined
        const { name, id } = await datasets.service.require(datasetId)
        return { name, owner: row.startedBy, leadsTo: { page: 'dataset', id } }
      },
    },
    async run({ payload: { datasetId }, signal, saveProgress }) {
      if ((await store.find(datasetId)) === undefined) return undefined
      // After a start the current embedder is not loaded yet; this is requested again once the index is up to date.
      if (await engines.isOutdated()) return undefined
      changed(datasetId)
      const signature = await store.signatureOf(datasetId)
      const contents = await store.contents(datasetId, maxCompared)
      const total = contents.length
      const tell = (part: number) => saveProgress({ done: Math.floor(part * total), total, unit: 'images' })
      const vectors = await vectorsOf(
        Uint32Array.from(contents, ({ slot }) => slot),
        tell,
      )
      let telling = Promise.resolve()
      const comparison =
        total === 0
          ? undefined
          : await compareInThread(
              { count: total, ...vectors },
              {
                signal,
                tell: (part) => {
                  telling = telling.then(() => tell(readingPart + part * (1 - readingPart))).catch(() => undefined)
                },
              },
            )
      await telling
      const file =
        comparison === undefined
          ? null
          : await files.write({ ...comparison, checksums: contents.map(({ checksum }) => checksum) })
      await database.transaction(() =>
        store.update(datasetId, { signature, file, contents: total, comparedAt: clock.time() }),
      )
      await clearFiles()
      return async () => changed(datasetId)
    },
    async failed({ datasetId }) {
      changed(datasetId)
    },
    stopped: async ({ datasetId }) => changed(datasetId),
  })

  return {
    enqueue: (datasetId: string) => jobs.enqueue(comparing, datasetId, { datasetId }),
    report: (datasetId: string): Promise<JobReport | undefined> => jobs.report(comparing, datasetId),
  }
}

export type Comparing = ReturnType<typeof registerComparing>
