import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { zipOf } from '../../files/testing/hostile-archives.ts'
import { box, image, importFile, itemsOf, problemsOf, shapesAt } from '../testing/imports.ts'
import { datasetOf, picture, spaceWith } from '../testing/pictures.ts'

let server: TestServer

beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

type Entry = [name: string, content: string | Uint8Array]
const archive = (...entries: Entry[]) =>
  zipOf(
    entries.map(([name, content]) => ({ name, content: typeof content === 'string' ? Buffer.from(content) : content })),
  )

const coco = (name: string, path: string, bbox: number[], [width, height] = [64, 48]) =>
  JSON.stringify({
    images: [image(1, path, width, height)],
    categories: [{ id: 1, name }],
    annotations: [box(1, 1, 1, bbox)],
  })

const voc = (filename: string, name: string, [left, top, right, bottom]: number[], [width, height] = [64, 48]) =>
  `<annotation><filename>${filename}</filename><size><width>${width}</width><height>${height}</height><depth>3</depth></size>` +
  `<object><name>${name}</name><bndbox><xmin>${left}</xmin><ymin>${top}</ymin><xmax>${right}</xmax><ymax>${bottom}</ymax></bndbox></object></annotation>`

async function boxesAt(datasetId: string, path: string) {
  const shapes = await shapesAt(server, datasetId, path)
  return shapes.flatMap((shape) => ('box' in shape ? [Object.values(shape.box).map((value) => Math.round(value))] : []))
}

async function begin(name: string, paths: string[]) {
  const space = await spaceWith(server, name, paths)
  return datasetOf(server, space.id, { name })
}

test('what two documents say of one image is joined, in an archive and outside, under replace and merge', async () => {
  for (const existing of ['keep', 'replace', 'merge'] as const) {
    const dataset = await begin(`joined ${existing}`, ['loose.png'])
    const inside = archive(
      ['cat.json', coco('cat', 'img.png', [1, 1, 5, 5])],
      ['dog.json', coco('dog', 'img.png', [9, 9, 5, 5])],
      ['img.png', await picture(99)],
    )
    const done = await importFile(server, dataset.id, { name: 'two.zip', content: inside, existing })
    expect(done).toMatchObject({ status: 'success', done: { images: 1, annotations: 2, added: 1 } })
    expect(done.findings).toMatchObject({ images: 1, addable: 1 })
    expect(await boxesAt(dataset.id, 'two/img.png')).toEqual([
      [1, 1, 5, 5],
      [9, 9, 5, 5],
    ])
    const outside = archive(
      ['cat.json', coco('cat', 'loose.png', [1, 1, 5, 5])],
      ['dog.json', coco('dog', 'loose.png', [9, 9, 5, 5])],
    )
    const looked = await importFile(server, dataset.id, { name: 'out.zip', content: outside, existing, dryRun: true })
    expect(looked.findings).toMatchObject({ images: 1, matched: 1, annotations: 2 })
    expect((await problemsOf(server, looked.id)).map(({ reason }) => reason.en)).toEqual([
      expect.stringContaining('more than once: 1'),
    ])
    await importFile(server, dataset.id, { name: 'out.zip', content: outside, existing })
    expect(await boxesAt(dataset.id, 'loose.png')).toHaveLength(2)
  }
})

test('a sidecar belongs to the image of its own name, and to the one that it states where there is none', async () => {
  const dataset = await begin('sidecars', ['0.png', 'a.png', 'c.png'])
  const content = archive(
    ['Annotations/0.xml', voc('a.png', 'dog', [21, 22, 31, 32])],
    ['Annotations/a.xml', voc('a.png', 'cat', [1, 2, 11, 12])],
    ['Annotations/other.xml', voc('c.png', 'cat', [3, 4, 13, 14])],
    ['Annotations/lost.xml', voc('a.png', 'cat', [5, 6, 15, 16])],
  )
  const done = await importFile(server, dataset.id, { name: 'stale.zip', content })
  expect(done).toMatchObject({ status: 'success', done: { images: 3, annotations: 3 } })
  expect(await boxesAt(dataset.id, '0.png')).toEqual([[21, 22, 10, 10]])
  expect(await boxesAt(dataset.id, 'a.png')).toEqual([[1, 2, 10, 10]])
  expect(await boxesAt(dataset.id, 'c.png')).toEqual([[3, 4, 10, 10]])
  expect((await problemsOf(server, done.id)).map(({ file }) => file)).toEqual(['Annotations/lost'])
  const same = archive(
    ['0.json', JSON.stringify({ imagePath: 'x.png', imageWidth: 64, imageHeight: 48, shapes: [labelme('dog')] })],
    ['a.json', JSON.stringify({ imagePath: 'x.png', imageWidth: 64, imageHeight: 48, shapes: [labelme('cat')] })],
  )
  const constant = await importFile(server, dataset.id, { name: 'constant.zip', content: same, existing: 'replace' })
  expect(constant).toMatchObject({ status: 'success', done: { images: 2, annotations: 2 } })
})

