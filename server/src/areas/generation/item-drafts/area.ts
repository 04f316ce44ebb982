import { createItemDraftStore } from './item-draft-store.ts'
import { createItemDrafts } from './item-drafts.ts'
import { registerDrafting } from './draft-items.job.ts'

type Needs = Omit<Parameters<typeof registerDrafting>[0], 'store'> &
  Omit<Parameters<typeof createItemDrafts>[0], 'store' | 'enqueue'>

export function createItemDrafting(needs: Needs) {
  const store = createItemDraftStore(needs.database)
  const enqueue = registerDrafting({ ...needs, store })
  return createItemDrafts({ ...needs, store, enqueue })
}
