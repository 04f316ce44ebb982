import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { captionEndpoints } from '@vermilion/contract/fine-tunings/captions'
import type { CaptionChange } from '@vermilion/contract/fine-tunings/captions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasetOf, picture, spaceWith } from '../../datasets/testing/pictures.ts'
import { startInPlace } from '../../files/testing/in-place.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'

const { listCaptions, countCaptions, saveCaption, changeCaptions } = captionEndpoints

let server: TestServer
let spaceId = ''
beforeAll(async () => {
  server = await startTestServer()
  ;({ id: spaceId } = await spaceWith(server, 'floor', ['a.png', 'b.png', '10_oak/c.png']))
  await upload(server, { spaceId, path: 'a.txt' }, Buffer.from('light oak, oak door\n'))
})
afterAll(() => server.stop())

const list = async (folder = '') =>
  (await server.call(listCaptions, { params: { spaceId }, query: { folder } })).items.map(
    ({ path, caption }) => `${path}: ${caption}`,
  )
const change = (one: CaptionChange, folder = '') =>
  server.call(changeCaptions, { params: { spaceId }, body: { folder, change: one } })

test('R2.32 captions are texts beside the pictures: seen, written, replaced, and begun with trigger words', async () => {
  expect(await list()).toEqual(['10_oak/c.png: ', 'a.png: light oak, oak door', 'b.png: '])
  const [, , b] = (await server.call(listCaptions, { params: { spaceId }, query: {} })).items
  await server.call(saveCaption, { params: { spaceId, fileId: b!.fileId }, body: { caption: 'dark oak' } })
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { search: 'b.txt' } })
  expect(items).toHaveLength(1)

  expect(await change({ kind: 'replace', find: 'oak', replacement: '$& tree' })).toEqual({ pictures: 3, changed: 2 })
  expect(await list()).toEqual(['10_oak/c.png: ', 'a.png: light $& tree, $& tree door', 'b.png: dark $& tree'])
  await change({ kind: 'replace', find: '$& tree', replacement: 'ash' })
  expect(await change({ kind: 'add', words: 'my floor' }, '10_oak')).toEqual({ pictures: 1, changed: 1 })
  await change({ kind: 'add', words: 'my floor' })
  expect(await list()).toEqual([
    '10_oak/c.png: my floor',
    'a.png: my floor, light ash, ash door',
    'b.png: my floor, dark ash',
  ])
  expect(await change({ kind: 'add', words: 'my floor' })).toEqual({ pictures: 3, changed: 0 })
  await expect(change({ kind: 'add', words: 'x' }, 'gone')).rejects.toMatchObject({ reason: 'folder.not-found' })
})

test('R2.32 how many pictures have a caption is counted: below a folder, without texts that are empty or hold labels', async () => {
  const { id } = await spaceWith(server, 'counted', ['a.png', 'b.png', 'deep/c.png', 'deep/d.png', 'e.1.png'])
  const params = { spaceId: id }
  const counted = (folder = '') => server.call(countCaptions, { params, query: { folder } })
  const paths = async (captioned: 'true' | 'false', folder = '') =>
    (await server.call(listCaptions, { params, query: { folder, captioned } })).items.map(({ path }) => path)
  expect(await counted()).toEqual({ pictures: 5, captioned: 0, unread: 0 })
  const labels = '0 0.5 0.5 0.1 0.1'
  const texts = {
    'a.txt': 'oak',
    'b.txt': ' \n',
    'e.1.txt': labels,
    'e.txt': 'ash',
    'deep/c.txt': 'cork',
    'other.txt': 'a',
  }
  for (const [path, content] of Object.entries(texts)) await upload(server, { spaceId: id, path }, Buffer.from(content))
  expect(await paths('true')).toEqual(['a.png', 'deep/c.png'])
  expect(await counted()).toEqual({ pictures: 5, captioned: 2, unread: 0 })
  expect(await counted('deep')).toEqual({ pictures: 2, captioned: 1, unread: 0 })
  expect([await paths('false'), await paths('false', 'deep')]).toEqual([
    ['b.png', 'deep/d.png', 'e.1.png'],
    ['deep/d.png'],
  ])
  await upload(server, { spaceId: id, path: 'b.txt' }, Buffer.from('beech'))
  await upload(server, { spaceId: id, path: 'a.txt' }, Buffer.from(labels))
  expect(await paths('true')).toEqual(['b.png', 'deep/c.png'])
  const { items } = await server.call(listCaptions, { params, query: { folder: 'deep' } })
  await server.call(saveCaption, { params: { ...params, fileId: items[0]!.fileId }, body: { caption: '' } })
  expect(await counted('deep')).toEqual({ pictures: 2, captioned: 0, unread: 0 })
  await expect(counted('gone')).rejects.toMatchObject({ reason: 'folder.not-found' })
  await expect(paths('true', 'gone')).rejects.toMatchObject({ reason: 'folder.not-found' })
})

