import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids'
import { blobStoreConformance } from '../conformance.ts'
import { createDiskBlobs } from '../disk.ts'
import { chunks } from '../testing/content.ts'
import { createCopying, requireUndamaged } from './copy.ts'
import { createMovableBlobs } from './movable.ts'

const machine = mkdtempSync(join(tmpdir(), 'vermilion-movable-'))
afterAll(() => rmSync(machine, { recursive: true }))
const newFolder = () => mkdtempSync(join(machine, 'store-'))
const { copyOne, copyAll } = createCopying(() => join(machine, newId()))

describe('a store that can be moved', () => {
  blobStoreConformance(async () => {
    const folder = newFolder()
    return { blobs: createMovableBlobs(createDiskBlobs(folder)), folder }
  })
})

function openBoth() {
  const [source, target] = [createDiskBlobs(newFolder()), createDiskBlobs(newFolder())]
  return { source, target, blobs: createMovableBlobs(source) }
}

test('what is put and deleted while contents are copied is so in the target', async () => {
  const { source, target, blobs } = openBoth()
  const [one, two, three] = await blobs.putAll(['one', 'two', 'three'].map((text) => Buffer.from(text)))
  const late: string[] = []
  await blobs.move(target, {
    copyOne,
    async copyAll() {
      await copyAll({ source, target }, {})
      await blobs.delete(one!.checksum)
      await blobs.delete(two!.checksum)
      late.push((await blobs.put(chunks('two'))).checksum, (await blobs.put(chunks('four'))).checksum)
    },
    // Whatever is confirmed from now on is in both.
    async note() {
      const { checksum } = await blobs.put(chunks('five'))
      expect(await target.stat(checksum)).toBeDefined()
      late.push(checksum)
    },
  })
  const there = await Array.fromAsync(target.list(), ({ checksum }) => checksum)
  expect(there.toSorted()).toEqual([three!.checksum, ...late].toSorted())
  const { checksum } = await blobs.put(chunks('six'))
  expect([await source.stat(checksum), await target.stat(checksum)]).toEqual([undefined, expect.anything()])
})

test('a put that began in the source and ends after the switch is confirmed in the target', async () => {
  const { source, target, blobs } = openBoth()
  const rest = Promise.withResolvers<void>()
  async function* slow() {
    yield Buffer.from('begun ')
    await rest.promise
    yield Buffer.from('here')
  }
  const slowly = blobs.put(slow())
  await blobs.move(target, { copyOne, copyAll: async () => {}, note: async () => {} })
  rest.resolve()
  const { checksum } = await slowly
  expect(await target.stat(checksum)).toMatchObject({ size: 10 })
  expect(await source.stat(checksum)).toMatchObject({ size: 10 })
})

test('a move that fails leaves all where it was', async () => {
  const { source, target, blobs } = openBoth()
  const note = () => Promise.reject(new Error('no room'))
  await expect(blobs.move(target, { copyOne, copyAll: async () => {}, note })).rejects.toThrow('no room')
  const { checksum } = await blobs.put(chunks('after'))
  expect([await source.stat(checksum), await target.stat(checksum)]).toEqual([expect.anything(), undefined])
})

test('content of an old date in the target is put again when it was put of late, so that it is not collected', async () => {
  const { source, target } = openBoth()
  const { checksum } = await target.put(chunks('again'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  const { putAt } = (await source.put(chunks('again')), (await source.stat(checksum))!)
  expect(await copyAll({ source, target }, {})).toMatchObject({ files: 1, skipped: 0 })
  expect((await target.stat(checksum))!.putAt).toBeGreaterThanOrEqual(Math.floor(putAt))
  expect(await copyAll({ source, target }, {})).toMatchObject({ files: 0, skipped: 1 })
})

test('damaged content is named and nothing else is left out', async () => {
  const { source, target } = openBoth()
  const [good, bad] = await source.putAll([Buffer.from('good'), Buffer.from('bad')])
  await writeFile(source.fileOf(bad!.checksum), 'BAD')
  const copied = await copyAll({ source, target }, {})
  expect(copied).toMatchObject({ files: 1, damaged: [bad!.checksum] })
  expect(() => requireUndamaged(copied, false)).toThrow(bad!.checksum)
  expect(await Array.fromAsync(target.list(), ({ checksum }) => checksum)).toEqual([good!.checksum])
})
