import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#platform/clock'
import { migrate } from '#platform/database/migrate'
import { migrations } from '../index.ts'
import { openTestDatabase } from '../../src/testing/test-database.ts'

test('executors that were set up as services are gone, other services stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-services-'))
  const database = await openTestDatabase(folder)
  try {
    const { '0003-executor-services': step, ...former } = migrations
    const needs = { database, clock: systemClock, backup: async () => undefined }
    await migrate({ ...needs, migrations: former })
    const query = database.query<{ services: Record<string, string> }>()
    const at = { createdAt: '', updatedAt: '', updatedBy: '', settings: '{}' }
    for (const kind of ['executor', 'chat'])
      await query
        .insertInto('services')
        .values({ id: kind, kind, name: kind, ...at })
        .execute()
    await migrate({ ...needs, migrations: { ...former, '0003-executor-services': step! } })
    expect(await query.selectFrom('services').select('kind').execute()).toMatchObject([{ kind: 'chat' }])
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
})
