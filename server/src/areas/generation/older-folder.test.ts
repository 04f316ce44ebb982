import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { fileEndpoints } from '@vermilion/contract/files'
import { generationConfig } from '@vermilion/contract/generations/config'
import { itemOfEachImage, planImage } from '@vermilion/contract/generations/plan'
import { expect, test } from 'vitest'
import { systemClock } from '#platform/clock'
import { createDatabase } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { openSqlite } from '#platform/database/sqlite'
import { sortKey } from '#areas/files'
import { migrations } from '../../../migrations/index.ts'
import { startTestServer } from '../../testing/start-server.ts'

type Row = Record<string, string | number | null>

const config = generationConfig.parse({
  name: 'old',
  count: 3,
  seed: 5,
  items: [{ floor: 'Tile' }, { animal: 'cat', weight: 2 }],
  loras: [{ name: 'Style' }],
})
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const nameOf = (number: number) => `${number}.png`

/** A data folder as versions wrote it that did not find files by how they were generated. */
async function writeOldFolder(data: string): Promise<void> {
  const database = createDatabase(openSqlite(join(data, 'vermilion.db')))
  const old = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0038'))
  await migrate({ database, migrations: old, clock: systemClock, backup: async () => {} })
  const query = database.query<Record<string, Row>>()
  const add = (table: string, row: Row) => query.insertInto(table).values(row).execute()
  const counts = { fileCount: config.count, totalSize: 0 }
  const words = { description: '', tags: '[]', status: 'normal' }
  await add('spaces', { id: 's', name: 's', path: 's', ...words, progress: null, ...counts, ...times })
  const all = { allFiles: config.count, allSize: 0 }
  await add('folders', {
    number: 1,
    spaceId: 's',
    path: '',
    parent: null,
    name: '',
    sortKey: '',
    ...counts,
    ...all,
    ...times,
  })
  await add('generations', {
    id: 'g',
    spaceId: 's',
    name: 'old',
    config: JSON.stringify(config),
    workflowName: 'Floor scenes',
    status: 'success',
    made: config.count,
    kept: config.count,
    aside: 0,
    failed: 0,
    folder: '',
    startedBy: 'admin',
    jobId: 'j',
    createdAt: times.createdAt,
  })
  const texts = { name: 'd', description: '', tags: '[]', format: 'coco', type: 'image', modelName: '', prompt: '' }
  const about = { spaceId: 's', spaceName: 's', labelType: 'target-detection', status: 'success' }
  const labels = { fileCount: config.count, labeledCount: 0, annotationCount: 0 }
  await add('datasets', { id: 'd', ...texts, ...about, ...labels, ...times })
  for (const [number, itemIndex] of itemOfEachImage(config).entries()) {
    const [name, checksum] = [nameOf(number), `content-${number}`]
    const location = { spaceId: 's', path: name, width: 4, height: 3, checksum }
    const image = { id: name, ...location }
    const file = { folder: 1, name, sortKey: sortKey(name), size: 0, kind: 'image', mediaType: 'image/png' }
    const read = { broken: 0, examined: 1, tags: '[]', score: number * 10 }
    await add('files', { ...image, ...file, ...read, ...times })
    const order = { generationId: 'g', number, attempt: 0, itemIndex, status: 'kept' }
    await add('generatedImages', { id: name, ...order, fileId: name, checksum, createdAt: times.createdAt })
    const state = { status: 'to-label', split: 'train', annotationCount: 0, revision: 0, available: 1 }
    const item = { datasetId: 'd', fileId: name, place: name, updatedAt: times.updatedAt }
    await add('datasetItems', { ...image, ...item, ...state })
  }
  await database.close()
}

test('R2.29 images of an older data folder are found by how they were generated, in its spaces and its datasets', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-older-'))
  try {
    await writeOldFolder(data)
    const server = await startTestServer({ data })
    const files = async (query: object) =>
      (await server.call(fileEndpoints.listFiles, { params: { spaceId: 's' }, query })).items.map(({ name }) => name)
    const images = async (query: ItemFilter) =>
      (await server.call(datasetEndpoints.listItems, { params: { datasetId: 'd' }, query })).items.map(
        ({ id, score }) => `${id} ${score}`,
      )
    expect(await files({ generationId: 'g', lora: 'style', workflow: 'floor' })).toEqual(['0.png', '1.png', '2.png'])
    expect(await files({ sceneItem: 'tile' })).toEqual(['1.png'])
    const { seed } = planImage(config, itemOfEachImage(config)[2]!, 2, 0)
    expect(await files({ seed })).toEqual(['2.png'])
    expect(await images({ prompt: 'cat' })).toEqual(['0.png 0', '2.png 20'])
    expect(await images({ generationId: 'g', minimumScore: 5 })).toEqual(['1.png 10', '2.png 20'])
    await server.stop()
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})
