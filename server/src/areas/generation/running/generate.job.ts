import type { EngineKind } from '@vermilion/contract/generations/engines'
import { fail } from '@vermilion/contract/kernel/errors'
import type { ImageScorers } from '#areas/data-evaluation'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { readJson } from '#platform/database/columns'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Engines } from '../engines/registry.ts'
import type { ImageStore } from '../images/image-store.ts'
import type { GenerationRow, GenerationStore } from '../store.ts'
import { createFairTurns, type FairTurns } from './fair-turns.ts'
import type { ImagesInProgress } from './images-in-progress.ts'
import { createKeepImage } from './keep-image.ts'
import { keepTogether } from './keep-together.ts'
import { makeImages } from './make-images.ts'
import { createPendingImages } from './pending-images.ts'
import { openReferences, type ReferenceNeeds } from './references.ts'

interface Payload {
  readonly generationId: string
}

const generateImages = jobKind<Payload>('generate-images')

const maxConcurrent = 50

interface Needs extends Pick<Platform, 'database' | 'clock' | 'jobs' | 'blobs'> {
  readonly spaces: Pick<Spaces, 'setStatus'>
  readonly files: Files
  readonly pixels: ReferenceNeeds['pixels']
  readonly store: GenerationStore
  readonly images: ImageStore
  readonly engines: Engines
  readonly scorers: ImageScorers
  readonly inProgress: ImagesInProgress
  changed(row: Pick<GenerationRow, 'id' | 'spaceId'>): void
}

/** Rows record finished images, so a restart makes the rest. */
export function registerGenerating(needs: Needs) {
  const { database, clock, jobs, blobs, spaces, files, store, images, engines, scorers, inProgress, changed } = needs
  const keep = createKeepImage({ database, clock, blobs, files, store, images })
  const turnsOfEngine = new Map<EngineKind, FairTurns>()

  /** Call inside a transaction. */
  async function end(
    generationId: string,
    how: 'success' | 'failed' | 'stopped',
    error: string | null = null,
  ): Promise<void> {
    const row = await store.byId(generationId)
    if (row === undefined) return
    await store.step(generationId, how, { error, endedAt: clock.time() })
    if (!(await store.otherUnended(row.spaceId, generationId))) {
      await spaces.setStatus(row.spaceId, how === 'stopped' ? 'normal' : how)
    }
    changed(row)
  }

  async function setPhase(row: GenerationRow, phase: 'generating' | 'calculating', isFirst: boolean): Promise<void> {
    await store.step(row.id, phase, isFirst && row.startedAt === null ? { startedAt: clock.time() } : {})
    changed(row)
  }

  jobs.register(generateImages, {
    async run({ payload: { generationId }, signal, saveProgress }) {
      const row = await store.byId(generationId)
      if (row === undefined) return
      const config = readJson(row.config)
      const match = await engines.open({ id: config.workflow, name: row.workflowName }, row.workflowVersion)
      if (match === undefined) throw fail('generation.workflow-missing')
      const turns = turnsOfEngine.get(match.workflow.engine) ?? createFairTurns()
      turnsOfEngine.set(match.workflow.engine, turns)
      const pending = createPendingImages(config.count, config.score?.repeats ?? 0, await images.states(generationId))
      const references = await openReferences(needs, config)
      const publish = async () => {
        const progress = { done: pending.finished(), total: config.count, unit: 'images' }
        await saveProgress(progress)
        await spaces.setStatus(row.spaceId, 'generating', progress)
        changed(row)
      }
      let phase: 'generating' | 'calculating' | undefined
      await makeImages({
        row,
        config,
        ...match,
        references,
        turns,
        pending,
        keep,
        scorers,
        inProgress,
        signal,
        saveProgress: publish,
        keepMade: keepTogether({ keep, row, pending, maxWaiting: match.engine.maxUnwritten, saveProgress: publish }),
        async setPhase(next) {
          if (phase === next) return
          const isFirst = phase === undefined
          phase = next
          await setPhase(row, next, isFirst)
        },
      })
      return async () => {
        const last = await store.byId(generationId)
        if (last?.made !== 0) return end(generationId, 'success')
        await end(generationId, 'failed', await images.lastError(generationId))
      }
    },
    failed: ({ generationId }, error) => end(generationId, 'failed', error),
    stopped: ({ generationId }) => end(generationId, 'stopped'),
    concurrency: maxConcurrent,
    work: {
      kind: 'generation',
      async describe({ generationId: id }) {
        const row = await store.byId(id)
        return (
          row && { name: row.name, owner: row.startedBy, leadsTo: { page: 'generation', id, spaceId: row.spaceId } }
        )
      },
    },
  })

  return (generationId: string) => jobs.enqueue(generateImages, generationId, { generationId })
}
