import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { expect, test } from 'vitest'
import { systemClock } from '#platform/clock'
import { createDatabase } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { openSqlite } from '#platform/database/sqlite'
import { migrations } from '../../../migrations/index.ts'
import { startTestServer } from '../../testing/start-server.ts'
import { sortKeyOf } from './items/item-store.ts'

type Row = Record<string, string | number | null>

const paths = ['2.png', '1.png', '10.png']

/** A data folder as versions wrote it that did not number images yet, or numbered them from 0 on. */
async function writeOldFolder(data: string): Promise<void> {
  const database = createDatabase(openSqlite(join(data, 'vermilion.db')))
  const old = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0018'))
  await migrate({ database, migrations: old, clock: systemClock, backup: async () => {} })
  const query = database.query<{ datasets: Row; datasetItems: Row; datasetAnnotations: Row }>()
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
  const texts = { name: 'old', description: '', tags: '[]', format: 'coco', type: 'image', modelName: '', prompt: '' }
  const about = { spaceId: 's', spaceName: 's', labelType: 'target-detection', status: 'success' }
  const counts = { fileCount: paths.length, labeledCount: 0, annotationCount: 0 }
  await query
    .insertInto('datasets')
    .values({ id: 'old', ...texts, ...about, ...counts, ...times })
    .execute()
  for (const path of paths) {
    const location = { path, place: sortKeyOf(path), checksum: path, width: 4, height: 3, spaceId: 's', fileId: path }
    const state = { status: 'to-label', split: 'train', annotationCount: 0, revision: 0, available: 1 }
    await query
      .insertInto('datasetItems')
      .values({ id: path, datasetId: 'old', ...location, ...state, updatedAt: times.updatedAt })
      .execute()
  }
  for (const [itemId, sources] of [
    ['1.png', ['import', 'manual', 'import']],
    ['2.png', ['model', 'import']],
  ] as const) {
    const shapes = JSON.stringify(
      sources.map((source, index) => ({ id: `${index}`, kind: 'class', labelId: 'l', source })),
    )
    await query.insertInto('datasetAnnotations').values({ itemId, shapes }).execute()
  }
  await database.close()
}

test('R2.25 R2.24 the images of an older data folder are numbered as later ones are, the first of them too, and their labels counted by source', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-older-'))
  try {
    await writeOldFolder(data)
    const server = await startTestServer({ data })
    const look = (itemId: string) => server.call(datasetEndpoints.getItem, { params: { itemId }, query: {} })
    expect(await look('1.png')).toMatchObject({ position: 1, previousId: null, nextId: '2.png' })
    expect(await look('2.png')).toMatchObject({ position: 2, previousId: '1.png', nextId: '10.png' })
    expect(await look('10.png')).toMatchObject({ position: 3, previousId: '2.png', nextId: null })
    const next = (after: string) =>
      server.call(annotationEndpoints.takeNextItem, {
        params: { datasetId: 'old' },
        body: { seatId: 'ann', after },
      })
    const { sources } = await server.call(datasetEndpoints.datasetReport, { params: { datasetId: 'old' } })
    expect(sources).toEqual([
      { source: 'import', origin: '', person: '', labels: 3 },
      { source: 'manual', origin: '', person: '', labels: 1 },
      { source: 'model', origin: '', person: '', labels: 1 },
    ])
    expect(await next('1.png')).toEqual({ itemId: '2.png' })
    expect(await next('2.png')).toEqual({ itemId: '10.png' })
    await server.stop()
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})
