import { labelSourceKey } from '@vermilion/contract/datasets/label-sources'
import { sql } from 'kysely'
import { type Check, findingOf, rowCheck } from '#platform/checks/checks'
import { inTurns } from '#platform/checks/in-turns'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { CountRow, DatasetTables } from '../catalogue/tables.ts'
import { cellsText, findingBits, geometryOf } from '../report/geometry.ts'
import { addGeometry, createGeometryStore, noGeometry, type GeometryCounts } from '../report/geometry-store.ts'

export function reportChecks(database: Database): Check[] {
  return [countCheck(database), geometryCheck(database)]
}

function countCheck(database: Database): Check {
  const reader = database.reader<DatasetTables>()
  const query = database.query<DatasetTables>()
  const name = ({ datasetId, kind, value }: CountRow) => `${datasetId} ${kind} ${value}`

  async function counted(): Promise<CountRow[]> {
    const kinds = {
      status: 'status',
      split: 'split',
      labels: 'annotationCount',
      'annotator-': 'annotator',
      'assignee-': 'assignee',
      'reviewer-': 'assignedReviewer',
    }
    const all: CountRow[] = []
    for (const [kind, column] of Object.entries(kinds)) {
      const valueOf = sql.ref(column)
      const kindOf = kind.endsWith('-') ? sql`${kind} || ${sql.ref('status')}` : sql`${kind}`
      const rows = reader
        .selectFrom('datasetItems')
        .select(({ fn }) => [
          'datasetId',
          sql<CountRow['kind']>`${kindOf}`.as('kind'),
          sql<string>`cast(${valueOf} as text)`.as('value'),
          fn.countAll<number>().as('images'),
          fn.sum<number>('annotationCount').as('labels'),
        ])
        .where(sql<boolean>`${valueOf} is not null`)
        .groupBy(['datasetId', sql`2`, sql`3`])
      all.push(...(await rows.execute()))
    }
    all.push(...(await sourcesCounted(database)))
    return all
  }

  async function differing(): Promise<CountRow[]> {
    const right = new Map((await counted()).map((row) => [name(row), row]))
    const stored = await reader.selectFrom('datasetCounts').selectAll().execute()
    const existing = new Map(stored.map((row) => [name(row), row]))
    for (const row of stored) if (!right.has(name(row))) right.set(name(row), { ...row, images: 0, labels: 0 })
    return [...right.values()].filter((row) => {
      const there = existing.get(name(row))
      return (there?.images ?? 0) !== row.images || (there?.labels ?? 0) !== row.labels
    })
  }

  return rowCheck({
    id: 'report-counters',
    differing,
    say: (row) => ({
      en: `${name(row)}: there are ${row.images} images, ${row.labels} labels`,
      zh: `${name(row)}：实际有 ${row.images} 张图片、${row.labels} 个标注`,
    }),
    set: (row) =>
      query
        .insertInto('datasetCounts')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['datasetId', 'kind', 'value']).doUpdateSet({ images: row.images, labels: row.labels }),
        )
        .execute(),
  })
}

async function sourcesCounted(database: Database): Promise<CountRow[]> {
  const rows = database
    .reader<DatasetTables>()
    .selectFrom('datasetItems')
    .innerJoin('datasetAnnotations', 'datasetAnnotations.itemId', 'datasetItems.id')
    .select(['datasetId', 'annotator', 'shapes'])
    .stream()
  const counts = new Map<string, CountRow>()
  for await (const { datasetId, annotator, shapes } of inTurns(rows)) {
    const keys = readJson(shapes).map((shape) => labelSourceKey(shape, annotator))
    for (const [value, some] of Map.groupBy(keys, (key) => key)) {
      const row = counts.get(`${datasetId} ${value}`) ?? { datasetId, kind: 'source', value, images: 0, labels: 0 }
      counts.set(`${datasetId} ${value}`, { ...row, images: row.images + 1, labels: row.labels + some.length })
    }
  }
  return [...counts.values()]
}

function geometryCheck(database: Database): Check {
  const reader = database.reader<DatasetTables>()
  const query = database.query<DatasetTables>()
  const store = createGeometryStore(database)

  async function counted() {
    const datasets = await reader.selectFrom('datasets').select('id').execute()
    const right = new Map<string, GeometryCounts>(datasets.map(({ id }) => [id, noGeometry()]))
    const items: { id: string; cells: string; findings: number }[] = []
    const rows = reader
      .selectFrom('datasetItems')
      .innerJoin('datasetAnnotations', 'datasetAnnotations.itemId', 'datasetItems.id')
      .select(['datasetItems.id', 'datasetId', 'width', 'height', 'cells', 'findings', 'shapes'])
      .stream()
    for await (const { id, datasetId, cells, findings, shapes, ...image } of inTurns(rows)) {
      const geometry = geometryOf(readJson(shapes), image)
      const counts = right.get(datasetId)
      if (counts !== undefined && geometry.bounded > 0) addGeometry(counts, geometry, 1)
      const own = { cells: cellsText(geometry), findings: findingBits(geometry) }
      if (own.cells !== cells || own.findings !== findings) items.push({ id, ...own })
    }
    const wrong: [string, GeometryCounts][] = []
    for (const [id, counts] of right) if (text(await store.find(id)) !== text(counts)) wrong.push([id, counts])
    return { items, wrong }
  }

  return {
    id: 'report-shapes',
    locksWrites: true,
    async examine() {
      const { items, wrong } = await counted()
      return findingOf([
        ...items.map(({ id }) => ({
          en: `${id}: its shapes lie elsewhere than its image says`,
          zh: `${id}：形状位置与图片记录不一致`,
        })),
        ...wrong.map(([id]) => ({
          en: `${id}: the report counts other shapes than there are`,
          zh: `${id}：报告统计的形状与实际不一致`,
        })),
      ])
    },
    async repair() {
      const { items, wrong } = await counted()
      for (const { id, ...own } of items)
        await query.updateTable('datasetItems').set(own).where('id', '=', id).execute()
      for (const [id, counts] of wrong) await store.write(id, counts)
    },
  }
}

/** The same text for equal counts in any order. */
function text({ bounded, sizes, positions, aspects, findings }: GeometryCounts): string {
  const grids = [sizes, positions, aspects, findings].map((grid) =>
    Object.entries(grid).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  return JSON.stringify([bounded, grids])
}
