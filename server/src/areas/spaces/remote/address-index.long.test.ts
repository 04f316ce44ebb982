import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openAddressIndex, writeAddressIndex } from './address-index.ts'

test('a list of a million addresses is indexed, and one more is too many', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-index-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  async function* entries(count: number) {
    for (let number = 0; number < count; number += 1) {
      const path = `host/${(number * 7_919) % 1_000_003}.jpg`
      yield { url: `https://${path}`, path }
    }
  }
  await writeAddressIndex(join(folder, 'all'), entries(1_000_000))
  const index = openAddressIndex(join(folder, 'all'))
  let count = 0
  for (let last = ''; ;) {
    const paths = index.pathsAfter(last)
    count += paths.length
    if (paths.length === 0) break
    last = paths.at(-1)!
  }
  expect(count).toBe(1_000_000)
  expect(index.urlOf('host/7919.jpg')).toBe('https://host/7919.jpg')
  index.close()
  const tooMany = writeAddressIndex(join(folder, 'too-many'), entries(1_000_001))
  await expect(tooMany).rejects.toMatchObject({ detail: { en: 'it has more than 1,000,000 entries' } })
  expect((await readdir(folder)).filter((name) => name === 'too-many')).toEqual([])
}, 300_000)
