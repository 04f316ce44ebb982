import { mkdir, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import type { RunFile, RunManifest, RunPack } from '@vermilion/contract/tasks/run-data'
import type { ByteRange } from '#platform/blobs/blob-store'
import type { Mount } from '../port/run-spec.ts'
import type { RunHandle } from '../port/run-status.ts'
import { packContent } from './pack-content.ts'
import { packsOf, type Pack } from './packs.ts'
import type { Reading } from './reading.ts'
import { writeWhole } from '../port/write-whole.ts'
import type { RunRecords } from './run-records.ts'
import { sourceFilesOf } from './source-files.ts'

/** Lists of packs in memory, for parts of one that are asked for one after another. */
const keptPacks = 16

/** What runs are given to read: a manifest and lists of files, kept on disk until the run is forgotten. */
export function createInputs({ records, reading }: { records: RunRecords; reading: Reading }) {
  const packs = new Map<string, Promise<Pack>>()
  const packFolder = (handle: RunHandle) => join(records.folderOf(handle), 'packs')
  const manifestFile = (handle: RunHandle) => join(records.folderOf(handle), 'manifest.json')

  async function load(handle: RunHandle, packId: string): Promise<Pack> {
    const text = await readFile(join(packFolder(handle), `${packId}.json`), 'utf8').catch(() => undefined)
    if (text === undefined) throw fail('run-data.pack-not-found')
    return JSON.parse(text) as Pack
  }

  function packOf(handle: RunHandle, packId: string): Promise<Pack> {
    if (!/^[0-9a-f]{64}$/.test(packId)) throw fail('run-data.pack-not-found')
    const key = `${handle} ${packId}`
    const pack = packs.get(key) ?? load(handle, packId)
    packs.delete(key)
    packs.set(key, pack)
    pack.catch(() => packs.delete(key))
    for (const [oldest] of packs) {
      if (packs.size <= keptPacks) break
      packs.delete(oldest)
    }
    return pack
  }

  async function build(handle: RunHandle, mounts: readonly Mount[], signal?: AbortSignal): Promise<RunManifest> {
    await rm(packFolder(handle), { recursive: true, force: true })
    await mkdir(packFolder(handle), { recursive: true })
    const listed: RunPack[] = []
    const described: RunManifest['mounts'] = []
    for (const [position, { source, target }] of mounts.entries()) {
      const root = await realpath(source)
      const { files, emptyFolders } = await sourceFilesOf(root)
      described.push({ target, emptyFolders: [...emptyFolders] })
      for await (const pack of packsOf(files, { reading, source: root, mount: position, signal })) {
        await writeWhole(join(packFolder(handle), `${pack.id}.json`), JSON.stringify(pack))
        const { id, mount, size } = pack
        listed.push({ id, mount, size, files: pack.files.length })
      }
    }
    const size = listed.reduce((sum, pack) => sum + pack.size, 0)
    const manifest: RunManifest = { mounts: described, packs: listed, size }
    // Written last: a manifest means that its packs are there.
    await writeWhole(manifestFile(handle), JSON.stringify(manifest))
    return manifest
  }

  async function find(handle: RunHandle): Promise<RunManifest | undefined> {
    const text = await readFile(manifestFile(handle), 'utf8').catch(() => undefined)
    return text === undefined ? undefined : (JSON.parse(text) as RunManifest)
  }

  return {
    /** The first manifest of a run stays: its data is prepared once. */
    prepare: async (handle: RunHandle, mounts: readonly Mount[], signal?: AbortSignal): Promise<RunManifest> =>
      (await find(handle)) ?? build(handle, mounts, signal),

    async manifest(handle: RunHandle): Promise<RunManifest> {
      const manifest = await find(handle)
      if (manifest === undefined) throw fail('unauthenticated')
      return manifest
    },

    async files(handle: RunHandle, packId: string): Promise<RunFile[]> {
      const { files } = await packOf(handle, packId)
      return files.map(({ path, size, checksum, executable }) => ({ path, size, checksum, executable }))
    },

    async content(handle: RunHandle, packId: string) {
      const { mount, size, files } = await packOf(handle, packId)
      const source = (await records.find(handle))?.sources[mount]
      if (source === undefined) throw fail('run-data.pack-not-found')
      const read = async (range: ByteRange = { start: 0, end: size - 1 }) =>
        packContent(reading, await realpath(source), files, range)
      return { size, read }
    },
  }
}
