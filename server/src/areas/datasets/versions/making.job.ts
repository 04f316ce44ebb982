import { jobKind } from '#platform/jobs/jobs'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import { versionStatus } from '../rules.ts'
import type { Observer, Snapshots } from '../snapshots/snapshots.ts'
import { createTally } from './tally.ts'
import type { VersionStore } from './version-store.ts'
import type { Platform } from '#platform/platform'

const makeVersion = jobKind<{ versionId: string }>('make-version')

const imagesInTurn = 2_000

interface Needs extends Pick<Platform, 'events' | 'jobs'> {
  datasets: DatasetStore
  snapshots: Snapshots
  store: VersionStore
}

/** An interrupted version is written again: nothing refers to it yet. */
export function registerMaking(needs: Needs): (versionId: string) => Promise<string> {
  const { events, jobs, datasets, snapshots, store } = needs
  async function end({ versionId }: { versionId: string }): Promise<void> {
    const version = await store.find(versionId)
    if (version === undefined || versionStatus.isEnd(version.status)) return
    await store.setStatus(versionId, 'failed')
    events.publish({ type: 'dataset-changed', datasetId: version.datasetId })
  }

  jobs.register(makeVersion, {
    async run({ payload: { versionId }, signal, saveProgress }) {
      const version = await store.find(versionId)
      const dataset = version && (await datasets.find(version.datasetId))
      if (version === undefined || dataset === undefined) return
      const tally = createTally()
      const observe: Observer = async (image, head) => {
        signal.throwIfAborted()
        tally.add(image, head)
        if (tally.images % imagesInTurn !== 0) return
        await saveProgress({ done: tally.images, total: dataset.fileCount, unit: 'images' })
      }
      const blob = await snapshots.ofDataset(dataset, { filter: version.filter ?? {}, observe })
      return async () => {
        const now = await store.find(versionId)
        if (now === undefined) return
        versionStatus.check(now.status, 'success')
        await snapshots.keep(blob)
        await store.setStatus(versionId, 'success', { ...tally.content(), ...blob })
        events.publish({ type: 'dataset-changed', datasetId: now.datasetId })
      }
    },
    failed: end,
    stopped: end,
    work: {
      kind: 'version',
      async describe({ versionId }) {
        const version = await store.find(versionId)
        return version && datasets.workOf(version.datasetId, version.createdBy, ` ${version.number}`)
      },
    },
  })

  return (versionId) => jobs.enqueue(makeVersion, versionId, { versionId })
}
