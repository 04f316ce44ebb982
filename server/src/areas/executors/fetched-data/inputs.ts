import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import type { RunInput, RunManifest, RunPack } from '@vermilion/contract/tasks/run-data'
import type { BlobStore, ByteRange } from '#platform/blobs/blob-store'
import type { Mount } from '../port/run-spec.ts'
import type { RunHandle } from '../port/run-status.ts'
import { packContent } from './pack-content.ts'
import { packsOf, type Pack, type PackedFile } from './packs.ts'
import type { Reading } from './reading.ts'
import { readStored } from '../port/read-stored.ts'
import { writeWhole } from '#platform/write-whole'
import type { RunRecords } from './run-records.ts'
import { sourceFilesOf } from './source-files.ts'

/** Lists of packs in memory, for parts of one that are asked for one after another. */
const keptPacks = 16
/** Smaller files are fetched together from here. */
const minDirectBytes = 4 * 1024 ** 2
/** For which an address works, in seconds; it is used at once. */
const addressTime = 3_600
const packIds = /^[0-9a-f]{64}$/

interface InputNeeds {
  readonly records: RunRecords
  readonly reading: Reading
  readonly blobs: Pick<BlobStore, 'direct'>
}

/** What runs are given to read: a manifest and lists of files, kept on disk until the run is forgotten. */
export function createInputs({ records, reading, blobs }: InputNeeds) {
  const packs = new Map<string, Pack>()
  const packFolder = (handle: RunHandle) => join(records.folderOf(handle), 'packs')
  const packFile = (handle: RunHandle, packId: string) => join(packFolder(handle), `${packId}.json`)
  const manifestFile = (handle: RunHandle) => join(records.folderOf(handle), 'manifest.json')

  async function packOf(handle: RunHandle, packId: string): Promise<Pack> {
    const file = packFile(handle, packId)
    const pack = packs.get(file) ?? (packIds.test(packId) ? await readStored<Pack>(file) : undefined)
    if (pack === undefined) throw fail('run-data.pack-not-found')
    packs.delete(file)
    packs.set(file, pack)
    const [oldest = ''] = packs.keys()
    if (packs.size > keptPacks) packs.delete(oldest)
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
      described.push({ target, emptyFolders })
      for await (const pack of packsOf(files, { reading, source: root, mount: position, signal })) {
        await writeWhole(packFile(handle, pack.id), JSON.stringify(pack))
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

  /** Undefined for what was never content of the store, and while that is away. */
  async function addressOf({ size, checksum }: PackedFile): Promise<string | undefined> {
    const { direct } = blobs
    if (size < minDirectBytes || direct?.openings.nodes !== true) return undefined
    return direct.address(checksum, { seconds: addressTime }).catch(() => undefined)
  }

  return {
    /** The first manifest of a run stays: its data is prepared once. */
    prepare: async (handle: RunHandle, mounts: readonly Mount[], signal?: AbortSignal): Promise<RunManifest> =>
      (await readStored<RunManifest>(manifestFile(handle))) ?? build(handle, mounts, signal),

    async manifest(handle: RunHandle): Promise<RunManifest> {
      const manifest = await readStored<RunManifest>(manifestFile(handle))
      if (manifest === undefined) throw fail('unauthenticated')
      return manifest
    },

    async files(handle: RunHandle, packId: string): Promise<RunInput[]> {
      const { files } = await packOf(handle, packId)
      const addresses = await Promise.all(files.map(addressOf))
      return files.map(({ at: _, ...file }, position) => ({ ...file, address: addresses[position] }))
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
