import type { DatasetItem } from '@vermilion/contract/dataset-items'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { readJson, writeJson } from '#platform/database/columns'
import type { DatasetStore } from './dataset-store.ts'
import type { ItemStore } from './item-store.ts'
import type { DatasetTables } from './tables.ts'

/**
 * The shapes of images, with every counter that is made of them. `replace` belongs inside a transaction: shapes and
 * counters change together or not at all.
 */
export function createAnnotationStore(needs: {
  database: Database
  clock: Clock
  datasets: DatasetStore
  items: ItemStore
}) {
  const { database, clock, datasets, items } = needs
  const query = database.query<DatasetTables>()

  async function shapesOf(itemId: string): Promise<Shape[]> {
    const row = await query
      .selectFrom('datasetAnnotations')
      .select('shapes')
      .where('itemId', '=', itemId)
      .executeTakeFirst()
    return row === undefined ? [] : readJson(row.shapes)
  }

  async function countLabels(itemId: string, shapes: readonly Shape[]): Promise<void> {
    const before = await query.selectFrom('datasetItemLabels').selectAll().where('itemId', '=', itemId).execute()
    const changes = new Map(before.map(({ labelId, count }) => [labelId, -count]))
    const counts = new Map<string, number>()
    for (const { labelId } of shapes) counts.set(labelId, (counts.get(labelId) ?? 0) + 1)
    for (const [labelId, count] of counts) changes.set(labelId, (changes.get(labelId) ?? 0) + count)
    for (const [labelId, change] of changes) if (change !== 0) await datasets.countLabel(labelId, change)
    await query.deleteFrom('datasetItemLabels').where('itemId', '=', itemId).execute()
    if (counts.size === 0) return
    await query
      .insertInto('datasetItemLabels')
      .values([...counts].map(([labelId, count]) => ({ itemId, labelId, count })))
      .execute()
  }

  return {
    shapesOf,

    /** Shapes of many images at once, by item id; images without any are left out. */
    async shapesOfMany(itemIds: readonly string[]): Promise<Map<string, Shape[]>> {
      const rows = await database
        .reader<DatasetTables>()
        .selectFrom('datasetAnnotations')
        .selectAll()
        .where('itemId', 'in', [...itemIds])
        .execute()
      return new Map(rows.map(({ itemId, shapes }) => [itemId, readJson(shapes)]))
    },

    /** Puts shapes in the place of an image's shapes; `complete` makes it labelled, and nothing unmakes it. */
    async replace(item: DatasetItem, shapes: readonly Shape[], complete: boolean): Promise<DatasetItem> {
      const becomesLabeled = complete && item.status === 'to-label'
      const changed: DatasetItem = {
        ...item,
        status: becomesLabeled ? 'labeled' : item.status,
        annotationCount: shapes.length,
        revision: item.revision + 1,
        updatedAt: clock.time(),
      }
      const { status, annotationCount, revision, updatedAt } = changed
      await items.update(item.id, { status, annotationCount, revision, updatedAt })
      const document = writeJson([...shapes])
      await query
        .insertInto('datasetAnnotations')
        .values({ itemId: item.id, shapes: document })
        .onConflict((conflict) => conflict.column('itemId').doUpdateSet({ shapes: document }))
        .execute()
      await countLabels(item.id, shapes)
      await datasets.count(item.datasetId, {
        labeledCount: becomesLabeled ? 1 : 0,
        annotationCount: shapes.length - item.annotationCount,
      })
      return changed
    },
  }
}

export type AnnotationStore = ReturnType<typeof createAnnotationStore>
