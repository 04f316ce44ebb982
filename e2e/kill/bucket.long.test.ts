import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { datasetExportEndpoints, type DatasetExport } from '@vermilion/contract/datasets/exports'
import { uploadPackPath, type UploadPackAnswer } from '@vermilion/contract/files/uploads'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abortUnfinished } from '../../server/src/platform/blobs/s3/upload.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { packOf } from '../../server/src/testing/upload-pack.ts'
import { KillTarget } from './kill-target.ts'
import { createRandom, paintPicture } from './pictures.ts'
import { createStorageServer, skippedWithoutProgram, storageProgram } from './storage-server.ts'

const [serverKills, storageKills] = [25, 10]
/** Bytes that go to the bucket in parts. */
const largeBytes = 66 * 1024 ** 2
const seed = Number(process.env['VERMILION_TEST_SEED'] ?? Date.now() % 100_000)
const random = createRandom(seed)
const between = (least: number, most: number) => least + random() * (most - least)
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

const port = await freePort()
const folder = mkdtempSync(join(tmpdir(), 'vermilion-bucket-kill-'))

describe.skipIf(storageProgram === undefined)(`a bucket, VERMILION_TEST_SEED=${seed}${skippedWithoutProgram}`, () => {
  const storage = createStorageServer(folder, port)
  const target = new KillTarget(random, storage.variables)
  const { client } = target
  /** Checksums of what was confirmed, by path. */
  const confirmed = new Map<string, string>()
  const exports: DatasetExport[] = []
  /** Contents that lie in the bucket for two days, named by nothing; half of them are uploaded while they are deleted. */
  let planted: Buffer[] = []
  let [isOver, spaceId] = [false, '']

  beforeAll(async () => {
    await storage.start()
    await storage.makeBucket()
    await target.start()
    spaceId = (await client.call(spaceEndpoints.createSpace, { body: { name: 'Kills', path: 'kills' } })).id
  })
  afterAll(async () => {
    await target.remove()
    await storage.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  async function uploadPack(files: readonly { path: string; content: Buffer }[]): Promise<void> {
    const body = packOf(spaceId, files)
    for (;;) {
      const response = await client.send(uploadPackPath, { method: 'POST', headers: { language: 'en-us' }, body })
      const { data } = (await response.json()) as { data: UploadPackAnswer | null }
      if (response.ok) {
        for (const [index, { outcome, message }] of data!.files.entries()) {
          expect(outcome, message ?? '').toBe('taken')
          confirmed.set(files[index]!.path, sha256(files[index]!.content))
        }
        return
      }
      await sleep(100)
    }
  }

  async function uploadOne(path: string, content: Buffer, chunk?: number): Promise<void> {
    await client.upload(content, { spaceId, path }, chunk)
    confirmed.set(path, sha256(content))
  }

  async function repeat(work: (round: number) => Promise<void>): Promise<number> {
    let round = 0
    for (; !isOver; round += 1) await work(round)
    return round
  }

  async function plantMore(): Promise<void> {
    const contents = Array.from({ length: 20 }, () => randomBytes(2_000))
    await Promise.all(contents.map(storage.plant))
    planted = contents
  }

  async function disturb(): Promise<void> {
    for (let number = 0; number < serverKills + storageKills; number += 1) {
      await sleep(between(100, 4_000))
      const isStorage = Math.floor((number * storageKills) / 35) < Math.floor(((number + 1) * storageKills) / 35)
      if (isStorage) {
        await storage.kill()
        await sleep(between(0, 2_000))
        await storage.start()
        continue
      }
      await target.kill()
      await plantMore()
      await target.startAgain()
    }
  }

  test('R2.28 R4.12 25 kills of the server and 10 of the bucket: nothing confirmed is lost, nothing is there twice', async () => {
    const pictures = await Promise.all(Array.from({ length: 12 }, () => paintPicture(random)))
    await uploadPack(pictures.map(({ content }, index) => ({ path: `pictures/${index}.png`, content })))
    const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
    const body = { name: 'Kills', ...kind, spaceId, labels: [{ name: 'red' }] }
    const { id: datasetId } = await client.call(datasetEndpoints.createDataset, { body })
    const dataset = await target.waitForDataset(datasetId)
    const items = await target.listItems(datasetId)
    const saved = new Map<string, object>()

    async function save(round: number): Promise<void> {
      const { id: itemId } = items[round % items.length]!
      const box = { x: 1, y: 1, width: 10 + (round % 50), height: 10 }
      const shapes = [
        { id: `shape-${itemId}`, kind: 'box', box, labelId: dataset.labels[0]!.id, source: 'manual' } as const,
      ]
      const baseRevision = (saved.get(itemId) as { revision: number } | undefined)?.revision ?? 0
      const request = { params: { itemId }, body: { baseRevision, shapes: [...shapes], complete: true } }
      const { revision } = await client.call(annotationEndpoints.saveAnnotation, request)
      saved.set(itemId, { itemId, revision, shapes })
      await sleep(20)
    }

    async function exportAll(): Promise<void> {
      const started = await client.call(datasetExportEndpoints.createExport, {
        params: { datasetId },
        body: { format: 'coco' },
      })
      for (;;) {
        const now = await client.call(datasetExportEndpoints.getExport, { params: { exportId: started.id } })
        if (now.status !== 'preparing') return void exports.push(now)
        await sleep(50)
      }
    }

    async function uploadPlanted(round: number): Promise<void> {
      const contents = planted.slice(0, 10)
      planted = []
      if (contents.length > 0)
        await uploadPack(contents.map((content, index) => ({ path: `planted/${round}-${index}.bin`, content })))
      await sleep(5)
    }

    const rounds = await Promise.all([
      disturb().finally(() => (isOver = true)),
      repeat((round) => uploadOne(`parts/${round}.bin`, randomBytes(Math.floor(between(1, 400_000))), 60_000)),
      repeat((round) => uploadOne(`whole/${round}.bin`, randomBytes(Math.floor(between(1, 60_000))))),
      repeat(async (round) => {
        await uploadOne(`large/${round}.bin`, randomBytes(largeBytes))
        await sleep(between(0, 4_000))
      }),
      repeat((round) =>
        uploadPack(
          Array.from({ length: 8 }, (_, index) => ({
            path: `packs/${round}-${index}.bin`,
            content: randomBytes(Math.floor(between(0, 30_000))),
          })),
        ),
      ),
      repeat(uploadPlanted),
      repeat(save),
      repeat(exportAll),
    ])
    expect(target.kills).toBe(serverKills)
    const ready = exports.filter(({ status }) => status === 'ready')
    process.stdout.write(
      `${rounds.slice(1).join(', ')} rounds, ${confirmed.size} files, ${ready.length} of ${exports.length} exports\n`,
    )
    expect(Math.min(...rounds.slice(1).map(Number), ready.length)).toBeGreaterThan(0)
    expect(exports.filter(({ status }) => status !== 'ready' && status !== 'failed')).toEqual([])

    await target.forgetCopies()
    const files = await target.listFiles(spaceId)
    expect(files.map(({ path }) => path).toSorted()).toEqual([...confirmed.keys()].toSorted())
    expect(new Map(files.map(({ path, checksum }) => [path, checksum]))).toEqual(confirmed)
    for (const { id, path, checksum } of files) {
      const response = await client.send(`/files/${id}/content`, {})
      expect([response.status, sha256(new Uint8Array(await response.arrayBuffer()))], path).toEqual([200, checksum])
    }
    for (const item of items)
      expect(await client.call(annotationEndpoints.getAnnotation, { params: { itemId: item.id } })).toEqual(
        saved.get(item.id),
      )
    for (const { id, size } of ready) {
      const response = await client.send(`/exports/${id}/file`, {})
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, size])
    }

    const unfinished = await storage.unfinished()
    process.stdout.write(`${unfinished} uploads in parts were cut off\n`)
    await abortUnfinished(storage.call, storage.location, Date.now() + 60_000)
    expect(await storage.unfinished()).toBe(0)
    const report = await target.examine()
    expect(report).toContain('Nothing is wrong.')
  })
})
