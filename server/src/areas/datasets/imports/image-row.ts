import type { Kysely } from 'kysely'
import type { DecodedImage } from './decoding/decode-messages.ts'

export interface ImportImageRow extends Omit<DecodedImage, 'classes'> {
  importId: string
  number: number
  stem: string
  itemId: string | null
}

export interface ImportImageTables {
  datasetImportImages: ImportImageRow
  datasetItems: { id: string; path: string; status: string; annotationCount: number; width: number; height: number }
}

export const ofImport = (from: Kysely<ImportImageTables>, importId: string) =>
  from.selectFrom('datasetImportImages').where('importId', '=', importId)
