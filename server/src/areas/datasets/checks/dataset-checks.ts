import { labeledStatuses } from '@vermilion/contract/datasets/items'
import { counterCheck, type Checks, type Counted } from '#platform/checks/checks'
import { inTurns } from '#platform/checks/in-turns'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { itemChecks } from './item-checks.ts'
import { reportChecks } from './report-checks.ts'
import type { DatasetTables } from '../catalogue/tables.ts'

/** Checks of `vermilion doctor`: each counter is recounted from the rows below it, from the annotation documents up. */
export function addDatasetChecks(checks: Checks, database: Database): void {
  const reader = database.reader<DatasetTables>()
  const query = database.query<DatasetTables>()

  for (const check of [...reportChecks(database), annotationCheck(database), ...itemChecks(database)]) checks.add(check)
  checks.add(
    counterCheck({
      id: 'dataset-counters',
      async compare() {
        const rows = await reader
          .selectFrom('datasets')
          .leftJoin('datasetItems', 'datasetItems.datasetId', 'datasets.id')
          .select(({ fn, val }) => [
            'datasets.id as id',
            'datasets.fileCount as fileCount',
            'datasets.labeledCount as labeledCount',
            'datasets.annotationCount as annotationCount',
            fn.count<number>('datasetItems.id').as('files'),
            fn.count<number>('datasetItems.id').filterWhere('datasetItems.status', 'in', labeledStatuses).as('labeled'),
            fn.coalesce(fn.sum<number>('datasetItems.annotationCount'), val(0)).as('annotations'),
          ])
          .groupBy('datasets.id')
          .execute()
        return rows.map(({ id, files, labeled, annotations, ...stored }) => ({
          id,
          stored,
          counted: { fileCount: files, labeledCount: labeled, annotationCount: annotations },
        }))
      },
      set: ({ id, counted }) => query.updateTable('datasets').set(counted).where('id', '=', id).execute(),
    }),
  )
  checks.add(
    counterCheck({
      id: 'label-counters',
      async compare() {
        const rows = await reader
          .selectFrom('datasetLabels')
          .leftJoin('datasetItemLabels', 'datasetItemLabels.labelId', 'datasetLabels.id')
          .select(({ fn, val }) => [
            'datasetLabels.id as id',
            'datasetLabels.annotationCount as annotationCount',
            'datasetLabels.imageCount as imageCount',
            fn.count<number>('datasetItemLabels.itemId').as('images'),
            fn.coalesce(fn.sum<number>('datasetItemLabels.count'), val(0)).as('annotations'),
          ])
          .groupBy('datasetLabels.id')
          .execute()
        return rows.map(({ id, annotationCount, imageCount, annotations, images }) => ({
          id,
          stored: { annotationCount, imageCount },
          counted: { annotationCount: annotations, imageCount: images },
        }))
      },
      set: ({ id, counted }) => query.updateTable('datasetLabels').set(counted).where('id', '=', id).execute(),
    }),
  )
}

function annotationCheck(database: Database) {
  const reader = database.reader<DatasetTables>()
  const query = database.query<DatasetTables>()
  return counterCheck({
    id: 'item-annotations',
    async compare() {
      const rows = reader
        .selectFrom('datasetItems')
        .leftJoin('datasetAnnotations', 'datasetAnnotations.itemId', 'datasetItems.id')
        .select(['datasetItems.id', 'annotationCount', 'shapes'])
        .stream()
      const compared: Counted[] = []
      for await (const { id, annotationCount, shapes } of inTurns(rows)) {
        const counted = shapes === null ? 0 : readJson(shapes).length
        if (counted !== annotationCount)
          compared.push({ id, stored: { annotationCount }, counted: { annotationCount: counted } })
      }
      return compared
    },
    set: ({ id, counted }) => query.updateTable('datasetItems').set(counted).where('id', '=', id).execute(),
  })
}
