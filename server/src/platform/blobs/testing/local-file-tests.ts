import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { chunks, sha256 } from './content.ts'
import type { OpenBlobs } from './content.ts'

const readHere = async ({ file, within }: { file: string; within: string | null }) =>
  readFile(within === null ? file : join(within, file), 'utf8')

export function testLocalFiles(open: OpenBlobs): void {
  test('content is lent as a local file, again and again, and to several at once', async () => {
    const { blobs } = await open()
    const { checksum } = await blobs.put(chunks('a picture'))
    expect(await blobs.withLocalFile(checksum, readHere)).toBe('a picture')
    expect(await blobs.withLocalFile(checksum, readHere)).toBe('a picture')
    const all = Array.from({ length: 20 }, () => blobs.withLocalFile(checksum, readHere))
    expect(new Set(await Promise.all(all))).toEqual(new Set(['a picture']))
    const empty = await blobs.put(chunks())
    expect(await blobs.withLocalFile(empty.checksum, readHere)).toBe('')
  })

  test('a local file is there for as long as it is used, also when another use ends before', async () => {
    const { blobs } = await open()
    const { checksum } = await blobs.put(chunks('used for long'))
    const longUse = Promise.withResolvers<void>()
    const long = blobs.withLocalFile(checksum, async (file) => {
      await longUse.promise
      return readHere(file)
    })
    expect(await blobs.withLocalFile(checksum, readHere)).toBe('used for long')
    longUse.resolve()
    expect(await long).toBe('used for long')
  })

  test('what a use fails with is what the call fails with, and the content can be used again', async () => {
    const { blobs } = await open()
    const { checksum } = await blobs.put(chunks('content'))
    const failing = blobs.withLocalFile(checksum, () => Promise.reject(new Error('the program crashed')))
    await expect(failing).rejects.toThrow('the program crashed')
    expect(await blobs.withLocalFile(checksum, readHere)).toBe('content')
  })

  test('deleted content is no longer lent, and content that was put since is', async () => {
    const { blobs } = await open()
    expect(await blobs.withLocalFile(sha256('later'), readHere)).toBeUndefined()
    const { checksum } = await blobs.put(chunks('later'))
    expect(await blobs.withLocalFile(checksum, readHere)).toBe('later')
    await blobs.delete(checksum)
    expect(await blobs.withLocalFile(checksum, readHere)).toBeUndefined()
  })

  test('content is placed under a path, which stays when the content is deleted', async () => {
    const { blobs, folder } = await open()
    const content = randomBytes(300_000)
    const { checksum } = await blobs.put(
      (async function* () {
        yield content
      })(),
    )
    const path = join(await mkdtemp(join(folder, 'placed-')), 'image.png')
    expect(await blobs.placeFile(checksum, path)).toBe(true)
    await blobs.delete(checksum)
    expect(await readFile(path)).toEqual(content)
  })

  test('content is not placed over a file, nor in a folder that is missing', async () => {
    const { blobs, folder } = await open()
    const { checksum } = await blobs.put(chunks('placed'))
    const path = join(await mkdtemp(join(folder, 'placed-')), 'taken')
    await writeFile(path, 'somebody else wrote this')
    await expect(blobs.placeFile(checksum, path)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await readFile(path, 'utf8')).toBe('somebody else wrote this')
    await expect(blobs.placeFile(checksum, join(path, '..', 'none', 'a'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('what is said of content: its size, when it was put, and what deleting it frees', async () => {
    const { blobs, folder } = await open()
    const { checksum, size } = await blobs.put(chunks('x'.repeat(9_000)))
    const [listed] = await Array.fromAsync(blobs.list())
    expect(listed).toEqual(await blobs.stat(checksum))
    expect(listed).toMatchObject({ checksum, size })
    expect(Math.abs((listed?.putAt ?? 0) - Date.now())).toBeLessThan(60_000)
    expect(listed?.reclaimable).toBeGreaterThanOrEqual(size)
    // A program may write to what was placed for it, unless it is the store's own file.
    const path = join(await mkdtemp(join(folder, 'placed-')), 'data')
    await blobs.placeFile(checksum, path)
    if (((await blobs.stat(checksum))?.reclaimable ?? 0) > 0) await appendFile(path, 'more')
    expect((await buffer(await blobs.open(checksum))).length).toBe(size)
  })
}
