import type { BlobOwner } from '#platform/blobs/index-check'
import type { Database } from '#platform/database/database'
import type { ModelRow, ModelSampleRow } from './model-row.ts'

interface ModelTables {
  models: ModelRow
  modelSamples: ModelSampleRow
}

export function modelBlobs(database: Database): readonly BlobOwner[] {
  const reader = database.reader<ModelTables>()
  return [
    {
      category: 'model',
      holders: (ids) =>
        reader
          .selectFrom('models')
          .select(['id', 'name'])
          .where('id', 'in', [...ids])
          .execute(),
      async named(checksums) {
        const rows = await reader
          .selectFrom('models')
          .select('checksum')
          .where('checksum', 'in', [...checksums])
          .execute()
        return rows.map(({ checksum }) => checksum)
      },
      all: () => reader.selectFrom('models').select(['checksum', 'size']).stream(),
    },
    {
      category: 'model',
      async named(checksums) {
        const rows = await reader
          .selectFrom('modelSamples')
          .select('checksum')
          .where('checksum', 'in', [...checksums])
          .execute()
        return rows.map(({ checksum }) => checksum)
      },
      all: () => reader.selectFrom('modelSamples').select(['checksum', 'size']).stream(),
    },
  ]
}
