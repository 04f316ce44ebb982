import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, realpath, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BlobStore } from './blob-store.ts'
import { createComposedBlobs, createContentPlaces } from './composed.ts'
import type { ContentPlace } from './composed.ts'
import { blobStoreConformance } from './conformance.ts'
import { createDiskBlobs } from './disk.ts'
import { fileState } from './folder-file.ts'

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex')

let machine = ''
beforeAll(async () => {
  machine = await realpath(await mkdtemp(join(tmpdir(), 'vermilion-composed-')))
})
afterAll(() => rm(machine, { recursive: true }))

describe('blobs with content in place beside them', () => {
  blobStoreConformance(async () => {
    const folder = await mkdtemp(join(machine, 'store-'))
    return {
      blobs: createComposedBlobs(
        createDiskBlobs(join(folder, 'blobs')),
        createContentPlaces({ folder: join(folder, 'copies') }),
      ),
      folder: machine,
    }
  })
})

describe('content in place', () => {
  let folder = ''
  let blobs: BlobStore
  let positions: Record<string, ContentPlace[]> = {}

  beforeEach(async () => {
    folder = await mkdtemp(join(machine, 'in-place-'))
    positions = {}
    const existing = createContentPlaces({ folder: join(folder, 'copies') })
    existing.add(async (checksum) => positions[checksum] ?? [])
    blobs = createComposedBlobs(createDiskBlobs(await mkdtemp(join(machine, 'blobs-'))), existing)
  })

  async function lay(path: string, content: string): Promise<string> {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), content)
    const state = fileState(await stat(join(folder, path)))
    positions[sha256(content)] = [{ folder, path, ...state }]
    return sha256(content)
  }
  const read = async (checksum: string) => String(await buffer(await blobs.open(checksum)))
  const isGone = async (checksum: string) => {
    const opened: unknown = await blobs.open(checksum).catch((error: unknown) => error)
    const matches = [await blobs.stat(checksum), await blobs.withLocalFile(checksum, async () => true)]
    return opened instanceof Error && 'code' in opened && opened.code === 'ENOENT' && !matches.some(Boolean)
  }

  test('is read where it lies, whole and in parts', async () => {
    const checksum = await lay('a/b.txt', 'hello world')
    expect(await read(checksum)).toBe('hello world')
    expect(String(await buffer(await blobs.open(checksum, { start: 3, end: 6 })))).toBe('lo w')
    expect(await blobs.stat(checksum)).toMatchObject({ checksum, size: 11 })
    const path = join(machine, `copy-of-${checksum}`)
    expect(await blobs.withLocalFile(checksum, async (file) => file)).toEqual({ file: 'a/b.txt', within: folder })
    // A copy: a link could be written through.
    expect(await blobs.placeFile(checksum, path)).toBe(true)
    expect(await readFile(path, 'utf8')).toBe('hello world')
    expect(await stat(join(folder, 'a/b.txt'))).toMatchObject({ nlink: 1 })
    expect(await read(await lay('empty', ''))).toBe('')
  })

  test("is neither listed nor deleted, and a put of it is the store's own", async () => {
    const checksum = await lay('a.txt', 'theirs')
    await blobs.delete(checksum)
    expect(await read(checksum)).toBe('theirs')
    expect(await Array.fromAsync(blobs.list())).toEqual([])
    await blobs.put([Buffer.from('theirs')] as unknown as AsyncIterable<Uint8Array>)
    expect(await blobs.withLocalFile(checksum, async ({ within }) => ({ within }))).toEqual({ within: null })
    await blobs.delete(checksum)
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('theirs')
  })

  test('that was changed, cut short or removed is not served under its old checksum', async () => {
    const changed = await lay('changed', 'first')
    await writeFile(join(folder, 'changed'), 'other')
    await utimes(join(folder, 'changed'), new Date(), new Date(Date.now() + 5_000))
    expect(await isGone(changed)).toBe(true)
    const short = await lay('short', 'whole')
    await writeFile(join(folder, 'short'), 'wh')
    expect(await isGone(short)).toBe(true)
    const removed = await lay('removed', 'removed')
    await rm(join(folder, 'removed'))
    expect(await isGone(removed)).toBe(true)
  })

  test('is never reached through a link, neither of the file nor of a folder above it', async () => {
    const outside = await mkdtemp(join(machine, 'outside-'))
    const asFile = await lay('file', 'the content')
    await rename(join(folder, 'file'), join(outside, 'file'))
    await symlink(join(outside, 'file'), join(folder, 'file'))
    expect(await isGone(asFile)).toBe(true)
    const below = await lay('folder/file', 'another content')
    await rename(join(folder, 'folder'), join(outside, 'folder'))
    await symlink(join(outside, 'folder'), join(folder, 'folder'))
    expect(await isGone(below)).toBe(true)
  })

  test('is found at another place when one is gone', async () => {
    const checksum = await lay('first', 'twice there')
    const [first] = positions[checksum] ?? []
    await lay('second', 'twice there')
    positions[checksum] = [...(first === undefined ? [] : [first]), ...(positions[checksum] ?? [])]
    await rm(join(folder, 'first'))
    expect(await read(checksum)).toBe('twice there')
  })
})
