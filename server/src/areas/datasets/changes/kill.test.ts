import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ItemChange } from '@vermilion/contract/datasets/changes'
import type { DatasetItem, ItemFilter } from '@vermilion/contract/datasets/items'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { workEndpoints } from '@vermilion/contract/work'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#platform/database/database'
import { createKillableServer, type KillableServer } from '../../../testing/killable-server.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { sortKeyOf } from '../items/item-store.ts'
import { datasetOf, spaceWith } from '../testing/pictures.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'

const images = 3_000

let data = ''
let server: KillableServer
let dataset: Dataset

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
  const first = await startTestServer({ data })
  const space = await spaceWith(first, 'many', ['0.png'])
  const labels = [{ name: 'good' }, { name: 'bad' }]
  dataset = await datasetOf(first, space.id, { name: 'many', labelType: 'picture-classification', labels })
  await first.stop()
  await seed()
  server = createKillableServer(data)
  await server.start()
})
afterAll(async () => {
  await server.kill()
  await rm(data, { recursive: true, force: true })
})

async function inDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openTestDatabase(data)
  await database.transaction(() => work(database))
  await database.close()
}

async function add(database: Database, id: string, path: string): Promise<void> {
  await sql`insert into "datasetItems" ("id", "datasetId", "fileId", "spaceId", "path", "place", "checksum", "width", "height",
      "status", "split", "annotationCount", "revision", "available", "updatedAt")
    select ${id}, "datasetId", ${`of ${id}`}, "spaceId", ${path}, ${sortKeyOf(path)}, ${id.padStart(64, '0')}, "width", "height",
      "status", "split", 0, 0, 1, "updatedAt" from "datasetItems" where "path" = '0.png'`.execute(database.query())
  await sql`update "datasets" set "fileCount" = "fileCount" + 1`.execute(database.query())
}

const seed = () =>
  inDatabase(async (database) => {
    for (let number = 1; number < images - 1; number += 1) await add(database, `${number}`, `${number}.png`)
  })

const params = () => ({ datasetId: dataset.id })
const look = (datasetId = dataset.id) => server.call(datasetEndpoints.getDataset, { params: { datasetId } })
const count = async (query: ItemFilter = {}) =>
  (await server.call(datasetEndpoints.countItems, { params: params(), query })).items
const change = (what: ItemChange) =>
  server.call(datasetEndpoints.changeItems, {
    params: params(),
    body: { selection: { filter: {}, except: [] }, change: what },
  })
const undo = (undoId: string | null) =>
  server.call(datasetEndpoints.undoItemChange, { params: { undoId: undoId ?? '' } })
const workOf = async (id: string | null) => (await server.call(workEndpoints.listWork, {})).find((one) => one.id === id)

async function restart(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
  await server.kill()
  await meanwhile()
  await server.start()
}

async function under(workId: string | null, what: 'done' | 'total', least: number): Promise<number> {
  for (let wasSeen = false, tries = 0; tries < 3_000; tries += 1) {
    const work = await workOf(workId)
    if (wasSeen && work === undefined) break
    wasSeen ||= work !== undefined
    const done = work?.progress?.[what] ?? 0
    const isUnderWay = work === undefined || work.status === 'waiting' || work.status === 'running'
    if (done >= least || !isUnderWay) return done
    await sleep(2)
  }
  throw new Error('it ended before the server could be killed')
}

/** Short or undone work is no longer listed once it has ended. */
const waitForEnd = (workId: string | null) =>
  expect.poll(async () => (await workOf(workId))?.status ?? 'success', { interval: 50 }).toBe('success')

async function splits(): Promise<DatasetItem['split'][]> {
  const matches: DatasetItem['split'][] = []
  for (let offset = 0; offset < images; offset += 500) {
    const page = await server.call(datasetEndpoints.listItems, { params: params(), query: { limit: 500, offset } })
    matches.push(...page.items.map(({ split }) => split))
  }
  return matches
}

const healthy = async () => {
  const doctor = await runCommand(data, ['doctor'])
  expect(doctor.status, doctor.output).toBe(0)
}

