import type { Spaces } from '#areas/spaces'
import type { Database } from '#platform/database/database'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import type { Collector } from '../sources/collect.ts'
import type { SourceStore } from '../sources/source-store.ts'
import type { AddScene, SampleTarget } from './add-scene.ts'

interface Payload extends SampleTarget {
  /** Username; absent in jobs of earlier versions. */
  owner?: string
}

const renderSample = jobKind<Payload, { next: number }>('render-sample')

interface Needs {
  readonly database: Database
  readonly jobs: Jobs
  readonly spaces: Pick<Spaces, 'setStatus'>
  readonly collector: Pick<Collector, 'close'>
  readonly sources: Pick<SourceStore, 'collecting'>
  readonly addScene: AddScene
}

/** Renders the images of samples one after the other. Answers what enqueues the job of one. */
export function registerRendering({ database, jobs, spaces, collector, sources, addScene }: Needs) {
  async function end({ spaceId, datasetId }: Payload, how: 'success' | 'failed' | 'stopped'): Promise<void> {
    await spaces.setStatus(spaceId, how === 'stopped' ? 'normal' : how)
    // What was rendered before a stop is whole: images with their truth.
    if (datasetId === null) return
    for (const source of await sources.collecting(datasetId)) await collector.close(source.id, how)
  }

  jobs.register(renderSample, {
    async run({ payload, resumePoint, signal, saveProgress }) {
      const total = payload.order.count
      for (let index = resumePoint?.next ?? 0; index < total; index += 1) {
        signal.throwIfAborted()
        const progress = { done: index + 1, total, unit: 'images' }
        await addScene(payload, index)
        await database.transaction(async () => {
          await saveProgress({ ...progress, resumePoint: { next: index + 1 } })
          await spaces.setStatus(payload.spaceId, 'generating', progress)
        })
      }
      await database.transaction(() => end(payload, 'success'))
    },
    failed: (payload) => end(payload, 'failed'),
    stopped: (payload) => end(payload, 'stopped'),
    work: {
      kind: 'sample',
      async describe({ spaceId, order, owner = null }) {
        return { name: order.name, owner, leadsTo: { page: 'space', id: spaceId } }
      },
    },
  })

  return (payload: Payload) => jobs.enqueue(renderSample, payload.spaceId, payload)
}
