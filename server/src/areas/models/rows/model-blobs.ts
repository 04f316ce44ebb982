import type { BlobOwner } from '#platform/blobs/index-check'
import type { Database } from '#platform/database/database'
import type { ModelRow, ModelSampleRow } from './model-row.ts'

interface ModelTables {
  models: ModelRow
  modelSamples: ModelSampleRow
}

export function modelBlobs(database: Database): readonly BlobOwner[] {
  const reader = database.reader<ModelTables>()
  const ownerOf = (table: keyof ModelTables): BlobOwner => ({
    category: 'model',
    async named(checksums) {
      const rows = reader.selectFrom(table).select('checksum').where('checksum', 'in', checksums)
      return (await rows.execute()).map(({ checksum }) => checksum)
    },
    all: () => reader.selectFrom(table).select(['checksum', 'size']).stream(),
  })
  const holders: BlobOwner['holders'] = (ids) =>
    reader.selectFrom('models').select(['id', 'name']).where('id', 'in', ids).execute()
  return [{ ...ownerOf('models'), holders }, ownerOf('modelSamples')]
}
