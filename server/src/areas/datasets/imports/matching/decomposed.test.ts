import { datasetExportEndpoints } from '@vermilion/contract/datasets/exports'
import { pathOf } from '@vermilion/contract/kernel/request'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InPlace, startInPlace } from '../../../files/testing/in-place.ts'
import { archive } from '../../testing/foreign-files.ts'
import { beginImport, box, image, importFile, itemsOf, settledImport, shapesAt } from '../../testing/imports.ts'
import { datasetOf, picture } from '../../testing/pictures.ts'

let inPlace: InPlace

beforeAll(async () => void (inPlace = await startInPlace()))
afterAll(() => inPlace.stop())

/** The file name as a Mac's disk spells it, and as documents do. */
const [onDisk, composed] = ['cafe\u0301/e\u0301te\u0301.png', 'caf\u00e9/\u00e9t\u00e9.png'] as const

async function datasetOfDisk(name: string) {
  await inPlace.lay(`${name}/${onDisk}`, await picture(1))
  await inPlace.lay(`${name}/other/a.png`, await picture(2))
  const { id: spaceId } = await inPlace.index(name)
  return datasetOf(inPlace.server, spaceId, { name })
}

const coco = (path: string) =>
  JSON.stringify({
    images: [image(1, path)],
    categories: [{ id: 1, name: 'cat' }],
    annotations: [box(1, 1, 1, [1, 2, 9, 9])],
  })
const voc =
  '<annotation><size><width>64</width><height>48</height></size><object><name>cat</name>' +
  '<bndbox><xmin>1</xmin><ymin>2</ymin><xmax>10</xmax><ymax>11</ymax></bndbox></object></annotation>'

test.each([
  { what: 'the whole path', name: 'a.json', content: coco(composed) },
  { what: 'the name alone', name: 'b.json', content: coco('\u00e9t\u00e9.png') },
  { what: 'a decomposed path', name: 'c.json', content: coco(onDisk) },
  { what: 'a table', name: 'd.csv', content: `filename,class,xmin,ymin,xmax,ymax\n${composed},cat,1,2,10,11\n` },
  { what: 'a sidecar', name: 'e.zip', content: archive({ 'labels/\u00e9t\u00e9.xml': voc }) },
])(
  'R2.24 names that a disk spells decomposed are found by $what, and stay as they are',
  async ({ what, name, content }) => {
    const dataset = await datasetOfDisk(what)
    const done = await importFile(inPlace.server, dataset.id, { name, content })
    expect(done).toMatchObject({
      status: 'success',
      findings: { matched: 1 },
      done: { annotations: 1 },
      problemCount: 0,
    })
    expect((await itemsOf(inPlace.server, dataset.id)).map(({ path }) => path)).toEqual([onDisk, 'other/a.png'])
    expect(await shapesAt(inPlace.server, dataset.id, onDisk)).toMatchObject([
      { box: { x: 1, y: 2, width: 9, height: 9 } },
    ])
  },
)

test('R2.24 an export keeps the names of the disk, and comes in again without bringing an image twice', async () => {
  const { server } = inPlace
  const dataset = await datasetOfDisk('round trip')
  await importFile(server, dataset.id, { name: 'a.json', content: coco(composed) })
  const params = { datasetId: dataset.id }
  let made = await server.call(datasetExportEndpoints.createExport, { params, body: { format: 'coco' } })
  while (made.status === 'preparing') {
    await new Promise((resolve) => setTimeout(resolve, 10))
    made = await server.call(datasetExportEndpoints.getExport, { params: { exportId: made.id } })
  }
  const path = pathOf(datasetExportEndpoints.downloadExport, { params: { exportId: made.id } })
  const zip = new Uint8Array(await (await server.fetch(path)).arrayBuffer())
  expect(Buffer.from(zip).includes(onDisk)).toBe(true)
  const again = await importFile(server, dataset.id, { name: 'again.zip', content: zip, existing: 'replace' })
  expect(again).toMatchObject({
    status: 'success',
    findings: { matched: 2, addable: 0, missing: 0 },
    done: { added: 0 },
  })
  expect(await shapesAt(server, dataset.id, onDisk)).toHaveLength(1)
})

test('R2.24 a folder in place with decomposed names gives its labels and its images', async () => {
  const { server } = inPlace
  await inPlace.lay(`source/${onDisk}`, await picture(3))
  await inPlace.lay(`source/${onDisk.replace('png', 'xml')}`, voc)
  await inPlace.lay('target/plain.png', await picture(4))
  const source = await inPlace.index('source')
  const { id: spaceId } = await inPlace.index('target')
  const dataset = await datasetOf(server, spaceId, { name: 'target' })
  const started = await beginImport(server, dataset.id, { source: { spaceId: source.id, folder: '' } })
  const done = await settledImport(server, started.id)
  expect(done).toMatchObject({ status: 'success', done: { images: 1, annotations: 1, added: 1 } })
  expect(await shapesAt(server, dataset.id, onDisk)).toHaveLength(1)
})
