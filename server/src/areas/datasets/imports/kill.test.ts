import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasetImportEndpoints } from '@vermilion/contract/datasets/imports'
import type { DatasetImport } from '@vermilion/contract/datasets/imports'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { uploadPacked } from '../../../testing/upload-pack.ts'
import { zipOf } from '../../files/testing/hostile-archives.ts'
import { beginImport, sendImportFile, settledImport } from '../testing/imports.ts'
import { picture } from '../testing/pictures.ts'

const existing = 600
const added = 200
const boxesOfOne = 5

let data = ''
let server: KillableServer

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-import-'))
  server = createKillableServer(data)
})
afterAll(async () => {
  await server.kill()
  await rm(data, { recursive: true, force: true })
})

async function archive(): Promise<Uint8Array<ArrayBuffer>> {
  const numbers = Array.from({ length: existing + added }, (_, number) => number)
  const document = {
    images: numbers.map((id) => ({ id, file_name: `${id}.png`, width: 64, height: 48 })),
    categories: [
      { id: 1, name: 'cat' },
      { id: 2, name: 'dog' },
    ],
    annotations: numbers.flatMap((image_id) =>
      Array.from({ length: boxesOfOne }, (_, box) => ({
        id: image_id * boxesOfOne + box,
        image_id,
        category_id: (box % 2) + 1,
        bbox: [box, 1, 10, 10],
        area: 100,
        iscrowd: 0,
      })),
    ),
  }
  const contents = [await picture(1), await picture(2)]
  return zipOf([
    { name: 'annotations/instances_train.json', content: Buffer.from(JSON.stringify(document)) },
    ...numbers.slice(existing).map((id) => ({ name: `images/train/${id}.png`, content: contents[id % 2]! })),
  ])
}

test('R2.05 an import goes on over SIGKILL in every stage, and each image, box and label is there once', async () => {
  await server.start()
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'import', path: 'import' } })
  const content = await picture(1)
  for (let at = 0; at < existing; at += 200) {
    const files = Array.from({ length: 200 }, (_, index) => ({ path: `${at + index}.png`, content }))
    await uploadPacked(server, space.id, files)
  }
  const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const { id: datasetId } = await server.call(datasetEndpoints.createDataset, {
    body: { name: 'import', ...kind, spaceId: space.id, labels: [{ name: 'cat' }] },
  })
  const dataset = () => server.call(datasetEndpoints.getDataset, { params: { datasetId } })
  for (let now = await dataset(); now.status !== 'success' || now.fileCount < existing; now = await dataset()) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }

  const uploadId = await sendImportFile(server, datasetId, 'all.zip', await archive())
  const { id: importId } = await beginImport(server, datasetId, { source: { uploadId } })
  const look = () => server.call(datasetImportEndpoints.getImport, { params: { importId } })
  const killWhen = async (isReached: (now: DatasetImport) => boolean) => {
    let now = await look()
    while (!isReached(now) && now.status !== 'success' && now.status !== 'failed') now = await look()
    await server.kill()
    await server.start()
    return now.status
  }
  const visited = [
    await killWhen(({ status, findings }) => status === 'reading' && findings.images > 0),
    await killWhen(({ status, done }) => status === 'importing' && done.images >= existing / 4),
    await killWhen(({ status, done }) => status === 'importing' && done.added >= added / 4),
  ]
  expect(visited).toEqual([expect.stringMatching('reading|importing'), 'importing', 'importing'])
  const finished = await settledImport(server, importId)
  const images = existing + added
  expect(finished).toMatchObject({ status: 'success', problemCount: 0 })
  expect(finished.findings).toMatchObject({ images, matched: existing, addable: added, missing: 0 })
  expect(finished.done).toMatchObject({ images, annotations: images * boxesOfOne, added, kept: 0, labels: ['dog'] })
  const after = await dataset()
  expect(after).toMatchObject({ fileCount: images, labeledCount: images, annotationCount: images * boxesOfOne })
  expect(after.labels.map(({ name }) => name)).toEqual(['cat', 'dog'])
  await server.kill()
  const { status, output } = await runCommand(data, ['doctor'])
  expect(output).not.toContain('says')
  expect(status).toBe(0)
})
