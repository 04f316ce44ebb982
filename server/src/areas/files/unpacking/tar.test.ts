import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gzip, tarOf } from '../testing/hostile-archives.ts'
import { openArchive } from './open-archive.ts'

test.each(['tar', 'tar.gz'] as const)('a %s that is not read at once loses no entry, and ends', async (kind) => {
  const tar = await tarOf([
    { name: 'a.txt', content: 'a' },
    { name: 'b.txt', content: 'b' },
  ])
  const bytes = kind === 'tar' ? tar : gzip(tar)
  const source = { size: bytes.length, open: async () => Readable.from([Buffer.from(bytes)]) }
  const archive = await openArchive(kind, source, 1_000_000)
  await sleep(100)
  const names: string[] = []
  for await (const { name } of archive.entries()) names.push(name)
  expect(names).toEqual(['a.txt', 'b.txt'])
  archive.close()
})

test.each(['tar', 'tar.gz'] as const)('a damaged %s that is not read at once says so', async (kind) => {
  const source = { size: 512, open: async () => Readable.from([Buffer.alloc(512, 7)]) }
  const archive = await openArchive(kind, source, 1_000_000)
  await sleep(100)
  await expect(archive.entries()[Symbol.asyncIterator]().next()).rejects.toThrow('damaged')
  archive.close()
})
