import { glob, link, mkdir, mkdtemp, readFile, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { scanEndpoints } from '@vermilion/contract/files/scans'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'

let machine = ''
let folder = ''
let server: TestServer
beforeAll(async () => {
  machine = await realpath(await mkdtemp(join(tmpdir(), 'vermilion-dataset-')))
  folder = join(machine, 'photos')
  await mkdir(folder)
  server = await startTestServer({ environment: { VERMILION_ROOTS: machine } })
})
afterAll(async () => {
  await server.stop()
  await rm(machine, { recursive: true })
})

const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: side, g: 9, b: 9 } } })
    .png()
    .toBuffer()

test('R2.29 a dataset made of a folder in place serves, trains on copies, and follows what is changed there', async () => {
  for (const side of [20, 21, 22]) await writeFile(join(folder, `${side}.png`), await picture(side))
  const { jobs } = server.platform
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'hall', path: folder } })
  await jobs.settled()
  const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const body = { name: 'hall', spaceId, labels: [{ name: 'dirt' }], ...kind }
  const { id: datasetId } = await server.call(datasetEndpoints.createDataset, { body })
  await jobs.settled()
  const items = async () =>
    (await server.call(datasetEndpoints.listItems, { params: { datasetId }, query: {} })).items.map(
      ({ path, width, available }) => [path, width, available],
    )
  expect(await items()).toEqual([
    ['20.png', 20, true],
    ['21.png', 21, true],
    ['22.png', 22, true],
  ])

  const { service, snapshots } = server.app.datasets
  const { checksum: version } = await snapshots.ofDataset(await service.require(datasetId))
  const task = join(machine, 'task')
  await snapshots.materialize(version, task, new AbortController().signal)
  const copies = await Array.fromAsync(glob('images/*/*.png', { cwd: task }))
  expect(copies).toHaveLength(3)
  for (const copy of copies) {
    expect((await stat(join(task, copy))).nlink).toBe(1)
    const original = copy.split('/').at(-1) ?? ''
    expect(await readFile(join(task, copy))).toEqual(await readFile(join(folder, original)))
    await writeFile(join(task, copy), 'a program wrote here')
    expect((await stat(join(folder, original))).size).not.toBe('a program wrote here'.length)
  }

  await writeFile(join(folder, '20.png'), await picture(40))
  await utimes(join(folder, '20.png'), new Date(), new Date(Date.now() + 60_000))
  await rm(join(folder, '21.png'))
  await link(join(folder, '22.png'), join(folder, '23.png'))
  await expect(snapshots.materialize(version, task, new AbortController().signal)).rejects.toThrow(
    /has been changed or is gone: scan its data space again/,
  )
  await server.call(scanEndpoints.scanSpace, { params: { spaceId }, body: {} })
  await jobs.settled()
  expect(await items()).toEqual([
    ['20.png', 40, true],
    ['21.png', 21, false],
    ['22.png', 22, true],
  ])
})
