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
// oxlint-disable-next-line max-lines-per-function -- a suite: one test after another
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
    const existing = await blobs.stat(checksum)
    if (existing === undefined) throw new Error('the content was just put')
    await blobs.delete(checksum, existing.putAt)
    expect(await blobs.stat(checksum)).toBeDefined()
    await blobs.delete(checksum, existing.putAt + 1)
    expect(await blobs.stat(checksum)).toBeUndefined()
  })

  test.each([
    [0, 0, '0'],
    [0, 9, '0123456789'],
    [9, 9, '9'],
    [4, 5, '45'],
  ])('bytes %i to %i', async (start, end, expected) => {
    const { blobs } = await open()
    const { checksum } = await blobs.put(chunks('0123456789'))
    expect(String(await buffer(await blobs.open(checksum, { start, end })))).toBe(expected)
  })

  test('what was never put is missing, and no text but a checksum reaches a file', async () => {
    const { blobs, folder } = await open()
    await writeFile(join(folder, 'secret'), 'secret')
    expect(await blobs.stat(sha256('never put'))).toBeUndefined()
    expect(await blobs.localFile?.(sha256('never put'))).toBeUndefined()
    await expect(blobs.open(sha256('never put'))).rejects.toMatchObject({ code: 'ENOENT' })
    const hostile = [
      '',
      '..',
      '../secret',
      '../../etc/passwd',
      `${'a'.repeat(62)}/x`,
      'A'.repeat(64),
      `${'a'.repeat(64)}\0`,
    ]
    for (const checksum of hostile) {
      await expect(blobs.open(checksum)).rejects.toThrow('not a checksum')
      await expect(blobs.stat(checksum)).rejects.toThrow('not a checksum')
      await expect(blobs.delete(checksum)).rejects.toThrow('not a checksum')
    }
  })

  test('a put that is called off in the middle leaves nothing', async () => {
    const { blobs } = await open()
    const stop = new AbortController()
    async function* endless() {
      for (let part = 0; ; part++) {
        if (part === 3) stop.abort(new Error('called off'))
        yield text('a part ')
      }
    }
    await expect(blobs.put(endless(), { signal: stop.signal })).rejects.toThrow('called off')
    expect(await Array.fromAsync(blobs.list())).toEqual([])
  })

  test('many puts at once, of the same and of other content, are all kept', async () => {
    const { blobs } = await open()
    const values = Array.from({ length: 60 }, (_, index) => `content ${index % 20}`)
    const put = await Promise.all(values.map((value) => blobs.put(chunks(value))))
    expect(put.map(({ checksum }) => checksum)).toEqual(values.map(sha256))
    expect(await Array.fromAsync(blobs.list())).toHaveLength(20)
    for (const value of values.slice(0, 20)) {
      expect(String(await buffer(await blobs.open(sha256(value))))).toBe(value)
    }
  })

  test('content larger than any buffer comes back as it went in', async () => {
    const { blobs } = await open()
    const part = Buffer.alloc(1024 * 1024, 'vermilion ')
    const parts = 48
    const expected = createHash('sha256')
    async function* large() {
      for (let index = 0; index < parts; index++) {
        part.writeUInt32BE(index)
        expected.update(part)
        yield Buffer.from(part)
      }
    }
    const { checksum, size } = await blobs.put(large())
    expect({ checksum, size }).toEqual({ checksum: expected.digest('hex'), size: parts * part.length })
    const hash = createHash('sha256')
    for await (const chunk of await blobs.open(checksum)) hash.update(chunk as Uint8Array)
    expect(hash.digest('hex')).toBe(checksum)
    expect((await buffer(await blobs.open(checksum, { start: size - 4, end: size - 1 }))).length).toBe(4)
  })
}
