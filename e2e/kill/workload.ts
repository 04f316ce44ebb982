import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { datasetExportEndpoints, type DatasetExport } from '@vermilion/contract/datasets/exports'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { uploadPackPath, type UploadPackAnswer } from '@vermilion/contract/files/uploads'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { expect } from 'vitest'
import { packOf } from '../../server/src/testing/upload-pack.ts'
import type { KillTarget } from './kill-target.ts'
import { paintPicture } from './pictures.ts'

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Uploads, label saves and exports that go on while servers are killed, and what was confirmed of them. */
export function createWorkload(target: KillTarget) {
  const { client, random } = target
  const between = (least: number, greatest: number) => least + random() * (greatest - least)
  const someBytes = (greatest: number) => randomBytes(Math.floor(between(1, greatest)))
  const confirmed = new Map<string, string>()
  const saved = new Map<string, { itemId: string; revision: number; shapes: object[] }>()
  const exports: DatasetExport[] = []
  let [isOver, spaceId] = [false, '']
  let dataset: Dataset | undefined
  let items: DatasetItem[] = []

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

  async function save(round: number): Promise<void> {
    const { id: itemId } = items[round % items.length]!
    const baseRevision = saved.get(itemId)?.revision ?? 0
    const box = { x: 1, y: 1, width: 10 + (baseRevision % 50), height: 10 }
    const labelId = dataset!.labels[0]!.id
    const shapes = [{ id: `shape-${itemId}`, kind: 'box', box, labelId, source: 'manual' } as const]
    const request = { params: { itemId }, body: { baseRevision, shapes: [...shapes], complete: true } }
    const { revision } = await client.call(annotationEndpoints.saveAnnotation, request)
    // Each is a change of its own: one that was saved twice would have counted twice.
    expect(revision).toBe(baseRevision + 1)
    saved.set(itemId, { itemId, revision, shapes })
    await sleep(20)
  }

  async function exportAll(): Promise<void> {
    const input = { params: { datasetId: dataset!.id }, body: { format: 'coco' } } as const
    const { id: exportId } = await client.call(datasetExportEndpoints.createExport, input)
    for (;;) {
      const now = await client.call(datasetExportEndpoints.getExport, { params: { exportId } })
      if (now.status !== 'preparing') return void exports.push(now)
      await sleep(50)
    }
  }

  async function repeat(work: (round: number) => Promise<void>): Promise<number> {
    let round = 0
    for (; !isOver; round += 1) await work(round)
    return round
  }

  const usualWork = {
    parts: (round: number) => uploadOne(`parts/${round}.bin`, someBytes(400_000), 60_000),
    whole: (round: number) => uploadOne(`whole/${round}.bin`, someBytes(60_000)),
    packs: (round: number) =>
      uploadPack(
        Array.from({ length: 8 }, (_, index) => ({ path: `packs/${round}-${index}.bin`, content: someBytes(30_000) })),
      ),
    saves: save,
    exports: exportAll,
  }

  return {
    uploadPack,
    uploadOne,
    spaceId: () => spaceId,
    datasetId: () => dataset?.id ?? '',

    async begin(): Promise<void> {
      spaceId = (await client.call(spaceEndpoints.createSpace, { body: { name: 'Kills', path: 'kills' } })).id
      const pictures = await Promise.all(Array.from({ length: 12 }, () => paintPicture(random)))
      await uploadPack(pictures.map(({ content }, index) => ({ path: `pictures/${index}.png`, content })))
      const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
      const body = { name: 'Kills', ...kind, spaceId, labels: [{ name: 'red' }] }
      dataset = await target.waitForDataset((await client.call(datasetEndpoints.createDataset, { body })).id)
      items = await target.listItems(dataset.id)
      // A training wants all of them labeled.
      for (const round of items.keys()) await save(round)
    },

    /** Goes on until the servers were killed often enough; each kind of work must have been done by then. */
    async goOnUntil(over: Promise<void>, more: Record<string, (round: number) => Promise<void>> = {}): Promise<void> {
      const all = Object.entries({ ...usualWork, ...more })
      const rounds = Promise.all(all.map(async ([name, work]) => [name, await repeat(work)] as const))
      const [counts] = await Promise.all([rounds, over.finally(() => (isOver = true))])
      const ready = exports.filter(({ status }) => status === 'ready').length
      process.stdout.write(
        `${counts.map((one) => one.join(' ')).join(', ')}; ${confirmed.size} files, ${ready} exports are ready\n`,
      )
      expect(Math.min(...counts.map(([, count]) => count), ready)).toBeGreaterThan(0)
      expect(exports.filter(({ status }) => status !== 'ready' && status !== 'failed')).toEqual([])
    },

    async expectAll(): Promise<void> {
      const files = await target.listFiles(spaceId)
      expect(files.map(({ path }) => path).toSorted()).toEqual([...confirmed.keys()].toSorted())
      expect(new Map(files.map(({ path, checksum }) => [path, checksum]))).toEqual(confirmed)
      for (const { id, path, checksum } of files) {
        const response = await client.send(`/files/${id}/content`, {})
        expect([response.status, sha256(new Uint8Array(await response.arrayBuffer()))], path).toEqual([200, checksum])
      }
      for (const { id: itemId } of items)
        expect(await client.call(annotationEndpoints.getAnnotation, { params: { itemId } })).toEqual(saved.get(itemId))
      for (const { id, size, status } of exports) {
        if (status !== 'ready') continue
        const response = await client.send(`/exports/${id}/file`, {})
        expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, size])
      }
    },
  }
}
