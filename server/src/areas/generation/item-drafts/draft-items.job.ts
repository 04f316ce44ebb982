import type { ItemDraft } from '@vermilion/contract/generations/item-drafts'
import type { Text } from '@vermilion/contract/kernel/text'
import { ChatFailed, type Services } from '#areas/settings'
import { writeJson } from '#platform/database/columns'
import { createPace } from '#platform/events/pace'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Engines } from '../engines/registry.ts'
import { draftItems } from './draft-items.ts'
import type { ItemDraftStore } from './item-draft-store.ts'

interface Payload {
  readonly draftId: string
}

const draftJob = jobKind<Payload>('draft-items')

/** Concurrent drafts: they mostly wait. */
const maxConcurrent = 20
const keepEvery = 300
const day = 24 * 3_600_000
const retentionMs = 7 * day

export interface DraftingNeeds extends Pick<Platform, 'clock' | 'events' | 'lifecycle' | 'jobs' | 'log'> {
  readonly services: Pick<Services, 'ofKind'>
  readonly store: ItemDraftStore
  readonly engines: Pick<Engines, 'find'>
}

export function registerDrafting(needs: DraftingNeeds) {
  const { clock, events, lifecycle, jobs, log, services, store, engines } = needs
  const tell = (draftId: string) => events.publish({ type: 'item-draft-changed', draftId })

  async function end(draftId: string, status: ItemDraft['status'], error: Text | null = null): Promise<void> {
    await store.update(draftId, { status, error: error && writeJson(error), endedAt: clock.time() })
    tell(draftId)
  }

  jobs.register(draftJob, {
    async run({ payload: { draftId }, signal, saveProgress }) {
      const row = await store.byId(draftId)
      if (row === undefined) return
      const { description, count } = row
      const service = (await services.ofKind('chat')).find(({ id }) => id === row.serviceId)
      const match = await engines.find(row.workflow)
      if (service === undefined || match === undefined) {
        return () =>
          end(draftId, 'failed', {
            en: 'the chat service or the workflow is no longer there',
            zh: '对话服务或工作流已不存在',
          })
      }
      await store.update(draftId, { status: 'running', items: writeJson([]) })
      let items: ItemDraft['items'] = []
      const keep = async () => {
        await store.update(draftId, { items: writeJson(items) })
        await saveProgress({ done: items.length, total: count, unit: 'items' })
        tell(draftId)
      }
      const pace = createPace(
        keepEvery,
        () => void keep().catch((error: unknown) => log.warn({ err: error }, 'items were not kept')),
      )
      try {
        const onItems = (soFar: readonly ItemDraft['items'][number][]) => {
          items = [...soFar]
          pace.announce(draftId)
        }
        const { capabilities } = match.workflow
        items = await draftItems({ service, description, count, capabilities, signal, onItems })
        return async () => {
          await store.update(draftId, { items: writeJson(items) })
          await end(draftId, 'success')
        }
      } catch (error) {
        if (!(error instanceof ChatFailed)) throw error
        return () => end(draftId, 'failed', error.words)
      } finally {
        pace.stop()
      }
    },
    failed: ({ draftId }, error) => end(draftId, 'failed', { en: error, zh: error }),
    stopped: ({ draftId }) => end(draftId, 'stopped'),
    concurrency: maxConcurrent,
    work: {
      kind: 'item-draft',
      async describe({ draftId }) {
        const row = await store.byId(draftId)
        return row && { name: row.description.slice(0, 80), owner: row.startedBy, leadsTo: null }
      },
    },
  })

  lifecycle.onStart(async () => {
    await store.removeOlder(new Date(clock.now() - retentionMs).toISOString())
  })

  return (draftId: string) => jobs.enqueue(draftJob, draftId, { draftId })
}
