import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlobOwners } from '#platform/blobs/index-check'
import type { Database } from '#platform/database/database'
import { columnsOf, dropReferences } from '../../../testing/database-schema.ts'
import { problemsOf } from '../../../testing/check-problems.ts'
import { placeMigratedDatabase } from '../../../testing/migrated-database.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { contentCounterCheck, createContentCounters } from './content-counters.ts'

let folder: string
let database: Database
let restoreReferences: () => Promise<void>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-counters-'))
  await placeMigratedDatabase(folder)
  database = await openTestDatabase(folder)
  restoreReferences = await dropReferences(database)
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (statement: string) => sql.raw(statement).execute(database.query())
const sizeOf = (content: number) => 1_000 + content * 3_000

/** Statements like the areas', on few contents and spaces, so that references come and go in every order. */
const file = (id: number, { space, content, inPlace }: { space: number; content: number; inPlace: boolean }) =>
  `insert into "files" ("id", "spaceId", "folder", "path", "name", "sortKey", "size", "kind", "mediaType", "checksum",
    "broken", "examined", "tags", "score", "modifiedAt", "createdAt", "updatedAt")
    values ('${id}', 's${space}', 1, '${id}', '${id}', '', ${sizeOf(content)}, 'other', '', 'c${content}', 0, 1, '[]', -1,
    ${inPlace ? 1 : 'null'}, '', '')`
const changes = {
  addFile: (id, name) => `${file(id, name)} on conflict do nothing`,
  removeFile: (id) => `delete from "files" where "id" = '${id}'`,
  replaceFile: (id, { content }) =>
    `update "files" set "checksum" = 'c${content}', "size" = ${sizeOf(content)} where "id" = '${id}'`,
  moveFile: (id, { space }) => `update "files" set "spaceId" = 's${space}', "folder" = 1 where "id" = '${id}'`,
  readInPlace: (id) => `update "files" set "checksum" = null where "id" = '${id}' and "modifiedAt" is not null`,
  addTrash: (id, { space, content }) => `insert into "trash" values
    ('${id}', 's${space}', '', ${sizeOf(content)}, 'c${content}', '{}', '', '', null) on conflict do nothing`,
  removeTrash: (id) => `delete from "trash" where "fileId" = '${id}'`,
  keepSnapshot: (_id, { content }) => `insert into "datasetSnapshots" values ('c${content}', ${sizeOf(content)}, '')
    on conflict ("checksum") do update set "createdAt" = 'again'`,
  forgetSnapshot: (_id, { content }) => `delete from "datasetSnapshots" where "checksum" = 'c${content}'`,
  unpack: (
    id,
    { content },
  ) => `insert into "unpackings" ("id", "spaceId", "path", "conflict", "checksum", "size", "state",
    "taken", "skipped", "skips", "createdAt", "updatedAt")
    values ('${id}', 's', '', '', 'c${content}', ${sizeOf(content)}, 'running', 0, 0, '[]', '', '') on conflict do nothing`,
  unpacked: (id) => `update "unpackings" set "state" = 'success' where "id" = '${id}'`,
  prepare: (id) => `insert into "datasetExports" ("id", "datasetId", "format", "withImages", "status", "name", "images",
    "annotations", "unavailable", "unfit", "size", "labelsSize", "planSize", "entries", "createdAt", "expiresAt")
    values ('${id}', 'd', '', 0, 'preparing', '', 0, 0, 0, 0, 0, 0, 0, 0, '', '') on conflict do nothing`,
  prepared: (
    id,
    { content },
  ) => `update "datasetExports" set "labels" = 'c${content}', "labelsSize" = ${sizeOf(content)},
    "plan" = 'c${content + 1}', "planSize" = ${sizeOf(content + 1)}, "status" = 'ready' where "id" = '${id}'`,
  addModel: (
    id,
    { content },
  ) => `insert into "models" ("id", "name", "type", "size", "framework", "labelType", "labels",
    "inputSize", "metrics", "checksum", "datasetName", "datasetFormat", "datasetType", "taskName", "createdAt")
    values ('m${id}', '', '', ${sizeOf(content)}, '', '', '[]', 0, '[]', 'c${content}', '', '', '', '', '')
    on conflict do nothing`,
  removeModel: (id) => `delete from "models" where "id" = 'm${id}'`,
  addSample: (id, { space, content }) => `insert into "modelSamples"
    values ('m${id}', ${space}, 0, 'c${content}', ${sizeOf(content)}) on conflict do nothing`,
  removeSamples: (id) => `delete from "modelSamples" where "modelId" = 'm${id}'`,
  addArtifact: (id, { content }) => `insert into "artifacts" ("id", "kind", "name", "version", "compatible", "size",
    "unpackedSize", "checksum", "signed", "repeatable", "fileName", "notes", "creator", "createdAt")
    values ('${id}', '', '${id}', '', '', ${sizeOf(content)}, 0, 'c${content}', 0, 0, '', '', '', '') on conflict do nothing`,
  removeArtifact: (id) => `delete from "artifacts" where "id" = '${id}'`,
  addImportFile: (id, { content }) => `insert into "datasetImportFiles"
    values ('${id}', 'd', '', 'c${content}', ${sizeOf(content)}, '') on conflict do nothing`,
  removeImportFile: (id) => `delete from "datasetImportFiles" where "id" = '${id}'`,
  keepChanges: (id, { space, content }) => `insert into "datasetVersionChanges"
    values ('v${id}', 'v${space}', 'added', 'c${content}', ${sizeOf(content)}) on conflict do nothing`,
  forgetChanges: (id) => `delete from "datasetVersionChanges" where "beforeId" = 'v${id}'`,
  forgetExport: (id) => `delete from "datasetExports" where "id" = '${id}'`,
} satisfies Record<string, (id: number, name: { space: number; content: number; inPlace: boolean }) => string>

