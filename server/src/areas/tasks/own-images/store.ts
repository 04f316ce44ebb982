import type { ImageCheck } from '@vermilion/contract/tasks/image-check'
import type { imageCreate } from '@vermilion/contract/tasks/training-images'
import type { z } from 'zod'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export type ImageFields = Omit<z.output<typeof imageCreate>, 'name'>

export interface StoredCheck extends ImageCheck {
  id: string
}

export interface ImageRow {
  id: string
  name: string
  fields: JsonText<ImageFields>
  check: JsonText<StoredCheck> | null
  createdAt: string
}

interface ImageTables {
  trainingImages: ImageRow
}

export function createImageStore(database: Database) {
  const query = database.query<ImageTables>()
  return {
    all: () => query.selectFrom('trainingImages').selectAll().orderBy('createdAt').orderBy('id').execute(),
    find: (id: string) => query.selectFrom('trainingImages').selectAll().where('id', '=', id).executeTakeFirst(),
    add: (row: ImageRow) => query.insertInto('trainingImages').values(row).execute(),
    async change(id: string, change: Partial<Pick<ImageRow, 'fields' | 'check'>>): Promise<void> {
      await query.updateTable('trainingImages').set(change).where('id', '=', id).execute()
    },
    async remove(id: string): Promise<void> {
      await query.deleteFrom('trainingImages').where('id', '=', id).execute()
    },
  }
}
export type ImageStore = ReturnType<typeof createImageStore>
