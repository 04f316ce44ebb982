import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { fileEndpoints } from '@vermilion/contract/files'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import type { TestServer } from '../../../testing/start-server.ts'
import { uploadPacked } from '../../../testing/upload-pack.ts'

type Caller = Pick<TestServer, 'call' | 'fetch'>

export const checksumOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

const packSize = 10

export interface Graph {
  readonly spaceIds: readonly string[]
  readonly retained: ReadonlyMap<string, string>
  readonly orphans: readonly string[]
}

/** Contents are shared by files of several spaces, by trash, both or nothing, and two days old. */
export async function makeGraph(server: Caller, data: string, random: () => number, size: number): Promise<Graph> {
  const below = (count: number) => Math.floor(random() * count)
  const spaces = await Promise.all(
    ['a', 'b', 'c'].map((name) => server.call(spaceEndpoints.createSpace, { body: { name, path: name } })),
  )
  const contents = Array.from({ length: 24 }, () => randomBytes(size + below(size)))
  const retained = new Map<string, string>()
  const files = new Map(spaces.map(({ id }) => [id, [] as { path: string; content: Uint8Array }[]]))
  for (const [number, content] of contents.entries()) {
    const holders = 1 + below(3)
    for (let holder = 0; holder < holders; holder += 1) {
      const space = spaces[below(spaces.length)]!
      const path = `${number}-${holder}.bin`
      files.get(space.id)?.push({ path, content })
      retained.set(`${space.id}/${path}`, checksumOf(content))
    }
  }
  for (const [spaceId, own] of files)
    for (let at = 0; at < own.length; at += packSize) await uploadPacked(server, spaceId, own.slice(at, at + packSize))
  for (const { id: spaceId } of spaces) {
    const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { limit: 500 } })
    const removed = items.filter(() => random() < 0.5)
    if (removed.length === 0) continue
    const fileIds = removed.map(({ id }) => id)
    await server.call(fileOperationEndpoints.deleteFiles, { params: { spaceId }, body: { selection: { fileIds } } })
    const restored = removed.filter(() => random() < 0.2)
    if (restored.length > 0) {
      const body = { fileIds: restored.map(({ id }) => id) }
      await server.call(trashEndpoints.restoreFiles, { params: { spaceId }, body })
    }
    for (const { id, path } of removed)
      if (!restored.some((one) => one.id === id)) retained.delete(`${spaceId}/${path}`)
  }
  const orphans: string[] = []
  for (let number = 0; number < 6; number += 1) {
    const content = randomBytes(size)
    const checksum = checksumOf(content)
    const folder = join(data, 'blobs', checksum.slice(0, 2))
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'new'), content)
    await rename(join(folder, 'new'), join(folder, checksum.slice(2)))
    orphans.push(checksum)
  }
  await ageBlobs(data)
  return { spaceIds: spaces.map(({ id }) => id), retained, orphans }
}

/** Younger contents are never removed. */
async function ageBlobs(data: string): Promise<void> {
  const old = new Date(Date.now() - 2 * 86_400_000)
  for (const entry of await readdir(join(data, 'blobs'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), old, old)
}

export async function storedChecksums(data: string): Promise<Set<string>> {
  const entries = await readdir(join(data, 'blobs'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /^[0-9a-f]{62}$/.test(entry.name))
  return new Set(files.map(({ parentPath, name }) => parentPath.slice(-2) + name))
}

export async function downloadedChecksums(server: Caller, { spaceIds }: Graph): Promise<Map<string, string>> {
  const downloaded = new Map<string, string>()
  for (const spaceId of spaceIds) {
    const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { limit: 500 } })
    for (const { id, path } of items) {
      const response = await server.fetch(`/files/${id}/content`)
      downloaded.set(`${spaceId}/${path}`, checksumOf(new Uint8Array(await response.arrayBuffer())))
    }
  }
  return downloaded
}

export async function trashedFiles(server: Caller, { spaceIds }: Graph): Promise<string[]> {
  const pages = spaceIds.map((spaceId) =>
    server.call(trashEndpoints.listTrash, { params: { spaceId }, query: { limit: 500 } }),
  )
  const items = (await Promise.all(pages)).flatMap((page) => page.items)
  return items.map(({ spaceId, path }) => `${spaceId}/${path}`).toSorted()
}
