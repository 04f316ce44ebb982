import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Database } from '#platform/database/database'
import { inSlices, readJson, writeJson } from '#platform/database/columns'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { ItemStore } from './item-store.ts'
import { addChanges, type CountChange, labelCounts } from '../labels/label-counts.ts'
import { isLabeled, itemStatus } from '../rules.ts'
import { cellsText, findingBits, type Geometry, geometryOf } from '../report/geometry.ts'
import type { GeometryStore } from '../report/geometry-store.ts'
import { createSourceCounts } from '../report/source-counts.ts'
import type { DatasetTables } from '../catalogue/tables.ts'
import type { Platform } from '#platform/platform'

export type ItemState = Pick<DatasetItem, 'status' | 'annotator' | 'annotatedAt'>

export interface ShapeWrite {
  readonly item: DatasetItem
  readonly shapes: readonly Shape[]
  readonly state?: Partial<ItemState> | undefined
  /** The existing shapes, from callers who have just read them. */
  readonly current?: readonly Shape[] | undefined
}

interface Needs extends Pick<Platform, 'database' | 'clock'> {
  datasets: DatasetStore
  items: ItemStore
  geometry: GeometryStore
}

/** Writes belong inside a transaction: shapes and their counters change together or not at all. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the stores
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

  /** Counts the positions of shapes, and tells what changes with them. */
  async function prepare({ item, shapes, state = {}, current }: ShapeWrite) {
    const { status = item.status } = state
    if (status !== item.status) itemStatus.check(item.status, status)
    const content = { annotationCount: shapes.length, revision: item.revision + 1, updatedAt: clock.time() }
    const existing = current ?? (item.annotationCount > 0 ? await shapesOf(item.id) : [])
    // Answering suggestions moves nothing: neither classes nor positions need recounting.
    const isSame = haveSameContent(existing, shapes)
    const facts = isSame
      ? {}
      : {
          ...(await recountGeometry(item.datasetId, geometryOf(existing, item), geometryOf(shapes, item))),
          labels: [...labelCounts(shapes).keys()].toSorted().join(' '),
        }
    const changed: DatasetItem = { ...item, ...state, ...content }
    return { item, shapes, existing, isSame, changed, update: { id: item.id, ...state, ...content, ...facts } }
  }

  /** Writes the shapes of different images with few statements. */
  async function writeAll(writes: readonly ShapeWrite[]): Promise<DatasetItem[]> {
    const all: Awaited<ReturnType<typeof prepare>>[] = []
    for (const one of writes) all.push(await prepare(one))
    await countSources(
      all.map(({ item, shapes, existing, changed }) => ({
        datasetId: item.datasetId,
        previous: { shapes: existing, person: item.annotator },
        after: { shapes, person: changed.annotator },
      })),
    )
    await items.updateAll(all.map(({ update }) => update))
    const documents = all.map(({ item, shapes }) => ({ itemId: item.id, shapes: writeJson([...shapes]) }))
    for (const some of inSlices(documents))
      await query
        .insertInto('datasetAnnotations')
        .values(some)
        .onConflict((conflict) =>
          conflict.column('itemId').doUpdateSet(({ ref }) => ({ shapes: ref('excluded.shapes') })),
        )
        .execute()
    await countLabels(
      { database, datasets },
      all.filter(({ isSame }) => !isSame),
    )
    for (const [datasetId, some] of Map.groupBy(all, ({ item }) => item.datasetId))
      await datasets.count(datasetId, {
        labeledCount: sumOf(some, ({ status }) => Number(isLabeled(status))),
        annotationCount: sumOf(some, ({ annotationCount }) => annotationCount),
      })
    return all.map(({ changed }) => changed)
  }

  async function write(
    item: DatasetItem,
    shapes: readonly Shape[],
    state: Partial<ItemState> = {},
    current?: readonly Shape[],
  ): Promise<DatasetItem> {
    const [changed = item] = await writeAll([{ item, shapes, state, current }])
    return changed
  }

  return {
    ...reads,

    write,

    writeAll,

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
  writes: readonly { item: DatasetItem; existing: readonly Shape[]; shapes: readonly Shape[] }[],
): Promise<void> {
  const query = database.query<DatasetTables>()
  const sums = new Map<string, CountChange>()
  for (const { existing, shapes } of writes) addChanges(sums, labelCounts(existing), labelCounts(shapes))
  await datasets.countLabels(new Map([...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))))
  const labeled = writes.flatMap(({ item, existing }) => (existing.length === 0 ? [] : [item.id]))
  for (const some of inSlices(labeled))
    await query.deleteFrom('datasetItemLabels').where('itemId', 'in', some).execute()
  const counts = writes.flatMap(({ item, shapes }) =>
    Array.from(labelCounts(shapes), ([labelId, count]) => ({ itemId: item.id, labelId, count })),
  )
  for (const some of inSlices(counts)) await query.insertInto('datasetItemLabels').values(some).execute()
}

type Written = Pick<ShapeWrite, 'item'> & { readonly changed: DatasetItem }

const sumOf = (writes: readonly Written[], count: (item: DatasetItem) => number) =>
  writes.reduce((sum, { item, changed }) => sum + count(changed) - count(item), 0)
