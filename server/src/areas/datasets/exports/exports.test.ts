import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetExportEndpoints } from '@vermilion/contract/datasets/exports'
import type { DatasetExport, ExportCreate } from '@vermilion/contract/datasets/exports'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { pathOf } from '@vermilion/contract/kernel/request'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { importFile } from '../testing/imports.ts'
import { datasetOf, picture, spaceWith } from '../testing/pictures.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

async function exported(datasetId: string, body: ExportCreate): Promise<DatasetExport> {
  let now = await server.call(datasetExportEndpoints.createExport, { params: { datasetId }, body })
  while (now.status === 'preparing') {
    await new Promise((resolve) => setTimeout(resolve, 10))
    now = await server.call(datasetExportEndpoints.getExport, { params: { exportId: now.id } })
  }
  return now
}

const download = (exportId: string, headers: Record<string, string> = {}) =>
  server.fetch(pathOf(datasetExportEndpoints.downloadExport, { params: { exportId } }), { headers })

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

/** Files of a zip by path, read by an independent library, with sizes and checksums verified. */
async function unzipped(zip: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-zip-'))
  try {
    await writeFile(join(folder, 'x.zip'), zip)
    const archive = await yauzl.openPromise(join(folder, 'x.zip'), { lazyEntries: true })
    const entries = new Map<string, Buffer>()
    for await (const entry of archive.eachEntry()) {
      entries.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
    }
    return entries
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const paths = ['a/1.png', 'a/图 2.png', 'b/3.png', 'b/4.png']

async function labeledDataset(name: string) {
  const space = await spaceWith(server, name, paths)
  const dataset = await datasetOf(server, space.id, { name, labels: [{ name: '猫 "x"' }, { name: 'dog' }] })
  const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  for (const [index, item] of items.entries()) {
    if (index === 3) continue
    const shapes = Array.from({ length: index }, (_, number) => ({
      id: `${index}-${number}`,
      kind: 'box' as const,
      labelId: dataset.labels[number % 2]!.id,
      box: { x: number + 0.25, y: 2, width: 10.5, height: 7 },
    }))
    await server.call(annotationEndpoints.saveAnnotation, {
      params: { itemId: item.id },
      body: { baseRevision: 0, shapes, complete: true },
    })
  }
  return dataset
}

test('R3.04 an export has every image and label, and is read back as it was', async () => {
  const dataset = await labeledDataset('round')
  const made = await exported(dataset.id, { format: 'coco' })
  expect(made).toMatchObject({ status: 'ready', images: 4, annotations: 3, unavailable: 0, unfit: 0 })
  expect(made.name).toBe('round-coco.zip')
  const response = await download(made.id)
  expect(response.headers.get('content-length')).toBe(String(made.size))
  expect(response.headers.get('content-disposition')).toContain('round-coco.zip')
  const full = await bytesOf(response)
  const files = await unzipped(full)
  const pictures = [...files].filter(([path]) => path.startsWith('images/'))
  expect(pictures).toHaveLength(4)
  const second = pictures.find(([path]) => path.endsWith('a/图 2.png'))
  expect(second?.[1]).toEqual(Buffer.from(await picture(2)))

  const empty = await spaceWith(server, 'empty', ['x.png'])
  const other = await datasetOf(server, empty.id, { name: 'read back' })
  const read = await importFile(server, other.id, { name: 'round.zip', content: new Uint8Array(full) })
  expect(read).toMatchObject({ status: 'success', done: { images: 3, annotations: 3, added: 3 }, problemCount: 0 })
  const after = await server.call(datasetEndpoints.getDataset, { params: { datasetId: other.id } })
  expect(after.labels.map(({ name }) => name)).toEqual(['猫 "x"', 'dog'])
  expect(after).toMatchObject({ fileCount: 4, labeledCount: 3, annotationCount: 3 })
})

test('R3.04 an export tells of the images whose files are gone', async () => {
  const dataset = await labeledDataset('gone')
  const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  await server.call(fileOperationEndpoints.deleteFiles, {
    params: { spaceId: dataset.spaceId },
    body: { selection: { fileIds: [items[0]!.fileId, items[2]!.fileId] } },
  })
  expect(await exported(dataset.id, { format: 'coco' })).toMatchObject({ status: 'ready', images: 2, unavailable: 2 })
  const part = await exported(dataset.id, { format: 'coco', images: false, filter: { search: 'b/' } })
  expect(part).toMatchObject({ images: 1, unavailable: 1 })
})

test('an export is the same bytes from any byte on, also where a part is asked for before the whole', async () => {
  const dataset = await labeledDataset('ranges')
  const made = await exported(dataset.id, { format: 'coco' })
  const range = async (from: number, to: number) => {
    const response = await download(made.id, { range: `bytes=${from}-${to}` })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to}/${made.size}`)
    return bytesOf(response)
  }
  const tail = await range(made.size - 500, made.size - 1)
  const full = await bytesOf(await download(made.id))
  expect(full).toHaveLength(made.size)
  expect(tail.equals(full.subarray(-500))).toBe(true)
  for (let from = 0; from < made.size; from += 97) {
    const to = Math.min(from + 260, made.size - 1)
    const part = await range(from, to)
    expect(part.equals(full.subarray(from, to + 1))).toBe(true)
  }
  const again = await bytesOf(await download(made.id))
  expect(again.equals(full)).toBe(true)
  expect((await download(made.id, { range: `bytes=${made.size}-` })).status).toBe(416)
})

test('an export may be a part of the images, labels alone, or nothing that its format cannot say', async () => {
  const dataset = await labeledDataset('parts')
  const bare = await exported(dataset.id, { format: 'coco', images: false, filter: { search: 'b/' } })
  expect(bare).toMatchObject({ images: 2, annotations: 2 })
  const files = await unzipped(await bytesOf(await download(bare.id)))
  expect([...files.keys()].every((path) => path.endsWith('.json'))).toBe(true)
  const layout = exported(dataset.id, { format: 'coco', layout: 'other' })
  await expect(layout).rejects.toThrow('coco has no other')
  const listed = await server.call(datasetExportEndpoints.listExports, { params: { datasetId: dataset.id } })
  expect(listed.map(({ id }) => id)).toEqual([bare.id])
})

test('R3.04 what a format cannot hold is told before the export, counted for what would be exported', async () => {
  const dataset = await labeledDataset('losses')
  const params = { datasetId: dataset.id }
  const lossesOf = async (body: ExportCreate) => {
    const { losses, ...facts } = await server.call(datasetExportEndpoints.findExportLosses, { params, body })
    return { ...facts, losses: losses.map(({ reason, count }) => [reason, count]) }
  }
  expect(await lossesOf({ format: 'coco' })).toEqual({ images: 4, isComplete: true, losses: [] })
  const flat = { format: 'yolo', layout: 'flat' } as const
  expect(await lossesOf(flat)).toEqual({ images: 4, isComplete: true, losses: [['flattened', 4]] })
  expect((await lossesOf({ ...flat, filter: { search: 'b/' } })).losses).toEqual([['flattened', 2]])
  expect((await lossesOf({ format: 'coco', layout: 'beside' })).losses).toEqual([['unlabeled-not-written', 1]])
  await expect(lossesOf({ format: 'imagenet' })).rejects.toThrow('imagenet')
})

test('R3.04 Pascal VOC is written with pixels from 0 or from 1, and the export remembers which', async () => {
  const dataset = await labeledDataset('pixels')
  const plain = await exported(dataset.id, { format: 'voc', images: false })
  expect(plain).toMatchObject({ status: 'ready', firstPixel: null })
  const counted = await exported(dataset.id, { format: 'voc', layout: 'flat', firstPixel: 1, images: false })
  expect(counted).toMatchObject({ status: 'ready', layout: 'flat', firstPixel: 1 })
  const textIn = async (id: string, path: string) =>
    (await unzipped(await bytesOf(await download(id)))).get(path)?.toString('utf8')
  expect(await textIn(plain.id, 'Annotations/b/3.xml')).toContain('<xmin>0.25</xmin><ymin>2</ymin><xmax>10.75</xmax>')
  expect(await textIn(counted.id, 'b_3.xml')).toContain('<xmin>1.25</xmin><ymin>3</ymin><xmax>10.75</xmax>')
  await expect(exported(dataset.id, { format: 'coco', firstPixel: 1 })).rejects.toThrow('coco leaves no choice')
})
