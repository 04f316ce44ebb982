import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { readJson, writeJson } from '#platform/database/columns'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { ItemStore } from './item-store.ts'
import { labelCounts } from '../labels/label-counts.ts'
import { isLabeled, itemStatus } from '../rules.ts'
import { cellsText, findingBits, geometryOf } from '../report/geometry.ts'
import type { GeometryStore } from '../report/geometry-store.ts'
import type { DatasetTables } from '../tables.ts'

/** How far an image is, and by whom. */
export type ItemState = Pick<DatasetItem, 'status' | 'annotator' | 'annotatedAt'>

/**
 * The shapes of images, with every counter that is made of them. What writes belongs inside a transaction: shapes and
 * counters change together or not at all.
 */
export function createAnnotationStore(needs: {
  database: Database
  clock: Clock
  datasets: DatasetStore
  items: ItemStore
  geometry: GeometryStore
}) {
  const { database, clock, datasets, items, geometry } = needs
  const query = database.query<DatasetTables>()
  const reads = shapeReads(database)
  const { shapesOf } = reads

  /** What was there before counts as long as the report knows of it. */
  async function countGeometry(item: DatasetItem, shapes: readonly Shape[]) {
    const isCounted = await items.isCounted(item.id)
    const previous = isCounted && item.annotationCount > 0 ? geometryOf(await shapesOf(item.id), item) : null
    const after = geometryOf(shapes, item)
    await geometry.change(item.datasetId, previous, after)
    return { cells: cellsText(after), findings: findingBits(after), counted: 1 } as const
  }

  /** Counts an image's shapes as they lie once the image has another size. */
  async function resize(item: DatasetItem, size: Pick<DatasetItem, 'width' | 'height'>): Promise<void> {
    if (item.annotationCount === 0 || !(await items.isCounted(item.id))) return
    const shapes = await shapesOf(item.id)
    const after = geometryOf(shapes, size)
    await geometry.change(item.datasetId, geometryOf(shapes, item), after)
    await items.update(item.id, { cells: cellsText(after), findings: findingBits(after) })
  }

  /** Puts shapes in the place of an image's shapes, and says how far it is with them. */
  async function write(item: DatasetItem, shapes: readonly Shape[], state: Partial<ItemState> = {}) {
    const { status = item.status } = state
    if (status !== item.status) itemStatus.check(item.status, status)
    const content = { annotationCount: shapes.length, revision: item.revision + 1, updatedAt: clock.time() }
    const changed: DatasetItem = { ...item, ...state, ...content }
    const geometryFacts = await countGeometry(item, shapes)
    const labels = [...labelCounts(shapes).keys()].toSorted().join(' ')
    await items.update(item.id, { ...state, ...content, ...geometryFacts, labels })
    const document = writeJson([...shapes])
    await query
      .insertInto('datasetAnnotations')
      .values({ itemId: item.id, shapes: document })
      .onConflict((conflict) => conflict.column('itemId').doUpdateSet({ shapes: document }))
      .execute()
    await countLabels({ database, datasets }, item.id, shapes)
    await datasets.count(item.datasetId, {
      labeledCount: Number(isLabeled(status)) - Number(isLabeled(item.status)),
      annotationCount: shapes.length - item.annotationCount,
    })
    return changed
  }

  return {
    ...reads,

    /** Takes an image into the report whose shapes were saved before there was one. */
    async countAgain(item: DatasetItem): Promise<void> {
      await items.update(item.id, await countGeometry(item, await shapesOf(item.id)))
    },

    write,

    resize,

    /**
     * Puts shapes in the place of an image's shapes. `complete` makes it labelled, also one that was reviewed or
     * rejected, by whom it says; nobody, where a file brought them.
     */
    replace(
      item: DatasetItem,
      shapes: readonly Shape[],
      complete: boolean,
      by: string | null = null,
    ): Promise<DatasetItem> {
      if (!complete) return write(item, shapes)
      const annotatedAt = by === null ? null : clock.time()
      return write(item, shapes, { status: 'labeled', annotator: by, annotatedAt })
    },
  }
}

/** Shapes as they are stored. */
function shapeReads(database: Database) {
  return {
    async shapesOf(itemId: string): Promise<Shape[]> {
      const row = await database
        .query<DatasetTables>()
        .selectFrom('datasetAnnotations')
        .select('shapes')
        .where('itemId', '=', itemId)
        .executeTakeFirst()
      return row === undefined ? [] : readJson(row.shapes)
    },

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
  }
}

export type AnnotationStore = ReturnType<typeof createAnnotationStore>

/** Writes how often each label occurs on an image, and counts that for the labels. */
async function countLabels(
  { database, datasets }: { database: Database; datasets: DatasetStore },
  itemId: string,
  shapes: readonly Shape[],
): Promise<void> {
  const query = database.query<DatasetTables>()
  const previous = await query.selectFrom('datasetItemLabels').selectAll().where('itemId', '=', itemId).execute()
  const earlier = new Map(previous.map(({ labelId, count }) => [labelId, count]))
  const counts = labelCounts(shapes)
  for (const labelId of [...new Set([...earlier.keys(), ...counts.keys()])].toSorted()) {
    const [was, is] = [earlier.get(labelId) ?? 0, counts.get(labelId) ?? 0]
    if (was !== is) await datasets.countLabel(labelId, is - was, Math.sign(is) - Math.sign(was))
  }
  await query.deleteFrom('datasetItemLabels').where('itemId', '=', itemId).execute()
  if (counts.size === 0) return
  await query
    .insertInto('datasetItemLabels')
    .values([...counts].map(([labelId, count]) => ({ itemId, labelId, count })))
    .execute()
}
