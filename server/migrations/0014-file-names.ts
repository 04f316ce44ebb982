import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * What finds files by a part of their name, and says whether what was remembered of a space's files still holds. Both
 * are fed by triggers, so that no statement that changes files can pass them by.
 */
export const up: Migration['up'] = async (schema, database) => {
  const query = database.query()
  const run = (statement: string) => sql.raw(statement).execute(query)

  await schema
    .createTable('fileVersions')
    .addColumn('spaceId', 'text', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()

  // Every three characters in a row; beyond ASCII also every one and two, since there two make a word.
  const index = `content='', contentless_delete=1, detail=none`
  await run(`create virtual table "fileNames" using fts5("name", ${index}, tokenize='trigram')`)
  const signs = `unicode61 remove_diacritics 0 categories ''L* M* N* P* S* Co''`
  await run(`create virtual table "fileSigns" using fts5("name", ${index}, tokenize='${signs}')`)
  const add = (from: string, where = '') =>
    `insert into "fileNames" (rowid, "name") select ${from}."number", ${from}."name" ${where}`
  const addSigns = (from: string, table: string, group: string) =>
    `insert into "fileSigns" (rowid, "name")
      select ${from}."number", group_concat(substr(${from}."name", value, 1) || ' ' || substr(${from}."name", value, 2), ' ')
      from ${table} json_each('[${positions}]')
      where ${from}."name" glob '*[^ -~]*' and unicode(substr(${from}."name", value, 1)) > 127 ${group}`
  await run(add('"files"', 'from "files"'))
  await run(addSigns('"files"', '"files",', 'group by "files"."number"'))

  const changed = (row: string) =>
    `insert into "fileVersions" ("spaceId", "version") values (${row}."spaceId", 1)
      on conflict ("spaceId") do update set "version" = "version" + 1;`
  const added = `${add('new')}; ${addSigns('new', '', 'having count(*) > 0')};`
  const gone = `delete from "fileNames" where rowid = old."number"; delete from "fileSigns" where rowid = old."number";`
  const trigger = (name: string, when: string, statements: string) =>
    run(`create trigger "${name}" after ${when} begin ${statements} end`)
  await trigger('fileAdded', 'insert on "files"', added + changed('new'))
  await trigger('fileGone', 'delete on "files"', gone + changed('old'))
  await trigger('fileChanged', 'update on "files"', changed('new'))
  await trigger('fileLeft', 'update of "spaceId" on "files" when old."spaceId" <> new."spaceId"', changed('old'))
  await trigger('fileRenamed', 'update of "name" on "files" when old."name" <> new."name"', gone + added)

  await schema.dropIndex('filesByChecksum').execute()
  await schema.createIndex('filesByChecksum').on('files').columns(['checksum', 'spaceId', 'number']).execute()
  await run(`create index "filesTagged" on "files" ("spaceId", "number") where "tags" <> '[]'`)
  await run(`create index "filesBroken" on "files" ("spaceId", "number") where "broken" = 1`)
}

/** Of every character that a name can have. */
const positions = Array.from({ length: 255 }, (_, index) => index + 1).join()
