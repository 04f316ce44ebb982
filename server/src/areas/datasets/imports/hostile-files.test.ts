import { readFile } from 'node:fs/promises'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../../files/testing/hostile-archives.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { box, image, importFile, problemsOf } from '../testing/imports.ts'
import { datasetOf, spaceWith } from '../testing/pictures.ts'

let server: TestServer
let datasetId = ''
beforeAll(async () => {
  server = await startTestServer()
  const space = await spaceWith(server, 'hostile', ['1.png'])
  datasetId = (await datasetOf(server, space.id, { name: 'hostile', labels: [{ name: 'cat' }] })).id
})
afterAll(() => server.stop())

const depth = 100_000
const lists = '['.repeat(depth) + ']'.repeat(depth)
const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const coco = (more: { image?: string; annotation?: string; document?: string }) => {
  const images = `[{"id":1,"file_name":"1.png","width":64,"height":48${more.image ?? ''}}]`
  const annotations = `[{"id":1,"image_id":1,"category_id":1,"bbox":[1,2,3,4]${more.annotation ?? ''}}]`
  return `{"images":${images},"annotations":${annotations},"categories":[{"id":1,"name":"cat"}]${more.document ?? ''}}`
}

const nested: [name: string, content: string, annotations: number][] = [
  ['info.json', coco({ document: `,"info":${objects}` }), 1],
  ['image.json', coco({ image: `,"extra":${lists}` }), 1],
  ['segmentation.json', coco({ annotation: `,"segmentation":${lists},"attributes":${objects}` }), 1],
  ['lists.json', lists, 0],
  ['objects.json', objects, 0],
  ['map.geojson', `{"type":"FeatureCollection","features":[{"geometry":{"coordinates":${lists}}}]}`, 0],
  ['labelme.json', `{"version":"5","imagePath":"1.png","shapes":[{"label":"cat","points":${lists}}]}`, 0],
  ['label-studio.json', `[{"data":{"image":"1.png"},"annotations":[{"result":[{"value":${objects}}]}]}]`, 0],
  ['data.yaml', `names: ${lists}\n`, 0],
  ['table.csv', `image,bbox\n1.png,"${lists}"\n`, 0],
  ['voc.xml', '<annotation>'.repeat(depth), 0],
]

test(`of files with ${depth} levels no more is lost than they are, and the server goes on`, async () => {
  const looks = nested.map(async ([name, content, annotations]) => {
    const looked = await importFile(server, datasetId, { name, content, dryRun: true })
    expect([name, looked.findings.annotations]).toEqual([name, annotations])
    expect([name, looked.status]).toEqual([name, annotations > 0 ? 'ready' : 'failed'])
    for (const words of [looked.error, ...(await problemsOf(server, looked.id)).map(({ reason }) => reason)])
      expect(words?.en ?? '', name).not.toMatch(/stack|RangeError|cannot be read$/)
  })
  await Promise.all(looks)
})

function filled(size: number, byte: string) {
  const content = Buffer.alloc(size, byte)
  return { packed: deflateRawSync(content), size, crc32: crc32(content) }
}
const mebibyte = 1024 ** 2

const bombs: [words: string, make: () => Uint8Array<ArrayBuffer>, told: RegExp][] = [
  [
    'unpacks to more than it may',
    () => zipOf([{ name: 'a.json', ...filled(300 * mebibyte, ' ') }]),
    /^it unpacks to more than 256 MiB$/,
  ],
  [
    'holds more than it says',
    () => zipOf([{ name: 'a.json', ...filled(80 * mebibyte, ' '), size: 1_000 }]),
    /a\.json: the archive is damaged\.$/,
  ],
  [
    'holds an archive',
    () => zipOf([{ name: 'inner.zip', content: zipOf([{ name: 'a.json', content: Buffer.from(coco({})) }]) }]),
    /no format that can be read/,
  ],
]

test.each(bombs)('a zip that %s is told as that, in no words of a library', async (_, make, words) => {
  const content = make()
  expect(content.length).toBeLessThan(mebibyte)
  const looked = await importFile(server, datasetId, { name: 'bomb.zip', content, dryRun: true })
  expect(looked).toMatchObject({ status: 'failed', error: { en: expect.stringMatching(words) as string } })
})

test('a document beside a nested archive is read', async () => {
  const content = zipOf([
    { name: 'a.json', content: Buffer.from(coco({})) },
    { name: 'inner.zip', content: zipOf([{ name: 'b.json', content: Buffer.from(coco({})) }]) },
  ])
  const looked = await importFile(server, datasetId, { name: 'both.zip', content, dryRun: true })
  expect(looked).toMatchObject({ status: 'ready', findings: { annotations: 1 } })
})

test.each(['photo.heic', 'renamed.jpg'])(
  'that %s is an HEVC picture is told where a dataset is made and where an archive brings it',
  async (name) => {
    const content = await readFile(new URL('../../files/testing/hevc.heic', import.meta.url))
    const space = await spaceWith(server, name, ['1.png'])
    await upload(server, { spaceId: space.id, path: name }, new Uint8Array(content))
    const { id: datasetId } = await datasetOf(server, space.id, { name })
    const [source] = await server.call(datasetEndpoints.listSources, { params: { datasetId } })
    expect(source).toMatchObject({ status: 'success', taken: 1, broken: 1, hevc: 1 })
    const document = {
      images: [image(1, name, 120, 80)],
      categories: [{ id: 1, name: 'cat' }],
      annotations: [box(1, 1, 1, [1, 1, 5, 5])],
    }
    const archive = zipOf([
      { name: 'labels.json', content: Buffer.from(JSON.stringify(document)) },
      { name, content },
    ])
    const done = await importFile(server, datasetId, { name: 'photos.zip', content: archive })
    const problems = await problemsOf(server, done.id)
    expect(problems.map(({ reason }) => reason.en)).toContainEqual(expect.stringContaining('HEVC'))
  },
)
