import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOwnId } from './own-id.ts'

test('all who read an id while it is made get the same one, complete', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-own-id-'))
  const file = join(folder, 'below', 'id')
  const ids = await Promise.all(Array.from({ length: 50 }, () => readOwnId(file)))
  expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-f]{16}$/) as unknown))
  expect(new Set(ids).size).toBe(1)
  expect(await readdir(join(folder, 'below'))).toEqual(['id'])
  await rm(folder, { recursive: true })
})
