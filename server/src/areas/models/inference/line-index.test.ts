import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLineIndex } from './line-index.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-lines-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('lines are counted and read by number while the file grows; an unfinished one waits', async () => {
  const index = createLineIndex()
  const file = join(folder, 'growing')
  expect(await index.count(file)).toBe(0)
  expect(await index.read(file, 0, 5)).toEqual([])
  await writeFile(file, 'one\n火\nthr')
  expect(await index.count(file)).toBe(2)
  expect(await index.read(file, 0, 9)).toEqual(['one', '火'])
  await truncate(file, 8)
  await appendFile(file, 'three\nfour\n')
  expect(await index.count(file)).toBe(4)
  expect(await index.read(file, 1, 3)).toEqual(['火', 'three'])
  expect(await index.read(file, 3, 4)).toEqual(['four'])
  expect(await index.read(file, 4, 9)).toEqual([])
  expect(await index.pick(file, [3, 7, 0])).toEqual(['four', undefined, 'one'])
  expect(await index.pick(join(folder, 'none'), [1, 0])).toEqual([undefined, undefined])
})

test('many readers at once see the same lines, also of lines longer than one read', async () => {
  const index = createLineIndex()
  const file = join(folder, 'long')
  const lines = Array.from({ length: 50 }, (_, line) => String(line).repeat(4_000))
  await writeFile(file, `${lines.join('\n')}\n`)
  const counts = await Promise.all(Array.from({ length: 8 }, () => index.count(file)))
  expect(new Set(counts)).toEqual(new Set([50]))
  expect(await index.read(file, 48, 50)).toEqual(lines.slice(48))
})
