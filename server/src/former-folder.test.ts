import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { startTestServer } from './testing/start-server.ts'

let data = ''
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-former-'))
})
afterEach(() => rm(data, { recursive: true }))

function writeFormerJournal(names: readonly string[]): void {
  const database = new DatabaseSync(join(data, 'vermilion.db'))
  database.exec('delete from migrations')
  const insert = database.prepare('insert into migrations (name, position, appliedAt) values (?, ?, ?)')
  for (const [position, name] of names.entries()) insert.run(name, position, '2026-11-01T00:00:00.000Z')
  database.close()
}

test('R4.12 a data folder that took every step before the first release goes on with what it holds', async () => {
  const first = await startTestServer({ data })
  await first.call(spaceEndpoints.createSpace, { body: { name: 'kept', path: 'kept' } })
  await first.stop()
  const later = Object.keys(migrations).slice(1)
  writeFormerJournal(['0001-platform', '0122-expected-files', '0124-thresholds-of-rounds', ...later])
  const second = await startTestServer({ data })
  expect(await second.call(spaceEndpoints.listSpaces, { query: {} })).toMatchObject({ items: [{ name: 'kept' }] })
  await second.stop()
})

test('a data folder that lacks the last of those steps is refused in words', async () => {
  const first = await startTestServer({ data })
  await first.stop()
  writeFormerJournal(['0001-platform', '0121-notices'])
  await expect(startTestServer({ data })).rejects.toThrow('its last step is 0121-notices')
})