describe('R4.12 the server killed', { timeout: 300_000 }, () => {
  test('while images of a bulk change are looked for: all that are there then are meant, the new ones too', async () => {
    const { workId } = await change({ addTags: ['night'], removeTags: [] })
    await under(workId, 'total', 500)
    // A run that was cut off while collecting leaves this point; then an image is added.
    const point = JSON.stringify({ phase: 'collect', number: 500, items: 0, skipped: 0 })
    await restart(() =>
      inDatabase(async (database) => {
        await sql`delete from "changedItems" where "number" > 500`.execute(database.query())
        await sql`update "jobs" set "resumePoint" = ${point} where "kind" = 'change-images'`.execute(database.query())
        await add(database, 'new', '0.jpg')
      }),
    )
    await waitForEnd(workId)
    expect(await count()).toBe(images)
    expect(await count({ tag: 'night' })).toBe(images)
  })

  test('while a class is set on all images, and while that is taken back: each is changed once', async () => {
    const [good] = dataset.labels
    const { workId, undoId } = await change({ labelId: good!.id, mode: 'set' })
    expect(await under(workId, 'done', images / 4)).toBeLessThan(images)
    await restart()
    await waitForEnd(workId)
    const all = images
    expect(await look()).toMatchObject({ fileCount: all, labeledCount: all, annotationCount: all })

    const back = await undo(undoId)
    while ((await look()).labeledCount > 0.7 * all);
    await restart()
    expect((await look()).labeledCount).toBeGreaterThan(0)
    await waitForEnd(back.workId)
    expect(await look()).toMatchObject({ fileCount: all, labeledCount: 0, annotationCount: 0 })
    await waitForEnd((await change({ labelId: good!.id, mode: 'set' })).workId)
    await healthy()
  })

  test('and a division by a ratio that is stopped half way is taken back as far as it went', async () => {
    const previous = await splits()
    const { workId, undoId } = await change({
      splitRatio: { train: 1, validation: 1, test: 1 },
      seed: 3,
      stratified: false,
    })
    expect(await under(workId, 'done', images / 5)).toBeLessThan(images)
    await server.call(workEndpoints.stopWork, { params: { workId: workId ?? '' } })
    const half = await splits()
    expect(half).not.toEqual(previous)
    await waitForEnd((await undo(undoId)).workId)
    expect(await splits()).toEqual(previous)
  })

  test('while a dataset is duplicated: each image is there once with its labels', async () => {
    const body = { name: 'copy', labels: true }
    const { id } = await server.call(datasetEndpoints.duplicateDataset, { params: params(), body })
    while ((await look(id)).fileCount < images / 4);
    await restart()
    expect(await look(id)).toMatchObject({ status: 'processing' })
    await expect.poll(async () => (await look(id)).status, { interval: 50 }).toBe('success')
    const all = images
    expect(await look(id)).toMatchObject({ fileCount: all, labeledCount: all, annotationCount: all })
    const { total } = await server.call(datasetEndpoints.listItems, { params: { datasetId: id }, query: { limit: 1 } })
    expect(total).toBe(all)
    await healthy()
  })

  test('while a label is merged into another over many images: how far it is stays known, and each shape is there once', async () => {
    const [good, bad] = dataset.labels
    await waitForEnd((await change({ labelId: good!.id, mode: 'set' })).workId)
    const all = (await look()).fileCount
    const body = { from: [good!.id], to: bad!.id }
    const { workId } = await server.call(datasetEndpoints.mergeLabels, { params: params(), body })
    expect(workId).not.toBeNull()
    const database = await openTestDatabase(data)
    const jobs = database
      .query<{ jobs: Record<'id' | 'kind' | 'done' | 'total' | 'unit', unknown> }>()
      .selectFrom('jobs')
    const relabelling = jobs.select(['id', 'done', 'total', 'unit']).where('kind', '=', 'relabel-images')
    const jobOf = async (): Promise<Record<string, unknown>> => (await relabelling.executeTakeFirst()) ?? {}
    while (Number((await jobOf())['done'] ?? 0) < all / 8) await sleep(1)
    await server.kill()
    const job = await jobOf()
    await database.close()
    await server.start()
    expect(job).toMatchObject({ total: all, unit: 'images' })
    expect(workId).toBe(`job.${String(job['id'])}`)
    expect(job['done']).toBeGreaterThanOrEqual(all / 8)
    expect(job['done']).toBeLessThan(all)
    await waitForEnd(workId)
    await expect.poll(async () => (await look()).labels.length).toBe(1)
    expect((await look()).labels[0]?.id).toBe(bad!.id)
    expect(await look()).toMatchObject({ labeledCount: all, annotationCount: all })
    expect(await count({ labelId: bad!.id })).toBe(all)
    await healthy()
  })
})
