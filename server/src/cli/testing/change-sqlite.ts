import { DatabaseSync } from 'node:sqlite'
import { dataPaths } from '#platform/data-folder'
import { teachFolding } from '#platform/database/fold-case'

export function changeSqlite(data: string, statement: string): void {
  const database = new DatabaseSync(dataPaths(data).database)
  teachFolding(database)
  database.exec(statement)
  database.close()
}
