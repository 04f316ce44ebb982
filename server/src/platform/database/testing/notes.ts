import { flag, writeJson } from '../columns.ts'
import type { Flag, JsonText } from '../columns.ts'
import { createDatabase } from '../database.ts'
import type { Database } from '../database.ts'
import type { Engine } from '../engine.ts'

interface NoteTables {
  notes: {
    id: string
    size: number
    weight: number
    pinned: Flag
    content: JsonText<{ words: string[]; nothing: null }>
    parentId: string | null
  }
}

export const note = (id: string, size = 0): NoteTables['notes'] => {
  const content = writeJson({ words: ['朱雀'], nothing: null })
  return { id, size, weight: 0.1, pinned: flag(true), content, parentId: null }
}

async function createNotes(database: Database): Promise<void> {
  await database
    .query<NoteTables>()
    .schema.createTable('notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('weight', 'double precision', (column) => column.notNull())
    .addColumn('pinned', 'bigint', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('parentId', 'text', (column) => column.references('notes.id').onDelete('cascade'))
    .execute()
}

export type OpenNotes = ReturnType<typeof notesOf>

export function notesOf(open: () => Promise<Engine>) {
  return async () => {
    const database = createDatabase(await open())
    await createNotes(database)
    const query = database.query<NoteTables>()
    const reader = database.reader<NoteTables>()
    const add = (row: NoteTables['notes']) => query.insertInto('notes').values(row).execute()
    const ids = async () =>
      (await query.selectFrom('notes').select('id').orderBy('id').execute()).map((row) => row.id).join('')
    return { database, query, reader, add, ids }
  }
}
