import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { startTestServer } from './testing/start-server.ts'
import { changeRows } from './testing/test-database.ts'

let data = ''
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-former-'))
})
afterEach(() => rm(data, { recursive: true }))

async function writeFormerJournal(names: readonly string[]): Promise<void> {
  const rows = names.map((name, position) => `('${name}', ${position}, '2026-11-01T00:00:00.000Z')`)
  const inserted = `insert into migrations ("name", "position", "appliedAt") values ${rows.join()}`
  await changeRows(data, 'delete from migrations', inserted)
}

test('R4.12 a data folder that took every step before the first release goes on with what it holds', async () => {
  const first = await startTestServer({ data })
  await first.call(spaceEndpoints.createSpace, { body: { name: 'kept', path: 'kept' } })
  await first.stop()
  const later = Object.keys(migrations).slice(1)
  await writeFormerJournal(['0001-platform', '0122-expected-files', '0124-thresholds-of-rounds', ...later])
  const second = await startTestServer({ data })
  expect(await second.call(spaceEndpoints.listSpaces, { query: {} })).toMatchObject({ items: [{ name: 'kept' }] })
  await second.stop()
})

test('a data folder that lacks the last of those steps is refused in words', async () => {
  const first = await startTestServer({ data })
  await first.stop()
  await writeFormerJournal(['0001-platform', '0121-notices'])
  await expect(startTestServer({ data })).rejects.toThrow('its last step is 0121-notices')
})
