import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDiskQuotaWatch } from './disk-quota.ts'

const limit = 1024 ** 2
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-quota-'))
  await mkdir(join(folder, 'output'))
})
afterEach(() => rm(folder, { recursive: true }))

const watch = () =>
  createDiskQuotaWatch({ outputFolder: join(folder, 'output'), logFolder: folder, outputBytes: limit })
const write = (path: string, bytes: number) => writeFile(join(folder, path), Buffer.alloc(bytes, 1), { flush: true })

test('a task may write up to its limit, and a little more ends it', async () => {
  await write('output/weights', limit / 2)
  expect(await watch()()).toBeNull()
  await write('output/more', limit / 2 + 65_536)
  expect(await watch()()).toMatchObject({ name: 'output-limit' })
})

test('what it logs counts as well', async () => {
  await write('output/weights', limit / 2)
  await write('log', limit / 2 + 65_536)
  expect(await watch()()).toMatchObject({ name: 'output-limit' })
})
