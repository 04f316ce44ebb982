import {
  type CaptionRun,
  type captionRunCreate,
  type captionRunEndpoints,
} from '@vermilion/contract/fine-tunings/caption-runs'
import { maxCaptioned } from '@vermilion/contract/fine-tunings/captions'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import { refuseInPlace } from '#areas/spaces'
import { flag, readJson, writeJson } from '#platform/database/columns'
import type { Handlers } from '#platform/http/handler'
import { newId } from '#platform/ids'
import { jobWorkName } from '#platform/jobs/work'
import type { Platform } from '#platform/platform'
import { type CaptioningNeeds, registerCaptioning } from './caption.job.ts'
import { type CaptionRunRow, createCaptionRunStore } from './run-store.ts'

interface Needs extends Omit<CaptioningNeeds, 'store'>, Pick<Platform, 'database' | 'work'> {}

type Order = z.output<typeof captionRunCreate>

function present({
  spaceId: _space,
  fileIds: _files,
  jobId: _job,
  overwrites,
  error,
  ...row
}: CaptionRunRow): CaptionRun {
  return { ...row, overwrites: overwrites === 1, error: error && readJson(error) }
}

export type CaptionRuns = ReturnType<typeof createCaptionRuns>

/** One per data space at a time. */
export function createCaptionRuns(needs: Needs) {
  const { database, clock, lifecycle, jobs, work, spaces, files, services, pixels, captions } = needs
  const store = createCaptionRunStore(database)
  const enqueue = registerCaptioning({ clock, lifecycle, jobs, spaces, files, services, pixels, captions, store })

  async function find(id: string): Promise<CaptionRunRow> {
    const row = await store.byId(id)
    if (row === undefined) throw fail('fine-tuning.caption-run-missing')
    return row
  }

  async function requireVision(serviceId: string) {
    const service = (await services.ofKind('chat')).find(({ id }) => id === serviceId)
    if (service === undefined) throw fail('service.not-found')
    if (!service.settings.vision) throw fail('fine-tuning.service-blind', { name: service.name })
    return service
  }

  async function countPictures(spaceId: string, { folder, fileIds }: Order): Promise<number> {
    if (fileIds.length === 0) return captions.pictures.count(spaceId, folder)
    const { path: root } = await files.folder(spaceId, folder)
    const isBelow = (path: string) => root === '' || path.startsWith(`${root}/`)
    const selected = await files.existing(fileIds)
    return selected.filter((file) => file.spaceId === spaceId && file.kind === 'image' && isBelow(file.path)).length
  }

  async function requireNoneUnderWay(spaceId: string): Promise<void> {
    const last = await store.last(spaceId)
    if (last !== undefined && last.endedAt === null) throw fail('fine-tuning.captions-under-way')
  }

  return {
    async last(spaceId: string): Promise<CaptionRun | null> {
      await spaces.get(spaceId)
      const row = await store.last(spaceId)
      return row === undefined ? null : present(row)
    },

    async start(spaceId: string, order: Order, startedBy: string): Promise<CaptionRun> {
      refuseInPlace(await spaces.get(spaceId))
      const { name: serviceName } = await requireVision(order.serviceId)
      const total = await countPictures(spaceId, order)
      if (total === 0) throw fail('fine-tuning.no-pictures')
      if (total > maxCaptioned) throw fail('fine-tuning.too-many-pictures', { most: maxCaptioned })
      const { fileIds, overwrites, ...rest } = order
      const none = { status: 'queuing', done: 0, written: 0, failed: 0, error: null, endedAt: null } as const
      return database.transaction(async () => {
        await requireNoneUnderWay(spaceId)
        const id = newId()
        const jobId = await enqueue(id)
        const facts = { id, jobId, spaceId, serviceName, total, startedBy, createdAt: clock.time() }
        const row = { ...rest, ...none, ...facts, fileIds: writeJson(fileIds), overwrites: flag(overwrites) }
        await store.add(row)
        return present(row)
      })
    },

    /** Resolves once the run has stopped; ended runs stay unchanged. */
    async stop(id: string, by: string): Promise<CaptionRun> {
      const { endedAt, jobId } = await find(id)
      if (endedAt === null) await work.stop(`${jobWorkName}.${jobId}`, by)
      return present(await find(id))
    },
  }
}

export function captionRunRoutes(runs: CaptionRuns): Handlers<typeof captionRunEndpoints> {
  return {
    // Counting takes longer than a transaction may.
    startCaptionRun: {
      transaction: 'own',
      handle: ({ params, body, account }) => runs.start(params.spaceId, body, account.username),
    },
    lastCaptionRun: ({ params }) => runs.last(params.spaceId),
    stopCaptionRun: {
      transaction: 'own',
      handle: ({ params, account }) => runs.stop(params.runId, account.username),
    },
  }
}
