import { readJson, writeJson } from '#platform/database/columns'
import type { BulkOperation, BulkOrder } from './bulk.ts'
import { currentRows, type OperationNeeds } from './operation-needs.ts'
import type { Batch, SelectedFiles, Position } from './selection-reader.ts'

export interface Tagging extends BulkOrder {
  readonly chosen: SelectedFiles
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

const maxTags = 50

/** A file that would exceed the limit stays unchanged. */
export function createTagging(needs: OperationNeeds): BulkOperation<Tagging, Position, Batch> {
  const { clock, spaces, store, selections, changed } = needs
  return {
    name: 'tag-files',
    workKind: 'tagging',
    run: ({ chosen, add, remove }) => ({
      ...selections.runOf(chosen),
      async apply(batch) {
        await spaces.get(chosen.spaceId)
        const updatedAt = clock.time()
        const done = { files: 0, skipped: 0 }
        const changes: Parameters<typeof store.updateAll>[0][number][] = []
        for (const row of await currentRows(store, chosen.spaceId, batch)) {
          const remainingTags = readJson(row.tags).filter((tag) => !remove.includes(tag))
          const tags = [...new Set([...remainingTags, ...add])]
          if (tags.length > maxTags) {
            done.skipped++
            continue
          }
          const text = writeJson(tags)
          if (text !== row.tags) changes.push({ id: row.id, tags: text, updatedAt })
          done.files++
        }
        await store.updateAll(changes)
        changed(chosen.spaceId)
        return done
      },
    }),
  }
}
