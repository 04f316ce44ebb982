import { searchFields, type SearchTerm } from '@vermilion/contract/image-search/terms'
import type { Generated } from 'kysely'
import type { FileRow } from '#areas/files'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { matchedIn } from './conditions.ts'

interface Tables {
  files: Omit<FileRow, 'number'> & { number: Generated<number> }
  datasetItems: { id: string; datasetId: string; fileId: string }
  datasets: { id: string; name: string; deletedAt: string | null }
}

export function createVisibleResults(database: Database) {
  const reader = database.reader<Tables>()
  return async (ids: readonly string[], terms: readonly SearchTerm[]) => {
    const matched = searchFields.map((field) => matchedIn(field, terms).as(`in-${field}` as const))
    const rows = await reader
      .selectFrom('files')
      .selectAll('files')
      .select(matched)
      .where('files.id', 'in', dialect.texts(ids))
      .execute()
    const datasets = await reader
      .selectFrom('datasetItems')
      .innerJoin('datasets', 'datasets.id', 'datasetItems.datasetId')
      .select(['datasetItems.fileId', 'datasetItems.id as itemId', 'datasets.id', 'datasets.name'])
      .where('datasetItems.fileId', 'in', dialect.texts(ids))
      .where('datasets.deletedAt', 'is', null)
      .orderBy('datasets.name')
      .execute()
    const datasetsOf = Map.groupBy(datasets, ({ fileId }) => fileId)
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => {
      const row = rowOf.get(id)
      if (row === undefined) return []
      const fields = searchFields.filter((field) => row[`in-${field}`] === 1)
      const inDatasets = (datasetsOf.get(id) ?? []).map(({ fileId: _fileId, ...dataset }) => dataset)
      return [{ row, matched: fields, datasets: inDatasets }]
    })
  }
}
