import { createHash } from 'node:crypto'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { chunks, sha256 } from './content.ts'
import type { OpenBlobs } from './content.ts'

export function testReads(open: OpenBlobs): void {
  test('content is found by its checksum, whole and in parts', async () => {
    const { blobs } = await open()
    const blob = await blobs.put(chunks('hello ', 'world'))
    expect(blob).toEqual({ checksum: sha256('hello world'), size: 11 })
    expect(String(await buffer(await blobs.open(blob.checksum)))).toBe('hello world')
    expect(String(await buffer(await blobs.open(blob.checksum, { start: 3, end: 6 })))).toBe('lo w')
    expect(await blobs.stat(blob.checksum)).toMatchObject(blob)
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
    expect(await blobs.withLocalFile(sha256('never put'), async () => 'used')).toBeUndefined()
    expect(await blobs.placeFile(sha256('never put'), join(folder, 'placed'))).toBe(false)
    await expect(access(join(folder, 'placed'))).rejects.toMatchObject({ code: 'ENOENT' })
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
      await expect(blobs.withLocalFile(checksum, async () => 'used')).rejects.toThrow('not a checksum')
      await expect(blobs.placeFile(checksum, join(folder, 'placed'))).rejects.toThrow('not a checksum')
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
