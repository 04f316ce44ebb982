import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LocalFile } from './blob-store.ts'
import { StoreUnreachable } from './blob-store.ts'
import { blobStoreConformance } from './conformance.ts'
import { createRemoteBlobs } from './remote.ts'
import { startBlobServer } from './testing/blob-server.ts'
import type { BlobServer } from './testing/blob-server.ts'
import { chunks } from './testing/content.ts'
import { httpContents } from './testing/http-contents.ts'
import { withLocalFiles } from './with-local-files.ts'

let machine = ''
let server: BlobServer
beforeAll(async () => {
  machine = await mkdtemp(join(tmpdir(), 'vermilion-remote-'))
  server = await startBlobServer(join(machine, 'service'))
})
afterAll(async () => {
  await server.close()
  await rm(machine, { recursive: true })
})

let stores = 0
function openStore(maxCopiedBytes?: number, address = `${server.address}/${(stores += 1)}`) {
  const folder = join(machine, `here-${stores}`)
  const [incoming, copies] = [join(folder, 'incoming'), join(folder, 'copies')]
  const blobs = createRemoteBlobs({ contents: httpContents(address), incoming, copies, maxCopiedBytes })
  return { blobs, incoming, copies }
}

describe('blobs behind HTTP', () => {
  blobStoreConformance(async () => ({ blobs: openStore().blobs, folder: machine }))
})

const filesOf = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const readHere = ({ file }: LocalFile) => readFile(file, 'utf8')

describe('local copies of content behind HTTP', () => {
  test('several who use one content at once have it fetched once', async () => {
    const { blobs } = openStore()
    const { checksum } = await blobs.put(chunks('a model'))
    server.requests.clear()
    await Promise.all(Array.from({ length: 12 }, () => blobs.withLocalFile(checksum, readHere)))
    await blobs.withLocalFile(checksum, readHere)
    expect(server.requests.get('GET')).toBe(1)
  })

  test('content that the service has damaged is not lent, placed or kept here', async () => {
    const { blobs, copies } = openStore()
    const { checksum } = await blobs.put(chunks('right'))
    await writeFile(server.fileOf(String(stores), checksum), 'wrong')
    await expect(blobs.withLocalFile(checksum, readHere)).rejects.toThrow(StoreUnreachable)
    await expect(blobs.placeFile(checksum, join(machine, 'damaged'))).rejects.toThrow(StoreUnreachable)
    expect([await filesOf(copies), existsSync(join(machine, 'damaged'))]).toEqual([[], false])
  })

  test('what cannot be fetched is told of each content, beside what can', async () => {
    const { blobs } = openStore()
    const [good, damaged] = await blobs.putAll([Buffer.from('good'), Buffer.from('soon damaged')])
    await writeFile(server.fileOf(String(stores), damaged!.checksum), 'other')
    const missing = 'f'.repeat(64)
    const files = await withLocalFiles(blobs, [good!.checksum, damaged!.checksum, missing], async (all) => all)
    expect(files.get(good!.checksum)).toMatchObject({ within: null })
    expect(files.get(damaged!.checksum)).toBeInstanceOf(StoreUnreachable)
    expect(files.has(missing)).toBe(false)
  })
})

test('while the service is away each call says so, loses no file, and goes on when it is back', async () => {
  const folder = join(machine, 'coming-and-going')
  const away = await startBlobServer(folder)
  const { blobs } = openStore(undefined, `${away.address}/store`)
  const { checksum } = await blobs.put(chunks('kept there'))
  await away.close()
  const file = join(machine, 'upload')
  await writeFile(file, 'an upload')
  const calls = [
    blobs.put(chunks('new')),
    blobs.putFile(file),
    blobs.open(checksum),
    blobs.stat(checksum),
    blobs.delete(checksum),
    Array.fromAsync(blobs.list()),
    blobs.withLocalFile(checksum, readHere),
    blobs.placeFile(checksum, join(machine, 'unplaced')),
  ]
  for (const call of await Promise.allSettled(calls)) {
    expect(call).toMatchObject({ status: 'rejected', reason: { reason: 'store.unreachable', code: 'EIO' } })
  }
  expect(await readFile(file, 'utf8')).toBe('an upload')
  const back = await startBlobServer(folder)
  try {
    const again = openStore(undefined, `${back.address}/store`).blobs
    await again.putFile(file)
    expect(String(await buffer(await again.open(checksum)))).toBe('kept there')
  } finally {
    await back.close()
  }
})
