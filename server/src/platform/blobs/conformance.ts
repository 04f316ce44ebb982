import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ChecksumDiffers } from './blob-store.ts'
import type { BlobStore } from './blob-store.ts'

const text = (value: string) => new TextEncoder().encode(value)
const sha256 = (value: string) => createHash('sha256').update(value).digest('hex')

async function* chunks(...parts: string[]) {
  for (const part of parts) yield text(part)
}

/** What every blob store must do. `open` gives a fresh store and a folder for files on their way into it. */
export function blobStoreConformance(open: () => Promise<{ blobs: BlobStore; folder: string }>): void {
  test('content is found by its checksum, whole and in parts', async () => {
    const { blobs } = await open()
    const blob = await blobs.put(chunks('hello ', 'world'))
    expect(blob).toEqual({ checksum: sha256('hello world'), size: 11 })
    expect(String(await buffer(await blobs.open(blob.checksum)))).toBe('hello world')
    expect(String(await buffer(await blobs.open(blob.checksum, { start: 3, end: 6 })))).toBe('lo w')
    expect(await blobs.stat(blob.checksum)).toMatchObject(blob)
  })

  test('the same content is kept once', async () => {
    const { blobs } = await open()
    await Promise.all([blobs.put(chunks('same')), blobs.put(chunks('sa', 'me')), blobs.put(chunks('same'))])
    expect(await Array.fromAsync(blobs.list())).toHaveLength(1)
  })

  test('many small contents are put at once, in their order', async () => {
    const { blobs } = await open()
    const put = await blobs.putAll(['a', '', 'b', 'a'].map(text))
    expect(put.map(({ checksum }) => checksum)).toEqual(['a', '', 'b', 'a'].map(sha256))
    expect(await Array.fromAsync(blobs.list())).toHaveLength(3)
    for (const { checksum, size } of put) {
      const content = await buffer(await blobs.open(checksum))
      expect([sha256(String(content)), content.length]).toEqual([checksum, size])
    }
    expect(await blobs.putAll([])).toEqual([])
  })

  test('content of another checksum than promised is refused and leaves nothing', async () => {
    const { blobs, folder } = await open()
    const file = join(folder, 'wrong')
    await writeFile(file, 'wrong')
    await expect(blobs.put(chunks('wrong'), { checksum: sha256('right') })).rejects.toThrow(ChecksumDiffers)
    await expect(blobs.putFile(file, { checksum: sha256('right') })).rejects.toThrow(ChecksumDiffers)
    expect(await Array.fromAsync(blobs.list())).toEqual([])
  })

  test('a source that breaks off leaves nothing', async () => {
    const { blobs } = await open()
    async function* broken() {
      yield text('begun')
      throw new Error('the line is cut')
    }
    await expect(blobs.put(broken())).rejects.toThrow('the line is cut')
    expect(await Array.fromAsync(blobs.list())).toEqual([])
  })

  test('a file is taken over', async () => {
    const { blobs, folder } = await open()
    const file = join(folder, 'upload')
    await writeFile(file, 'uploaded')
    const blob = await blobs.putFile(file, { checksum: sha256('uploaded') })
    expect(String(await buffer(await blobs.open(blob.checksum)))).toBe('uploaded')
    await expect(blobs.putFile(file)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('an empty blob is a blob', async () => {
    const { blobs } = await open()
    const blob = await blobs.put(chunks())
    expect(blob).toEqual({ checksum: sha256(''), size: 0 })
    expect((await buffer(await blobs.open(blob.checksum))).length).toBe(0)
  })

  test('deleted content is gone, and deleting again is nothing', async () => {
    const { blobs } = await open()
    const { checksum } = await blobs.put(chunks('short-lived'))
    await blobs.delete(checksum)
    await blobs.delete(checksum)
    expect(await blobs.stat(checksum)).toBeUndefined()
    await expect(blobs.open(checksum)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('content put again meanwhile survives its collection', async () => {
    const { blobs } = await open()
    const { checksum } = await blobs.put(chunks('wanted again'))
    const known = await blobs.stat(checksum)
    if (known === undefined) throw new Error('the content was just put')
    await blobs.delete(checksum, known.putAt)
    expect(await blobs.stat(checksum)).toBeDefined()
    await blobs.delete(checksum, known.putAt + 1)
    expect(await blobs.stat(checksum)).toBeUndefined()
  })
}
