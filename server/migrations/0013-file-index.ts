import { folderOf, fileName } from '@vermilion/contract/paths'
import { sql } from 'kysely'
import type { Generated, Kysely } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'
import { sortKey } from '../src/areas/files/sort-key.ts'

/**
 * Files by number: an index that ends in it is a third of one that ends in an id, and it is the order in which files
 * came. Folders become rows with counters, so that an empty one exists and a full one is never counted. What is deleted
 * goes to the trash. Of files in place: where they were last seen as what (`modifiedAt`), and no checksum until read.
 */
export const up: Migration['up'] = async (schema, database) => {
  const query = database.query<Tables>()
  await schema
    .createTable('folders')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    /** Of the folder it lies in; null for a space's own. */
    .addColumn('parent', 'integer')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sortKey', 'text', (column) => column.notNull())
    /** Directly in it, and with everything below. */
    .addColumn('fileCount', 'bigint', (column) => column.notNull())
    .addColumn('totalSize', 'bigint', (column) => column.notNull())
    .addColumn('allFiles', 'bigint', (column) => column.notNull())
    .addColumn('allSize', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('foldersByPath').on('folders').columns(['spaceId', 'path']).unique().execute()
  await schema.createIndex('foldersByParent').on('folders').columns(['parent', 'sortKey', 'number']).execute()
  await addFolders(query)

  await schema
    .createTable('numberedFiles')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('folder', 'integer', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sortKey', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('mediaType', 'text', (column) => column.notNull())
    .addColumn('width', 'bigint')
    .addColumn('height', 'bigint')
    .addColumn('checksum', 'text')
    .addColumn('broken', 'bigint', (column) => column.notNull())
    .addColumn('examined', 'bigint', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    /** -1 where nobody has given one. */
    .addColumn('score', 'double precision', (column) => column.notNull())
    /** Microseconds since 1970, as the file system says; null for a file of a managed space. */
    .addColumn('modifiedAt', 'bigint')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await sql`
    insert into "numberedFiles" ("id", "spaceId", "folder", "path", "name", "sortKey", "size", "kind", "mediaType",
      "width", "height", "checksum", "broken", "examined", "tags", "score", "modifiedAt", "createdAt", "updatedAt")
    select "files"."id", "files"."spaceId", "folders"."number", "files"."path", "files"."name", "files"."sortKey",
      "files"."size", "files"."kind", "files"."mediaType", "files"."width", "files"."height", "files"."checksum",
      "files"."broken", "files"."examined", '[]', -1, null, "files"."createdAt", "files"."updatedAt"
    from "files" join "folders" on "folders"."spaceId" = "files"."spaceId" and "folders"."path" = "files"."folder"
    order by "files"."createdAt", "files"."id"`.execute(query)
  await schema.dropTable('files').execute()
  await schema.alterTable('numberedFiles').renameTo('files').execute()

  await schema.createIndex('filesByPath').on('files').columns(['spaceId', 'path']).unique().execute()
  await schema.createIndex('filesByChecksum').on('files').columns(['checksum', 'number']).execute()
  await schema
    .createIndex('filesToExamine')
    .on('files')
    .columns(['number'])
    .where(sql.ref('examined'), '=', 0)
    .execute()
  for (const [name, column] of sorts) {
    await schema.createIndex(`filesInFolderBy${name}`).on('files').columns(['folder', column, 'number']).execute()
    await schema.createIndex(`filesInSpaceBy${name}`).on('files').columns(['spaceId', column, 'number']).execute()
  }
  await schema.createIndex('filesInFolder').on('files').columns(['folder', 'number']).execute()
  await schema.createIndex('filesInSpace').on('files').columns(['spaceId', 'number']).execute()

  await schema
    .createTable('trash')
    .addColumn('fileId', 'text', (column) => column.primaryKey())
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('checksum', 'text', (column) => column.notNull())
    /** The file's row as it was. */
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('deletedAt', 'text', (column) => column.notNull())
    .addColumn('deletedBy', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('trashOfSpace').on('trash').columns(['spaceId', 'deletedAt', 'fileId']).execute()
  await schema.createIndex('trashByAge').on('trash').columns(['deletedAt', 'fileId']).execute()
  await schema.createIndex('trashByChecksum').on('trash').columns(['checksum']).execute()

  await schema
    .createTable('deletedSpaces')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    /** The space's row as it was. */
    .addColumn('space', 'text', (column) => column.notNull())
    .addColumn('deletedAt', 'text', (column) => column.notNull())
    .addColumn('deletedBy', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('deletedSpacesByAge').on('deletedSpaces').columns(['deletedAt', 'id']).execute()
  await schema.alterTable('spaces').addColumn('scannedAt', 'text').execute()
}

const sorts = [
  ['Name', 'sortKey'],
  ['Size', 'size'],
  ['Kind', 'kind'],
  ['Change', 'updatedAt'],
  ['Score', 'score'],
] as const

interface FolderRow {
  spaceId: string
  path: string
  parent: number | null
  name: string
  sortKey: string
  fileCount: number
  totalSize: number
  allFiles: number
  allSize: number
  createdAt: string
  updatedAt: string
}

interface Tables {
  files: { spaceId: string; folder: string; size: number; createdAt: string; updatedAt: string }
  folders: FolderRow & { number: Generated<number> }
}

/** Rows for every folder that holds a file anywhere below it, with their counters, parents before their children. */
async function addFolders(query: Kysely<Tables>): Promise<void> {
  const groups = await query
    .selectFrom('files')
    .select(({ fn }) => [
      'spaceId',
      'folder',
      fn.countAll<number>().as('fileCount'),
      fn.sum<number>('size').as('totalSize'),
      fn.min('createdAt').as('createdAt'),
      fn.max('updatedAt').as('updatedAt'),
    ])
    .groupBy(['spaceId', 'folder'])
    .execute()
  const rows = new Map<string, FolderRow>()
  for (const { spaceId, folder, fileCount, totalSize, createdAt, updatedAt } of groups) {
    const times = { createdAt, updatedAt }
    for (let path: string | undefined = folder; path !== undefined; path = path === '' ? undefined : folderOf(path)) {
      const key = `${spaceId}/${path}`
      const none = { fileCount: 0, totalSize: 0, allFiles: 0, allSize: 0, parent: null, ...times }
      const row = rows.get(key) ?? { spaceId, path, name: fileName(path), sortKey: sortKey(path), ...none }
      if (path === folder) Object.assign(row, { fileCount, totalSize })
      row.allFiles += fileCount
      row.allSize += totalSize
      rows.set(key, row)
    }
  }
  const numbers = new Map<string, number>()
  for (const row of [...rows.values()].toSorted((a, b) => a.path.length - b.path.length)) {
    const parent = row.path === '' ? null : (numbers.get(`${row.spaceId}/${folderOf(row.path)}`) ?? null)
    const added = query
      .insertInto('folders')
      .values({ ...row, parent })
      .returning('number')
    numbers.set(`${row.spaceId}/${row.path}`, (await added.executeTakeFirstOrThrow()).number)
  }
}
