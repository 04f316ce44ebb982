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
import { createSourceCounts } from '../report/source-counts.ts'
import type { DatasetTables } from '../tables.ts'

/** How far an image is, and by whom. */
export type ItemState = Pick<DatasetItem, 'status' | 'annotator' | 'annotatedAt'>

/**
 * The shapes of images, with every counter that is made of them. What writes belongs inside a transaction: shapes and
 * counters change together or not at all.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
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
  const countSources = createSourceCounts(database)

  /** What was there before counts as long as the report knows of it. */
  async function countGeometry(item: DatasetItem, existing: readonly Shape[], shapes: readonly Shape[]) {
    const isCounted = existing.length > 0 && (await items.isCounted(item.id))
    const previous = isCounted ? geometryOf(existing, item) : null
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

  /**
   * Puts shapes in the place of an image's shapes, and says how far it is with them. `current` are those that are there, for who
   * has just read them.
   */
  async function write(
    item: DatasetItem,
    shapes: readonly Shape[],
    state: Partial<ItemState> = {},
    current?: readonly Shape[],
  ) {
    const { status = item.status } = state
    if (status !== item.status) itemStatus.check(item.status, status)
    const content = { annotationCount: shapes.length, revision: item.revision + 1, updatedAt: clock.time() }
    const changed: DatasetItem = { ...item, ...state, ...content }
    const existing = current ?? (item.annotationCount > 0 ? await shapesOf(item.id) : [])
    // Where suggestions are answered, nothing moves: neither classes nor places are to be counted again.
    const isSame = haveSameContent(existing, shapes)
    const facts = isSame
      ? {}
      : {
          ...(await countGeometry(item, existing, shapes)),
          labels: [...labelCounts(shapes).keys()].toSorted().join(' '),
        }
    await countSources(
      item.datasetId,
      { shapes: existing, person: item.annotator },
      { shapes, person: changed.annotator },
    )
    await items.update(item.id, { ...state, ...content, ...facts })
    const document = writeJson([...shapes])
    await query
      .insertInto('datasetAnnotations')
      .values({ itemId: item.id, shapes: document })
      .onConflict((conflict) => conflict.column('itemId').doUpdateSet({ shapes: document }))
      .execute()
    if (!isSame) await countLabels({ database, datasets }, item, shapes)
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
      const shapes = await shapesOf(item.id)
      await items.update(item.id, await countGeometry(item, shapes, shapes))
    },

    write,

    resize,

    /**
     * Puts shapes in the place of an image's shapes. `complete` makes it labeled, also one that was reviewed or
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

/** Whether shapes say the same of an image, whoever said it how surely. May miss what was read twice. */
function haveSameContent(some: readonly Shape[], others: readonly Shape[]): boolean {
  return some.length === others.length && some.every((shape, index) => hasSameContent(shape, others[index]!))
}

function hasSameContent(one: Shape, other: Shape): boolean {
  if (one === other) return true
  const { source: _source, score: _score, origin: _origin, attributes: _attributes, ...content } = one
  return Object.entries(content).every(([field, value]) => other[field as keyof Shape] === value)
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
  { id: itemId, annotationCount }: DatasetItem,
  shapes: readonly Shape[],
): Promise<void> {
  const query = database.query<DatasetTables>()
  const previous =
    annotationCount === 0
      ? []
      : await query.selectFrom('datasetItemLabels').selectAll().where('itemId', '=', itemId).execute()
  const earlier = new Map(previous.map(({ labelId, count }) => [labelId, count]))
  const counts = labelCounts(shapes)
  for (const labelId of [...new Set([...earlier.keys(), ...counts.keys()])].toSorted()) {
    const [was, is] = [earlier.get(labelId) ?? 0, counts.get(labelId) ?? 0]
    if (was !== is) await datasets.countLabel(labelId, is - was, Math.sign(is) - Math.sign(was))
  }
  if (previous.length > 0) await query.deleteFrom('datasetItemLabels').where('itemId', '=', itemId).execute()
  if (counts.size === 0) return
  await query
    .insertInto('datasetItemLabels')
    .values([...counts].map(([labelId, count]) => ({ itemId, labelId, count })))
    .execute()
}