const tables = ['files', 'trash', 'models', 'modelSamples', 'artifacts', 'unpackings', 'datasetSnapshots'].concat([
  'datasetImportFiles',
  'datasetVersionChanges',
  'datasetExports',
])

test('R1.08 R2.34 whatever names content, and stops to, in any order, each content is counted once, for the first that names it', async () => {
  const change = fc.record({
    kind: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
    id: fc.nat(5),
    name: fc.record({ space: fc.nat(2), content: fc.nat(3), inPlace: fc.boolean() }),
  })
  const check = contentCounterCheck(database)
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 60 }), async (all) => {
      for (const { kind, id, name } of all) await run(changes[kind](id, name))
      expect(await problemsOf(check)).toEqual([])
    }),
    { numRuns: 60 },
  )
  for (const table of tables) await run(`delete from "${table}"`)
  const counters = createContentCounters(database, createBlobOwners())
  expect(await counters.rows()).toEqual([])
  await counters.forgetEmpty()

  await run(file(1, { space: 1, content: 1, inPlace: false }))
  await run(file(2, { space: 0, content: 1, inPlace: false }))
  await run(changes.keepSnapshot(0, { space: 0, content: 2, inPlace: false }))
  expect(await counters.rows()).toEqual([
    { category: 'space', id: 's0', name: '', bytes: 4_096, files: 1 },
    { category: 'version', id: null, name: '', bytes: 8_192, files: 1 },
  ])

  const changing = run(`update "datasetSnapshots" set "checksum" = 'c3'`)
  await expect(changing).rejects.toThrow('the content of a row of datasetSnapshots does not change')

  await run(`update "contentCounters" set "bytes" = 5 where "key" = '0/s0'`)
  await run(`delete from "contentCounters" where "key" = '3/'`)
  expect(await problemsOf(check)).toHaveLength(3)
  await check.repair?.()
  expect(await problemsOf(check)).toEqual([])
})

test('a sample that lies in a space and its trash too counts for each in turn, and for its model in the end', async () => {
  const content = { space: 1, content: 1, inPlace: false }
  const counted = async () =>
    (await createContentCounters(database, createBlobOwners()).rows()).map(({ category, id }) => [category, id])
  for (const table of tables) await run(`delete from "${table}"`)
  await run(changes.addSample(2, content))
  await run(changes.addModel(3, content))
  await run(file(1, content))
  expect(await counted()).toEqual([['space', 's1']])
  await run(changes.addTrash(1, content))
  await run(changes.removeFile(1))
  expect(await counted()).toEqual([['model', 'm2']])
  await run(changes.removeTrash(1))
  await run(changes.removeSamples(2))
  expect(await counted()).toEqual([['model', 'm3']])
  await run(changes.removeModel(3))
  expect(await counted()).toEqual([])
  expect(await problemsOf(contentCounterCheck(database))).toEqual([])
})

async function addRow(table: string, values: Readonly<Record<string, string>>): Promise<void> {
  const required = (await columnsOf(database, table)).filter(({ isRequired }) => isRequired)
  const row = { ...Object.fromEntries(required.map(({ name, isNumber }) => [name, isNumber ? '0' : ''])), ...values }
  await run(`insert into "${table}" (${Object.keys(row).map((name) => `"${name}"`)})
    values (${Object.values(row).map((value) => `'${value}'`)})`)
}

test('what goes with a dataset, without a statement of its own, is counted no more', async () => {
  for (const table of tables) await run(`delete from "${table}"`)
  await restoreReferences()
  await addRow('datasets', { id: 'd' })
  await addRow('datasetVersions', { id: 'v1', datasetId: 'd', number: '1' })
  await addRow('datasetVersions', { id: 'v2', datasetId: 'd', number: '2' })
  await addRow('datasetVersionDiffs', { beforeId: 'v1', afterId: 'v2' })
  await run(changes.keepChanges(1, { space: 2, content: 1, inPlace: false }))
  await run(changes.addImportFile(1, { space: 0, content: 2, inPlace: false }))
  await run(changes.prepare(1))
  await run(changes.prepared(1, { space: 0, content: 3, inPlace: false }))
  const counters = createContentCounters(database, createBlobOwners())
  const counted = (await counters.rows()).map(({ category, files }) => [category, files])
  expect(counted).toEqual([
    ['version', 1],
    ['import', 1],
    ['export', 2],
  ])
  await run(`delete from "datasets" where "id" = 'd'`)
  expect(await counters.rows()).toEqual([])
  expect(await problemsOf(contentCounterCheck(database))).toEqual([])
})