test('R2.32 of however many pictures captions are counted, some texts a call, and those without listed in pages', async () => {
  const other = await startTestServer({ captionTextsAtOnce: 10 })
  try {
    const numbers = Array.from({ length: 24 }, (_, at) => at)
    const textOf = (at: number) => (at % 6 === 0 ? undefined : at % 3 === 0 ? '0 0.5 0.5 0.1 0.1' : 'oak')
    const { id } = await spaceWith(
      other,
      'many',
      numbers.map((at) => `${at}.png`),
    )
    for (const at of numbers.filter((one) => textOf(one) !== undefined))
      await upload(other, { spaceId: id, path: `${at}.txt` }, Buffer.from(textOf(at)!))
    const params = { spaceId: id }
    const count = () => other.call(countCaptions, { params, query: {} })
    const first = await count()
    expect(first).toMatchObject({ pictures: 24, unread: 10 })
    expect(first.captioned).toBeGreaterThan(16)
    expect(await count()).toEqual({ pictures: 24, captioned: 16, unread: 0 })

    const page = (cursor?: string) => {
      const query = { captioned: 'false', limit: 3, ...(cursor !== undefined && { cursor }) } as const
      return other.call(listCaptions, { params, query })
    }
    const pathsOf = ({ items }: Awaited<ReturnType<typeof page>>) => items.map(({ path }) => path)
    const firstPage = await page()
    expect([firstPage.from, firstPage.total, firstPage.previousCursor]).toEqual([1, 8, null])
    expect(pathsOf(firstPage)).toEqual(['0.png', '3.png', '6.png'])
    const second = await page(firstPage.nextCursor!)
    expect([second.from, ...pathsOf(second)]).toEqual([4, '9.png', '12.png', '15.png'])
    expect(pathsOf(await page(second.previousCursor!))).toEqual(pathsOf(firstPage))
    const last = await page(second.nextCursor!)
    expect([last.from, last.nextCursor, ...pathsOf(last)]).toEqual([7, null, '18.png', '21.png'])
  } finally {
    await other.stop()
  }
})

test('R2.32 captions of a folder in place are counted too, as its texts are now', async () => {
  const inPlace = await startInPlace()
  try {
    const tile = await picture(1, 8, 8)
    for (const name of ['a', 'b', 'c']) await inPlace.lay(`own/${name}.png`, tile)
    await inPlace.lay('own/a.txt', '0 0.5 0.5 0.1 0.1')
    await inPlace.lay('own/b.txt', 'oak')
    const params = { spaceId: (await inPlace.index('own')).id }
    const count = () => inPlace.server.call(countCaptions, { params, query: {} })
    expect(await count()).toEqual({ pictures: 3, captioned: 1, unread: 0 })
    await inPlace.lay('own/a.txt', 'ash, light')
    await inPlace.lay('own/c.txt', 'cork')
    await inPlace.scan(params.spaceId)
    expect(await count()).toEqual({ pictures: 3, captioned: 3, unread: 0 })
    await inPlace.lay('own/b.txt', 'oak, dark')
    await inPlace.scan(params.spaceId)
    await rm(join(inPlace.machine, 'own/b.txt'))
    expect(await count()).toEqual({ pictures: 3, captioned: 3, unread: 0 })
  } finally {
    await inPlace.stop()
  }
})

test('R2.32 pictures without a caption take the labels of a dataset', async () => {
  const { id: other } = await spaceWith(server, 'labeled', ['1.png', '2.png'])
  const dataset = await datasetOf(server, other, { name: 'labeled', labels: [{ name: 'dirt' }, { name: 'cat' }] })
  const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  const boxes = dataset.labels.map(({ id }, at) => {
    const box = { x: at * 8, y: 0, width: 4, height: 4 }
    return { id: `s${at}`, kind: 'box', labelId: id, box } as const
  })
  const params = { itemId: items[0]!.id }
  const body = { baseRevision: 0, shapes: boxes, complete: true }
  await server.call(annotationEndpoints.saveAnnotation, { params, body })
  await server.call(changeCaptions, {
    params: { spaceId: other },
    body: { folder: '', change: { kind: 'from-labels', datasetId: dataset.id } },
  })
  const { items: captioned } = await server.call(listCaptions, { params: { spaceId: other }, query: {} })
  expect(captioned.map(({ caption }) => caption)).toEqual(['dirt, cat', ''])
})

test('R2.32 nothing is written over that was not read whole, would be too long, or is no caption', async () => {
  const { id: own } = await spaceWith(server, 'guarded', ['long.png', 'short.png', 'yolo.png', 'z.png'])
  const write = (path: string, text: string) => upload(server, { spaceId: own, path }, Buffer.from(text))
  await write('short.txt', 'a')
  await write('yolo.txt', '0 0.5 0.5 0.1 0.1\n1 0.25 0.5 1e-1 0.1\n')
  const params = { spaceId: own }
  const all = async () => (await server.call(listCaptions, { params, query: {} })).items
  const run = (one: CaptionChange) => server.call(changeCaptions, { params, body: { folder: '', change: one } })
  const captions = async () => (await all()).map(({ caption }) => caption)

  expect(await run({ kind: 'add', words: 'oak' })).toEqual({ pictures: 4, changed: 3 })
  expect(await captions()).toEqual(['oak', 'oak, a', '', 'oak'])
  const yolo = (await all())[2]!.fileId
  await expect(
    server.call(saveCaption, { params: { ...params, fileId: yolo }, body: { caption: 'oak' } }),
  ).rejects.toMatchObject({ reason: 'fine-tuning.caption-labels' })
  const { items } = await server.call(fileEndpoints.listFiles, { params, query: { search: 'short.txt' } })
  await expect(
    server.call(saveCaption, { params: { ...params, fileId: items[0]!.id }, body: { caption: 'oak' } }),
  ).rejects.toMatchObject({ reason: 'file.not-found' })

  const swell = { kind: 'replace', find: 'a', replacement: 'b'.repeat(500) } as const
  for (const text of ['a'.repeat(30), `a${' '.repeat(70_000)}tail`]) {
    await write('z.txt', text)
    await expect(run(swell)).rejects.toMatchObject({ reason: 'fine-tuning.caption-too-long' })
    expect((await captions()).slice(0, 3)).toEqual(['oak', 'oak, a', ''])
  }
})
