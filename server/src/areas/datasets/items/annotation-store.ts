import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Database } from '#platform/database/database'
import { readJson, writeJson } from '#platform/database/columns'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { ItemStore } from './item-store.ts'
import { labelCounts } from '../labels/label-counts.ts'
import { isLabeled, itemStatus } from '../rules.ts'
import { cellsText, findingBits, type Geometry, geometryOf } from '../report/geometry.ts'
import type { GeometryStore } from '../report/geometry-store.ts'
import { createSourceCounts } from '../report/source-counts.ts'
import type { DatasetTables } from '../catalogue/tables.ts'
import type { Platform } from '#platform/platform'

export type ItemState = Pick<DatasetItem, 'status' | 'annotator' | 'annotatedAt'>

interface Needs extends Pick<Platform, 'database' | 'clock'> {
  datasets: DatasetStore
  items: ItemStore
  geometry: GeometryStore
}

/** Writes belong inside a transaction: shapes and their counters change together or not at all. */
export function createAnnotationStore({ database, clock, datasets, items, geometry }: Needs) {
  const query = database.query<DatasetTables>()
  const reads = shapeReads(database)
  const { shapesOf } = reads
  const countSources = createSourceCounts(database)

  /** Counts shapes in the report in place of the previous ones, and returns the facts that change with them. */
  async function recountGeometry(datasetId: string, previous: Geometry, after: Geometry) {
    await geometry.change(datasetId, previous, after)
    return { cells: cellsText(after), findings: findingBits(after) }
  }

  async function resize(item: DatasetItem, size: Pick<DatasetItem, 'width' | 'height'>): Promise<void> {
    if (item.annotationCount === 0) return
    const shapes = await shapesOf(item.id)
    const facts = await recountGeometry(item.datasetId, geometryOf(shapes, item), geometryOf(shapes, size))
    await items.update(item.id, facts)
  }

  /** `current` are the existing shapes, for callers who have just read them. */
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
    // Answering suggestions moves nothing: neither classes nor positions need recounting.
    const isSame = haveSameContent(existing, shapes)
    const facts = isSame
      ? {}
      : {
          ...(await recountGeometry(item.datasetId, geometryOf(existing, item), geometryOf(shapes, item))),
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

    write,

    resize,

    /** `complete` sets the image to labeled, also from reviewed or rejected; a null annotator is for labels from a file. */
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

/** True when shapes are the same apart from author and score. May miss equality of reordered ones. */
function haveSameContent(some: readonly Shape[], others: readonly Shape[]): boolean {
  return some.length === others.length && some.every((shape, index) => hasSameContent(shape, others[index]!))
}

function hasSameContent(one: Shape, other: Shape): boolean {
  if (one === other) return true
  const { source: _source, score: _score, origin: _origin, attributes: _attributes, ...content } = one
  return Object.entries(content).every(([field, value]) => other[field as keyof Shape] === value)
}

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

    async shapesOfMany(itemIds: readonly string[]): Promise<Map<string, Shape[]>> {
      const rows = await database
        .reader<DatasetTables>()
        .selectFrom('datasetAnnotations')
        .selectAll()
        .where('itemId', 'in', itemIds)
        .execute()
      return new Map(rows.map(({ itemId, shapes }) => [itemId, readJson(shapes)]))
    },
  }
}

export type AnnotationStore = ReturnType<typeof createAnnotationStore>

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
  const changes = [...new Set([...earlier.keys(), ...counts.keys()])].toSorted().flatMap((labelId) => {
    const [was, is] = [earlier.get(labelId) ?? 0, counts.get(labelId) ?? 0]
    const change = { annotationCount: is - was, imageCount: Math.sign(is) - Math.sign(was) }
    return was === is ? [] : [[labelId, change] as const]
  })
  await datasets.countLabels(new Map(changes))
  if (previous.length > 0) await query.deleteFrom('datasetItemLabels').where('itemId', '=', itemId).execute()
  if (counts.size === 0) return
  await query
    .insertInto('datasetItemLabels')
    .values([...counts].map(([labelId, count]) => ({ itemId, labelId, count })))
    .execute()
}
