import type { Label } from '@vermilion/contract/labels/dataset-labels'
import type { Dataset } from '@vermilion/contract/datasets'
import { fail } from '@vermilion/contract/kernel/errors'
import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/database/database'
import type { JobWork } from '#platform/jobs/handler'
import { dialect } from '#platform/database/dialect'
import { prepareQuery, prepareWrite, prepareWriteOfRows, type PlaceholderOf } from '#platform/database/prepared-query'
import { readJson, inSlices, writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import { isLiving } from '../trash/living.ts'
import type { DatasetRow, DatasetTables, LabelRow, StoredDatasetRow } from './tables.ts'

export type StoredDataset = Omit<Dataset, 'displayState'>

type CounterName = 'fileCount' | 'labeledCount' | 'annotationCount'

type LabelCounter = 'annotationCount' | 'imageCount'

type LabelChanges = Pick<LabelRow, 'id' | LabelCounter>

type LabelChange = {
  [Name in 'name' | 'colour' | 'shortcut' | 'attributes' | 'place' | 'leavesTo']?: LabelRow[Name] | undefined
}

export function labelOf(row: LabelRow): Label {
  const { id, index, name, colour, shortcut, leavesTo } = row
  return { id, index, name, colour, shortcut, attributes: readJson(row.attributes), leaving: leavesTo !== null }
}

export function createDatasetStore({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  const query = database.query<DatasetTables>()
  const { labelsOf, ...labelStore } = createLabelStore(database)
  const named = prepareQuery(query, (from, placeholder: PlaceholderOf<{ id: string }>) =>
    from.selectFrom('datasets').select('id').where('id', '=', placeholder('id')).where(isLiving),
  )
  const spacesOf = createSpacesOf(database)

  async function hydrate(rows: readonly Selectable<StoredDatasetRow>[]): Promise<StoredDataset[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const [labelsById, spacesById] = await Promise.all([labelsOf(ids), spacesOf(ids)])
    return rows.map(({ reservedName: _name, deletedAt: _at, deletedBy: _by, purging: _purging, ...row }) => ({
      ...row,
      tags: readJson(row.tags),
      labels: labelsById.get(row.id) ?? [],
      spaces: spacesById.get(row.id) ?? [],
    }))
  }

  async function first(rows: { executeTakeFirst(): Promise<Selectable<StoredDatasetRow> | undefined> }) {
    const row = await rows.executeTakeFirst()
    return row && (await hydrate([row]))[0]
  }

  async function find(id: string): Promise<StoredDataset | undefined> {
    return first(query.selectFrom('datasets').selectAll().where('id', '=', id).where(isLiving))
  }

  return {
    ...labelStore,

    count: createCounting({ database, clock }),

    hydrate,

    exists: async (id: string): Promise<boolean> => (await named({ id })).length > 0,

    find,

    /** Fails with `dataset.not-found`. */
    async require(id: string): Promise<StoredDataset> {
      const dataset = await find(id)
      if (dataset === undefined) throw fail('dataset.not-found')
      return dataset
    },

    /** Describes a job of a dataset in the list of work; undefined hides it, once the dataset is gone. */
    async workOf(id: string, owner: string | null, suffix = ''): Promise<JobWork | undefined> {
      const dataset = await find(id)
      return dataset && { name: dataset.name + suffix, owner, leadsTo: { page: 'dataset', id } }
    },

    findAnywhere: (id: string) => first(query.selectFrom('datasets').selectAll().where('id', '=', id)),

    async insert({ labels: datasetLabels, spaces: _spaces, ...dataset }: StoredDataset): Promise<void> {
      await query
        .insertInto('datasets')
        .values({ ...dataset, tags: writeJson(dataset.tags), reservedName: dataset.name })
        .execute()
      await labelStore.insertLabels(dataset.id, datasetLabels)
    },

    namesOf: (ids: readonly string[]) =>
      query
        .selectFrom('datasets')
        .select(['id', 'name'])
        .where('id', 'in', ids)
        .where(isLiving)
        .orderBy('name')
        .execute(),

    /** Undefined fields stay unchanged. */
    async update(id: string, change: { [Name in keyof DatasetRow]?: DatasetRow[Name] | undefined }): Promise<void> {
      await query
        .updateTable('datasets')
        .set({
          ...change,
          ...(change.name === undefined ? {} : { reservedName: change.name }),
          updatedAt: clock.time(),
        })
        .where('id', '=', id)
        .execute()
    },
  }
}

/** The spaces of datasets, in the order in which their images were first added. */
function createSpacesOf(database: Database) {
  const sourcesOf = prepareQuery(database.query<DatasetTables>(), (from, placeholder: PlaceholderOf<{ ids: string }>) =>
    from
      .selectFrom('datasetSources')
      .select(['datasetId', 'spaceId', 'spaceName'])
      .where('datasetId', 'in', dialect.texts(placeholder('ids')))
      .orderBy('createdAt'),
  )

  return async (datasetIds: readonly string[]): Promise<Map<string, Dataset['spaces']>> => {
    const rows = await sourcesOf({ ids: JSON.stringify(datasetIds) })
    const spaces = new Map<string, Dataset['spaces']>(datasetIds.map((id) => [id, []]))
    for (const { datasetId, spaceId, spaceName } of rows) {
      const own = spaces.get(datasetId)
      if (own?.every(({ id }) => id !== spaceId)) own.push({ id: spaceId, name: spaceName })
    }
    return spaces
  }
}

function createCounting({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  type Added = Pick<DatasetRow, CounterName | 'id' | 'updatedAt'>
  /** The changes are added, so concurrent ones all count. */
  const add = prepareWrite(database, (placeholder: PlaceholderOf<Added>) =>
    database
      .query<DatasetTables>()
      .updateTable('datasets')
      .set((row) => ({
        fileCount: row('fileCount', '+', placeholder('fileCount')),
        labeledCount: row('labeledCount', '+', placeholder('labeledCount')),
        annotationCount: row('annotationCount', '+', placeholder('annotationCount')),
        updatedAt: placeholder('updatedAt'),
      }))
      .where('id', '=', placeholder('id')),
  )
  return (id: string, changes: Partial<Pick<DatasetRow, CounterName>>): Promise<void> =>
    add({ fileCount: 0, labeledCount: 0, annotationCount: 0, ...changes, id, updatedAt: clock.time() })
}

function createLabelStore(database: Database) {
  const query = database.query<DatasetTables>()

  const rowsOf = prepareQuery(query, (from, placeholder: PlaceholderOf<{ ids: string }>) =>
    from
      .selectFrom('datasetLabels')
      .selectAll()
      .where('datasetId', 'in', dialect.texts(placeholder('ids')))
      .orderBy('place')
      .orderBy('index'),
  )

  async function labelsOf(datasetIds: readonly string[]): Promise<Map<string, Label[]>> {
    const rows = await rowsOf({ ids: JSON.stringify(datasetIds) })
    const labels = new Map<string, Label[]>(datasetIds.map((id) => [id, []]))
    for (const row of rows) labels.get(row.datasetId)?.push(labelOf(row))
    return labels
  }

  async function insertLabels(datasetId: string, labels: readonly Label[]): Promise<void> {
    const unused = { leavesTo: null, annotationCount: 0, imageCount: 0 }
    const rows = labels.map(({ leaving: _, attributes, ...label }) => {
      return { ...label, datasetId, attributes: writeJson(attributes), place: label.index, ...unused }
    })
    for (const some of inSlices(rows)) await query.insertInto('datasetLabels').values(some).execute()
  }

  return {
    labelsOf,
    insertLabels,

    async labelRows(datasetId: string): Promise<LabelRow[]> {
      return query.selectFrom('datasetLabels').selectAll().where('datasetId', '=', datasetId).orderBy('index').execute()
    },

    async labelsThere(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = query.selectFrom('datasetLabels').select('id').where('id', 'in', ids)
      return new Set((await rows.execute()).map(({ id }) => id))
    },

    async updateLabel(id: string, change: LabelChange): Promise<void> {
      await query.updateTable('datasetLabels').set(change).where('id', '=', id).execute()
    },

    /** Adds to the counters of labels by their ids, in one statement. */
    countLabels: prepareWriteOfRows<LabelChanges>(database, ['id', 'annotationCount', 'imageCount'], (changes) => {
      const added = (counter: LabelCounter) =>
        sql<number>`${sql.ref(counter)} + case "id" ${sql.join(
          changes.map((change) => sql`when ${change.id} then cast(${change[counter]} as bigint)`),
          sql` `,
        )} end`
      const ids = changes.map(({ id }) => id)
      return query
        .updateTable('datasetLabels')
        .set({ annotationCount: added('annotationCount'), imageCount: added('imageCount') })
        .where('id', 'in', ids)
    }),

    async deleteLabel(id: string): Promise<void> {
      await query.deleteFrom('datasetLabels').where('id', '=', id).execute()
    },
  }
}

export type DatasetStore = ReturnType<typeof createDatasetStore>
