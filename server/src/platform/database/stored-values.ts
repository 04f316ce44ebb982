import type { Database } from './database.ts'

interface StoredValueTables {
  storedValues: { name: string; value: string }
}

export type StoredValues = ReturnType<typeof createStoredValues>

/** Single values that all servers on one database share. */
export function createStoredValues(database: Pick<Database, 'query'>) {
  const query = database.query<StoredValueTables>()
  const read = async (name: string): Promise<string | undefined> =>
    (await query.selectFrom('storedValues').select('value').where('name', '=', name).executeTakeFirst())?.value
  return {
    read,

    async write(name: string, value: string): Promise<void> {
      const row = query.insertInto('storedValues').values({ name, value })
      await row.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })).execute()
    },

    /** The first who writes wins. Returns what is stored then. */
    async writeOnce(name: string, value: string): Promise<string> {
      const row = query.insertInto('storedValues').values({ name, value })
      await row.onConflict((conflict) => conflict.column('name').doNothing()).execute()
      return (await read(name)) ?? value
    },

    async clear(): Promise<void> {
      await query.deleteFrom('storedValues').execute()
    },
  }
}
