import type { ItemDraft } from '@vermilion/contract/generations/item-drafts'
import type { SceneItem } from '@vermilion/contract/generations/config'
import type { Text } from '@vermilion/contract/kernel/text'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export interface ItemDraftRow extends Omit<ItemDraft, 'items' | 'error'> {
  error: JsonText<Text> | null
  serviceId: string
  workflow: string
  items: JsonText<SceneItem[]>
  jobId: string
}

interface Tables {
  itemDrafts: ItemDraftRow
}

export type ItemDraftStore = ReturnType<typeof createItemDraftStore>

export function createItemDraftStore(database: Database) {
  const query = database.query<Tables>()
  return {
    byId: (id: string) => query.selectFrom('itemDrafts').selectAll().where('id', '=', id).executeTakeFirst(),
    add: (row: ItemDraftRow) => query.insertInto('itemDrafts').values(row).execute(),
    update: (id: string, set: Partial<ItemDraftRow>) =>
      query.updateTable('itemDrafts').set(set).where('id', '=', id).execute(),
    /** Drafts are only needed while editing: generations store their items. */
    removeOlder: (time: string) =>
      query.deleteFrom('itemDrafts').where('endedAt', 'is not', null).where('createdAt', '<', time).execute(),
  }
}
