import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { DatasetSource } from '@vermilion/contract/datasets/sources'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'
import { uploadPacked } from '../../../testing/upload-pack.ts'
import { picture } from '../testing/pictures.ts'

const pictures = 5_000
const texts = 200
const others = 100

let data = ''
let server: KillableServer

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-export-'))
  server = createKillableServer(data)
})
afterAll(async () => {
  await server.kill()
  await rm(data, { recursive: true, force: true })
})

async function source(datasetId: string): Promise<DatasetSource> {
  const [latest] = await server.call(datasetEndpoints.listSources, { params: { datasetId } })
  if (latest === undefined) throw new Error('nothing was exported')
  return latest
}

async function waitForEnd(datasetId: string): Promise<DatasetSource> {
  for (;;) {
    const latest = await source(datasetId)
    if (latest.status !== 'collecting') return latest
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function pathsOf(datasetId: string): Promise<string[]> {
  const paths: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: 500, cursor }
    const page = await server.call(datasetEndpoints.listItems, { params: { datasetId }, query })
    paths.push(...page.items.map(({ path }) => path))
    cursor = page.nextCursor
  }
  return paths
}

test('R2.29 5,000 files by a filter: the export goes on over SIGKILL, takes each once and tells what became of all', async () => {
  await server.start()
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'many', path: 'many' } })
  const contents = [await picture(1), await picture(2), await picture(3)]
  const requested = Array.from({ length: pictures }, (_, index) => `cam-${index % 7}/keep-${index}.png`)
  const files = [
    ...requested.map((path, index) => ({ path, content: contents[index % 3] ?? new Uint8Array() })),
    ...Array.from({ length: texts }, (_, index) => ({ path: `keep-${index}.txt`, content: new Uint8Array([index]) })),
    ...Array.from({ length: others }, (_, index) => ({ path: `drop-${index}.png`, content: contents[0]! })),
  ]
  for (let at = 0; at < files.length; at += 200) {
    await uploadPacked(server, space.id, files.slice(at, at + 200))
  }
  const selection = { filter: { recursive: true, search: 'keep-*' } }
  const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const body = { name: 'many', ...kind, spaceId: space.id, selection }
  const { id: datasetId } = await server.call(datasetEndpoints.createDataset, { body })

  for (let kill = 1; kill <= 2; kill += 1) {
    const least = (pictures / 5) * kill
    for (let now = await source(datasetId); now.taken < least; now = await source(datasetId)) {
      expect(now.status).toBe('collecting')
    }
    const previous = await source(datasetId)
    await server.kill()
    expect(previous).toMatchObject({ status: 'collecting' })
    await server.start()
  }
  const first = await waitForEnd(datasetId)
  expect(first).toMatchObject({ status: 'success', taken: pictures, present: 0, notPictures: texts, broken: 0 })
  expect((await pathsOf(datasetId)).toSorted()).toEqual(requested.toSorted())
  const dataset = await server.call(datasetEndpoints.getDataset, { params: { datasetId } })
  expect(dataset).toMatchObject({ status: 'success', fileCount: pictures })

  await server.call(datasetEndpoints.addImages, { params: { datasetId }, body: { spaceId: space.id, selection } })
  const again = await waitForEnd(datasetId)
  expect(again).toMatchObject({ status: 'success', taken: 0, present: pictures, notPictures: texts, broken: 0 })
  expect((await server.call(datasetEndpoints.getDataset, { params: { datasetId } })).fileCount).toBe(pictures)
})
