import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ChecksumDiffers } from '../blob-store.ts'
import { chunks, sha256, text } from './content.ts'
import type { OpenBlobs } from './content.ts'

export function testPuts(open: OpenBlobs): void {
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
}

export function testRefusedPuts(open: OpenBlobs): void {
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
}
