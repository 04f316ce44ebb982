import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { deletedDatasetEndpoints } from '@vermilion/contract/datasets/deleted'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../../../testing/killable-server.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { uploadPacked } from '../../../testing/upload-pack.ts'
import { picture } from '../testing/pictures.ts'

const images = 600

let data = ''
let server: KillableServer
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-purge-'))
  server = createKillableServer(data)
})
afterAll(async () => {
  await server.kill()
  await rm(data, { recursive: true, force: true })
})

test('a SIGKILL while a dataset goes for good leaves nothing half counted, and it is gone after the next start', async () => {
  await server.start()
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'purge', path: 'purge' } })
  const content = await picture(1)
  for (let at = 0; at < images; at += 200) {
    const files = Array.from({ length: 200 }, (_, index) => ({ path: `${at + index}.png`, content }))
    await uploadPacked(server, space.id, files)
  }
  const kind = { format: 'coco', type: 'image', labelType: 'picture-classification' } as const
  const { id: datasetId, labels } = await server.call(datasetEndpoints.createDataset, {
    body: { name: 'purge', ...kind, spaceId: space.id, labels: [{ name: 'cat' }], classOfAll: 'cat' },
  })
  const params = { datasetId }
  const dataset = () => server.call(datasetEndpoints.getDataset, { params })
  for (let now = await dataset(); now.status !== 'success' || now.labeledCount < images; now = await dataset())
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(labels).toHaveLength(1)

  await server.call(datasetEndpoints.deleteDataset, { params })
  await server.kill()
  await server.start()
  const inTrash = async () => (await server.call(deletedDatasetEndpoints.listDeletedDatasets, { query: {} })).items
  expect(await inTrash()).toMatchObject([{ name: 'purge', fileCount: images, labeledCount: images }])

  await server.call(deletedDatasetEndpoints.purgeDataset, { params })
  const removal = async () =>
    (await server.call(workEndpoints.listWork, {})).find(({ kind: of, name }) => of === 'removal' && name === 'purge')
  while (((await removal())?.progress?.done ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await server.kill()
  const halfway = await runCommand(data, ['doctor'])
  expect(halfway.output).not.toContain('says')
  expect(halfway.status).toBe(0)

  await server.start()
  expect(await inTrash()).toEqual([])
  while ((await removal()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 20))
  const { items } = await server.call(datasetEndpoints.listDatasets, { query: {} })
  expect(items).toEqual([])
  await server.kill()
  const { status, output } = await runCommand(data, ['doctor'])
  expect(output).not.toContain('says')
  expect(status).toBe(0)
})
