import { sql } from 'kysely'
import { findingOf } from '#platform/checks/checks'
import type { Check } from '#platform/checks/checks'
import { inTurns } from '#platform/checks/in-turns'
import { flagWhen, readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { labelCounts } from '../labels/label-counts.ts'
import type { DatasetTables } from '../catalogue/tables.ts'
import { fileFactCheck } from './file-fact-check.ts'

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
      .select(dialect.rowsAsJson(['labelId', 'count']).as('kept'))
      .whereRef('datasetItemLabels.itemId', '=', sql.ref('datasetItems.id'))
    const rows = reader
      .selectFrom('datasetItems')
      .leftJoin('datasetAnnotations', 'datasetAnnotations.itemId', 'datasetItems.id')
      .select(['datasetItems.id', 'labels', 'shapes'])
      .select(retained.as('kept'))
      .stream()
    for await (const { id, labels, shapes, kept: stored } of inTurns(rows)) {
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

  return {
    id: 'item-labels',
    locksWrites: true,
    examine: async () =>
      findingOf(
        (await differing()).map(({ id }) => ({
          en: `${id}: its shapes have other labels than it says`,
          zh: `${id}：形状的标签与记录不一致`,
        })),
      ),
    async repair() {
      for (const { id, counts } of await differing()) {
        await database.transaction(async () => {
          await query.deleteFrom('datasetItemLabels').where('itemId', '=', id).execute()
          for (const [labelId, count] of counts)
            await query.insertInto('datasetItemLabels').values({ itemId: id, labelId, count }).execute()
          const labels = [...counts.keys()].toSorted().join(' ')
          await query.updateTable('datasetItems').set({ labels }).where('id', '=', id).execute()
        })
      }
    },
  }
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

  return {
    id: 'item-duplicates',
    locksWrites: true,
    examine: async () =>
      findingOf(
        (await differing()).map(({ id, duplicated }) =>
          duplicated === 1
            ? { en: `${id}: another image has its content`, zh: `${id}：另有图片内容相同` }
            : { en: `${id}: no other image has its content`, zh: `${id}：没有内容相同的图片` },
        ),
      ),
    async repair() {
      for (const { id, duplicated } of await differing())
        await query.updateTable('datasetItems').set({ duplicated }).where('id', '=', id).execute()
    },
  }
}