const labelme = (label: string) => ({
  label,
  shape_type: 'rectangle',
  points: [
    [1, 1],
    [9, 9],
  ],
  flags: {},
})

test('folders of splits say which image of one name is meant, and two images of one stem both get their labels', async () => {
  const dataset = await begin('folders', ['train/img.png', 'valid/img.png', 'b/a.png', 'b/a.jpg'])
  const content = archive(
    ['data.yaml', 'names: [cat]'],
    ['train/labels/img.txt', '0 0.5 0.5 0.25 0.5'],
    ['valid/labels/img.txt', '0 0.25 0.25 0.25 0.5'],
    ['labels/a.txt', '0 0.5 0.5 0.5 0.5'],
  )
  const done = await importFile(server, dataset.id, { name: 'labels.zip', content })
  expect(done).toMatchObject({ status: 'success', done: { images: 4, annotations: 4 } })
  expect(await boxesAt(dataset.id, 'train/img.png')).toEqual([[24, 12, 16, 24]])
  expect(await boxesAt(dataset.id, 'valid/img.png')).toEqual([[8, 0, 16, 24]])
  const lists = archive(
    ['train/_annotations.coco.json', coco('cat', 'img.png', [1, 1, 5, 5])],
    ['valid/_annotations.coco.json', coco('cat', 'img.png', [9, 9, 5, 5])],
  )
  await importFile(server, dataset.id, { name: 'lists.zip', content: lists, existing: 'replace' })
  expect(await boxesAt(dataset.id, 'valid/img.png')).toEqual([[9, 9, 5, 5]])
})

test('labels of an image that the dataset has with another ending go there, and it is told', async () => {
  const dataset = await begin('endings', ['a.jpg'])
  const content = archive(['classes.txt', 'cat'], ['a.txt', '0 0.5 0.5 0.25 0.5'], ['a.png', await picture(98)])
  const done = await importFile(server, dataset.id, { name: 'endings.zip', content })
  expect(done).toMatchObject({ status: 'success', done: { annotations: 1, added: 0 } })
  expect(await boxesAt(dataset.id, 'a.jpg')).toEqual([[24, 12, 16, 24]])
  expect((await problemsOf(server, done.id)).map(({ reason }) => reason.en)).toEqual([
    expect.stringContaining('with another ending: 1'),
  ])
})

test('an image that is in the dataset under another name is not brought in again: its content decides', async () => {
  const dataset = await begin('again', ['x/1.png', 'y/1.png'])
  const content = archive(['renamed.json', coco('cat', 'renamed.png', [1, 1, 5, 5])], ['renamed.png', await picture(2)])
  const done = await importFile(server, dataset.id, { name: 'again.zip', content })
  expect(done).toMatchObject({ status: 'success', done: { images: 1, added: 0 } })
  expect(await boxesAt(dataset.id, 'y/1.png')).toEqual([[1, 1, 5, 5]])
  expect(await itemsOf(server, dataset.id)).toHaveLength(2)
})

test('labels in the stored frame of a turned photo are turned with it, all but those that fit upright alone', async () => {
  const { id: spaceId } = await spaceWith(server, 'turned', [])
  const photo = sharp({ create: { width: 120, height: 80, channels: 3, background: 'teal' } })
  const orientations = [5, 6, 7, 8]
  for (const orientation of orientations) {
    const content = await photo.clone().withMetadata({ orientation }).jpeg().toBuffer()
    await upload(server, { spaceId, path: `${orientation}.jpg` }, new Uint8Array(content))
  }
  const dataset = await datasetOf(server, spaceId, { name: 'turned' })
  const send = (bbox: number[], size: [number, number]) =>
    importFile(server, dataset.id, {
      name: 'turned.zip',
      existing: 'replace',
      content: archive(...orientations.map((one): Entry => [`${one}.json`, coco('cat', `${one}.jpg`, bbox, size)])),
    })
  const all = async () => Promise.all(orientations.map(async (one) => (await boxesAt(dataset.id, `${one}.jpg`))[0]))
  expect(await send([0, 0, 20, 10], [120, 80])).toMatchObject({ status: 'success', problemCount: 0 })
  expect(await all()).toEqual([
    [0, 0, 10, 20],
    [70, 0, 10, 20],
    [70, 100, 10, 20],
    [0, 100, 10, 20],
  ])
  await send([60, 100, 20, 15], [120, 80])
  expect(await all()).toEqual(orientations.map(() => [60, 100, 20, 15]))
  await send([30, 10, 10, 10], [60, 40])
  expect((await all())[1]).toEqual([40, 60, 20, 20])
  expect(await send([1, 1, 5, 5], [100, 100])).toMatchObject({ problemCount: 4 })
})
