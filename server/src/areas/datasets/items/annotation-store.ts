import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Shape } from '@vermilion/contract/labels/index'
import type { Database } from '#platform/database/database'
import { inSlices, readJson, writeJson } from '#platform/database/columns'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { ItemStore } from './item-store.ts'
import { addChanges, type CountChange, labelCounts } from '../labels/label-counts.ts'
import { isLabeled, itemStatus } from '../rules.ts'
import { cellsText, findingBits, type Geometry, geometryOf } from '../report/geometry.ts'
import type { GeometryStore, GeometryTables } from '../report/geometry-store.ts'
import { createSourceCounts } from '../report/source-counts.ts'
import { dialect } from '#platform/database/dialect'
import {
  placeholders,
  prepareQuery,
  prepareWrite,
  prepareWriteOfRows,
  type PlaceholderOf,
} from '#platform/database/prepared-query'
import type { DatasetTables, LabelRow } from '../catalogue/tables.ts'
import { isLiving } from '../trash/living.ts'
import { itemOf, storedOf } from './item-row.ts'
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
  const countLabels = createLabelCounting({ database, datasets })
  const storeShapes = (documents: DatasetTables['datasetAnnotations'][]) =>
    query
      .insertInto('datasetAnnotations')
      .values(documents)
      .onConflict((conflict) =>
        conflict.column('itemId').doUpdateSet((row) => ({ shapes: row.ref('excluded.shapes') })),
      )
  const storeOne = prepareWrite(database, (placeholder: PlaceholderOf<DatasetTables['datasetAnnotations']>) =>
    storeShapes([placeholders(placeholder, ['itemId', 'shapes'])]),
  )
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
    if (documents.length === 1) await storeOne(documents[0]!)
    else for (const some of inSlices(documents)) await storeShapes(some).execute()
    await countLabels(all.filter(({ isSame }) => !isSame))
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

    requireLabeling: createLabelingReads(database, geometry),

    write,

    writeAll,

    resize,

    /** `complete` sets the image to labeled, also from reviewed or rejected; a null annotator is for labels from a file. */
    replace(
      item: DatasetItem,
      shapes: readonly Shape[],
      complete: boolean,
      by: string | null = null,
      current?: readonly Shape[],
    ): Promise<DatasetItem> {
      if (!complete) return write(item, shapes, {}, current)
      const annotatedAt = by === null ? null : clock.time()
      return write(item, shapes, { status: 'labeled', annotator: by, annotatedAt }, current)
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

/** All that saving labels reads of an image whose dataset is not in the trash, in one statement. */
function createLabelingReads(database: Database, geometry: GeometryStore) {
  const rowOf = prepareQuery(
    database.query<DatasetTables & GeometryTables>(),
    (from, placeholder: PlaceholderOf<{ id: string }>) =>
      from
        .selectFrom('datasetItems')
        .innerJoin('datasets', 'datasets.id', 'datasetItems.datasetId')
        .leftJoin('datasetAnnotations', 'datasetAnnotations.itemId', 'datasetItems.id')
        .leftJoin('datasetGeometry', 'datasetGeometry.datasetId', 'datasetItems.datasetId')
        .selectAll('datasetItems')
        .select(['datasets.labelType', 'datasetAnnotations.shapes', 'datasetGeometry.counts'])
        .select((labels) =>
          labels
            .selectFrom('datasetLabels')
            .select(dialect.rowsAsJson(['id', 'name', 'attributes']).as('rows'))
            .whereRef('datasetLabels.datasetId', '=', 'datasets.id')
            .as('datasetLabels'),
        )
        .where('datasetItems.id', '=', placeholder('id'))
        .where(isLiving),
  )

  /** Inside a transaction. Fails with `item.not-found`. */
  return async (id: string) => {
    const [row] = await rowOf({ id })
    if (row === undefined) throw fail('item.not-found')
    geometry.take(row.datasetId, row.counts)
    const labels: [id: string, name: string, attributes: LabelRow['attributes']][] = readJson(row.datasetLabels ?? '[]')
    return {
      item: itemOf(storedOf(row)),
      shapes: row.shapes === null ? [] : readJson(row.shapes),
      labelType: row.labelType,
      labels: labels.map(([id, name, attributes]) => ({ id, name, attributes: readJson(attributes) })),
    }
  }
}

function createLabelCounting({ database, datasets }: { database: Database; datasets: DatasetStore }) {
  const query = database.query<DatasetTables>()
  const remove = prepareWrite(database, (placeholder: PlaceholderOf<{ itemId: string; labelIds: string }>) =>
    query
      .deleteFrom('datasetItemLabels')
      .where('itemId', '=', placeholder('itemId'))
      .where('labelId', 'in', dialect.texts(placeholder('labelIds'))),
  )
  const storeFew = prepareWriteOfRows<DatasetTables['datasetItemLabels']>(
    database,
    ['itemId', 'labelId', 'count'],
    (rows) =>
      query
        .insertInto('datasetItemLabels')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['itemId', 'labelId']).doUpdateSet((row) => ({ count: row.ref('excluded.count') })),
        ),
  )

  /** The rows of many images are written anew, those of one as far as they change. */
  return async (writes: readonly CountedWrite[]): Promise<void> => {
    const sums = new Map<string, CountChange>()
    for (const { existing, shapes } of writes) addChanges(sums, labelCounts(existing), labelCounts(shapes))
    const changes = Array.from(sums, ([id, sum]) => ({ id, annotationCount: sum.labels, imageCount: sum.images }))
    await datasets.countLabels(changes.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    const counts = writes.flatMap(({ item, shapes }) =>
      Array.from(labelCounts(shapes), ([labelId, count]) => ({ itemId: item.id, labelId, count })),
    )
    const [{ item, existing } = {}, ...others] = writes
    if (item === undefined) return
    if (others.length === 0) {
      const removed = [...labelCounts(existing ?? []).keys()].filter((id) =>
        counts.every(({ labelId }) => labelId !== id),
      )
      if (removed.length > 0) await remove({ itemId: item.id, labelIds: JSON.stringify(removed) })
      return storeFew(counts.filter(({ labelId }) => sums.has(labelId)))
    }
    const labeled = writes.flatMap((write) => (write.existing.length === 0 ? [] : [write.item.id]))
    for (const some of inSlices(labeled))
      await query.deleteFrom('datasetItemLabels').where('itemId', 'in', some).execute()
    for (const some of inSlices(counts)) await query.insertInto('datasetItemLabels').values(some).execute()
  }
}

interface CountedWrite {
  readonly item: DatasetItem
  readonly existing: readonly Shape[]
  readonly shapes: readonly Shape[]
}

type Written = Pick<ShapeWrite, 'item'> & { readonly changed: DatasetItem }

const sumOf = (writes: readonly Written[], count: (item: DatasetItem) => number) =>
  writes.reduce((sum, { item, changed }) => sum + count(changed) - count(item), 0)
