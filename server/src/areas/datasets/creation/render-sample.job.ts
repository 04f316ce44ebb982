import { sceneConfig } from '@vermilion/contract/scenes'
import { createSceneRenderers, type Spaces } from '#areas/spaces'
import { createPace } from '#platform/events/pace'
import { jobKind } from '#platform/jobs/jobs'
import type { Collector } from '../sources/collect.ts'
import type { SourceStore } from '../sources/source-store.ts'
import type { AddScene, SampleTarget } from './add-scene.ts'
import type { Platform } from '#platform/platform'

interface Payload extends SampleTarget {
  owner: string
}

const renderSample = jobKind<Payload, { next: number }>('render-sample')

interface Needs extends Pick<Platform, 'database' | 'events' | 'jobs' | 'lifecycle'> {
  readonly spaces: Pick<Spaces, 'setStatus'>
  readonly collector: Pick<Collector, 'close'>
  readonly sources: Pick<SourceStore, 'collecting'>
  readonly addScene: AddScene
}

/** Milliseconds between two events about one dataset. */
const announceEvery = 250

export function registerRendering(needs: Needs) {
  const { database, events, jobs, lifecycle, spaces, collector, sources, addScene } = needs
  const renderers = createSceneRenderers()
  lifecycle.onStop(() => renderers.close())
  const changes = createPace(announceEvery, (datasetId) => events.publish({ type: 'dataset-changed', datasetId }))
  lifecycle.onStop(changes.stop)

  async function end({ spaceId, datasetId }: Payload, how: 'success' | 'failed' | 'stopped'): Promise<void> {
    await spaces.setStatus(spaceId, how === 'stopped' ? 'normal' : how)
    // Images rendered before the stop are complete, with their truth.
    if (datasetId === null) return
    for (const source of await sources.collecting(datasetId)) await collector.close(source.id, how)
  }

  jobs.register(renderSample, {
    async run({ payload, resumePoint, signal, saveProgress }) {
      const total = payload.order.count
      let index = resumePoint?.next ?? 0
      for await (const scene of renderers.scenesFrom(sceneConfig.parse(payload.order), index, signal)) {
        signal.throwIfAborted()
        await addScene(payload, index, scene)
        index += 1
        const progress = { done: index, total, unit: 'images' }
        await database.transaction(async () => {
          await saveProgress({ ...progress, resumePoint: { next: index } })
          await spaces.setStatus(payload.spaceId, 'generating', progress)
        })
        if (payload.datasetId !== null) changes.announce(payload.datasetId)
      }
      await database.transaction(() => end(payload, 'success'))
    },
    failed: (payload) => end(payload, 'failed'),
    stopped: (payload) => end(payload, 'stopped'),
    work: {
      kind: 'sample',
      async describe({ spaceId, order, owner }) {
        return { name: order.name, owner, leadsTo: { page: 'space', id: spaceId } }
      },
    },
  })

  return (payload: Payload) => jobs.enqueue(renderSample, payload.spaceId, payload)
}
