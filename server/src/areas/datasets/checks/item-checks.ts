import { sql } from 'kysely'
import { type Check, rowCheck } from '#platform/checks/checks'
import { inTurns } from '#platform/checks/in-turns'
import { flagWhen, readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { labelCounts } from '../labels/label-counts.ts'
import type { DatasetTables } from '../catalogue/tables.ts'

/** Checks facts that are denormalized to images, so that lists need not read shapes, other images or files. */
export function itemChecks(database: Database): Check[] {
  return [labelCheck(database), duplicateCheck(database), fileFactCheck(database)]
}

function labelCheck(database: Database): Check {
  const reader = database.reader<DatasetTables>()
  const query = database.query<DatasetTables>()

  async function differing() {
    const matches: { id: string; counts: Map<string, number> }[] = []
    const retained = reader
      .selectFrom('datasetItemLabels')
      .select(dialect.rowsAsJson(['labelId', 'count']).as('stored'))
      .whereRef('datasetItemLabels.itemId', '=', sql.ref('datasetItems.id'))
    const rows = reader
      .selectFrom('datasetItems')
      .leftJoin('datasetAnnotations', 'datasetAnnotations.itemId', 'datasetItems.id')
      .select(['datasetItems.id', 'labels', 'shapes'])
      .select(retained.as('stored'))
      .stream()
    for await (const { id, labels, shapes, stored } of inTurns(rows)) {
      const counts = labelCounts(shapes === null ? [] : readJson(shapes))
      const existing = new Map(JSON.parse(stored ?? '[]') as [string, number][])
      const named = labels === '' ? [] : labels.split(' ')
      const isSame = (some: Iterable<string>) =>
        [...some].toSorted().join(' ') === [...counts.keys()].toSorted().join(' ')
      const isCounted =
        isSame(existing.keys()) && [...counts].every(([labelId, count]) => existing.get(labelId) === count)
      if (!isCounted || !isSame(named)) matches.push({ id, counts })
    }
    return matches
  }

  return rowCheck({
    id: 'item-labels',
    differing,
    say: ({ id }) => ({
      en: `${id}: its shapes have other labels than it says`,
      zh: `${id}：形状的标签与记录不一致`,
    }),
    set: ({ id, counts }) =>
      database.transaction(async () => {
        await query.deleteFrom('datasetItemLabels').where('itemId', '=', id).execute()
        for (const [labelId, count] of counts)
          await query.insertInto('datasetItemLabels').values({ itemId: id, labelId, count }).execute()
        const labels = [...counts.keys()].toSorted().join(' ')
        await query.updateTable('datasetItems').set({ labels }).where('id', '=', id).execute()
      }),
  })
}

function duplicateCheck(database: Database): Check {
  const reader = database.reader<DatasetTables>()
  const query = database.query<DatasetTables>()

  async function differing(): Promise<{ id: string; duplicated: 0 | 1 }[]> {
    const twins = reader
      .selectFrom('datasetItems')
      .select(['datasetId', 'checksum'])
      .groupBy(['datasetId', 'checksum'])
      .having(({ fn }) => fn.countAll(), '>', 1)
      .as('twins')
    const is = flagWhen(sql`${sql.ref('twins.checksum')} is not null`)
    const rows = reader
      .selectFrom('datasetItems')
      .leftJoin(twins, (join) =>
        join
          .onRef('twins.datasetId', '=', 'datasetItems.datasetId')
          .onRef('twins.checksum', '=', 'datasetItems.checksum'),
      )
      .select(['datasetItems.id', is.as('duplicated')])
      .where('datasetItems.duplicated', '<>', is)
    return rows.execute()
  }

  return rowCheck({
    id: 'item-duplicates',
    differing,
    say: ({ id, duplicated }) =>
      duplicated === 1
        ? { en: `${id}: another image has its content`, zh: `${id}：另有图片内容相同` }
        : { en: `${id}: no other image has its content`, zh: `${id}：没有内容相同的图片` },
    set: ({ id, duplicated }) => query.updateTable('datasetItems').set({ duplicated }).where('id', '=', id).execute(),
  })
}

interface FactTables extends DatasetTables {
  files: { id: string; number: number; score: number }
  fileLineages: { fileNumber: number; lineage: number }
}

function fileFactCheck(database: Database): Check {
  const reader = database.reader<FactTables>()
  const query = database.query<FactTables>()

  const differing = () => {
    const lineage = sql<number>`coalesce(${sql.ref('fileLineages.lineage')}, 0)`
    return reader
      .selectFrom('datasetItems')
      .innerJoin('files', 'files.id', 'datasetItems.fileId')
      .leftJoin('fileLineages', 'fileLineages.fileNumber', 'files.number')
      .select(['datasetItems.id', 'files.score', lineage.as('lineage')])
      .where(({ or, eb }) =>
        or([eb('datasetItems.score', '<>', sql.ref<number>('files.score')), eb('datasetItems.lineage', '<>', lineage)]),
      )
      .execute()
  }

  return rowCheck({
    id: 'item-facts',
    differing,
    say: ({ id }) => ({
      en: `${id}: its file has another score or lineage`,
      zh: `${id}：其文件的评分或来源不同`,
    }),
    set: ({ id, ...facts }) => query.updateTable('datasetItems').set(facts).where('id', '=', id).execute(),
  })
}
