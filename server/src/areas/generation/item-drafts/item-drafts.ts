import type { ItemDraft, itemDraftCreate, itemDraftEndpoints } from '@vermilion/contract/generations/item-drafts'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import { readJson, writeJson } from '#platform/database/columns'
import type { Handlers } from '#platform/http/handler'
import { newId } from '#platform/ids'
import { jobWorkName } from '#platform/jobs/work'
import type { Platform } from '#platform/platform'
import { type DraftingNeeds, registerDrafting } from './draft-items.job.ts'
import { createItemDraftStore, type ItemDraftRow } from './item-draft-store.ts'

interface Needs extends Omit<DraftingNeeds, 'store'>, Pick<Platform, 'database' | 'work'> {}

const toDraft = ({
  serviceId: _service,
  workflow: _workflow,
  jobId: _job,
  items,
  error,
  ...row
}: ItemDraftRow): ItemDraft => ({
  ...row,
  error: error && readJson(error),
  items: readJson(items),
})

export type ItemDrafts = ReturnType<typeof createItemDrafts>

export function createItemDrafts(needs: Needs) {
  const { database, clock, events, lifecycle, jobs, work, log, services, engines } = needs
  const store = createItemDraftStore(database)
  const enqueue = registerDrafting({ clock, events, lifecycle, jobs, log, services, engines, store })

  async function find(id: string): Promise<ItemDraftRow> {
    const row = await store.byId(id)
    if (row === undefined) throw fail('item-draft.not-found')
    return row
  }

  return {
    get: async (id: string) => toDraft(await find(id)),

    async create(order: z.output<typeof itemDraftCreate>, startedBy: string): Promise<ItemDraft> {
      const service = (await services.ofKind('chat')).find(({ id }) => id === order.serviceId)
      if (service === undefined) throw fail('service.not-found')
      if ((await engines.find(order.workflow)) === undefined) throw fail('generation.workflow-missing')
      return database.transaction(async () => {
        const id = newId()
        const jobId = await enqueue(id)
        const none = { items: writeJson([]), error: null, endedAt: null }
        const facts = { id, jobId, serviceName: service.name, startedBy, createdAt: clock.time() }
        const row: ItemDraftRow = { ...order, ...none, ...facts, status: 'queuing' }
        await store.add(row)
        return toDraft(row)
      })
    },

    async stop(id: string, by: string): Promise<ItemDraft> {
      const { endedAt, jobId } = await find(id)
      if (endedAt === null) await work.stop(`${jobWorkName}.${jobId}`, by)
      return toDraft(await find(id))
    },
  }
}

export function itemDraftRoutes(drafts: ItemDrafts): Handlers<typeof itemDraftEndpoints> {
  return {
    createItemDraft: ({ body, account }) => drafts.create(body, account.username),
    getItemDraft: ({ params }) => drafts.get(params.draftId),
    stopItemDraft: {
      transaction: 'own',
      handle: ({ params, account }) => drafts.stop(params.draftId, account.username),
    },
  }
}
