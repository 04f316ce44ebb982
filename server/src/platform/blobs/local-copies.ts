import { createHash } from 'node:crypto'
import { linkSync, rmSync, statSync, utimesSync, type Stats } from 'node:fs'
import { mkdir, open as openFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import { freeSpace } from '#platform/disk-space'
import { StoreUnreachable } from './blob-store.ts'
import type { ByteRange, LocalFileWork, RemoteContent, WorkResult } from './blob-store.ts'
import { createEviction } from './eviction.ts'
import { hasCode, ifMissing } from './folder-file.ts'
import { hashFile } from './incoming.ts'
import { createOwnFolder, deleteFoldersOfGone } from './own-folder.ts'

const defaultMaxBytes = 20 * 1024 ** 3
/** Most copies that a process knows to be intact; others are hashed before they are used. */
const maxKnown = 10_000
/** Milliseconds within which a second use is not noted. */
const useInterval = 1_000

export interface CopyFolder {
  readonly folder: string
  readonly maxBytes?: number | undefined
}

interface Needs extends CopyFolder {
  read(checksum: string, range?: ByteRange): Promise<RemoteContent>
}

export type LocalCopies = ReturnType<typeof createLocalCopies>

interface Use {
  users: number
  readonly lent: Promise<boolean>
}

/**
 * Copies, on this machine, of content that a remote store holds, the least recently used of which go first. All processes of a
 * data folder share them, and may delete and make any at any time: `ab/abcd…` by checksum, renamed to that once complete. A copy
 * that a process lends is a further link to the file in `own/`, and stays there when the copy goes. Each process hashes a copy that
 * it has not made itself before it first uses it: what a power cut or a disk did to it is found.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose parts share what is known of the copies
export function createLocalCopies({ folder, maxBytes = defaultMaxBytes, read }: Needs) {
  const ownFile = createOwnFolder(join(folder, 'own'))
  const evict = createEviction(folder, maxBytes)
  const fileOf = (checksum: string) => join(folder, checksum.slice(0, 2), checksum)
  /** Intact copies by their checksum, with the file and size that they then had. */
  const intact = new Map<string, string>()
  const uses = new Map<string, Use>()

  const stateOf = ({ ino, size }: Pick<Stats, 'ino' | 'size'>) => `${ino} ${size}`
  const isKnown = (checksum: string, stats: Stats) => intact.get(checksum) === stateOf(stats)

  function note(checksum: string, stats: Stats): void {
    intact.delete(checksum)
    intact.set(checksum, stateOf(stats))
    for (const first of intact.keys()) if (intact.size > maxKnown) intact.delete(first)
  }

  function discard(checksum: string): void {
    intact.delete(checksum)
    rmSync(fileOf(checksum), { force: true })
  }

  /** Whether a copy that is to be used is what its name says; it is deleted if not. */
  async function isIntact(checksum: string, file: string, stats: Stats): Promise<boolean> {
    if (!isKnown(checksum, stats) && (await hashFile(file)).checksum !== checksum) {
      discard(checksum)
      return false
    }
    note(checksum, stats)
    const now = Date.now()
    // The time of a copy is that of its last use.
    if (now - stats.mtimeMs > useInterval) utimesSync(file, now / 1_000, now / 1_000)
    return true
  }

  async function openCopy(checksum: string, isRange: boolean): Promise<FileHandle | undefined> {
    const file = fileOf(checksum)
    const stats = statSync(file, { throwIfNoEntry: false })
    // A part of a copy is not worth hashing all of it.
    if (stats === undefined || (isRange && !isKnown(checksum, stats))) return undefined
    // Another process may delete it at this moment.
    const isUsable = await isIntact(checksum, file, stats).catch(ifMissing)
    return isUsable === true ? openFile(file, 'r').catch(ifMissing) : undefined
  }

  /** False when the disk has no room, whatever goes. */
  async function makeRoom(size: number): Promise<boolean> {
    const free = await freeSpace(folder)
    await evict(size, size - free)
    return free >= size || (await freeSpace(folder)) >= size
  }

  /**
   * Passes content on while it is written to a copy, and returns its checksum, which may not be known. A copy that nobody waits
   * for is left out where the disk is full.
   */
  async function* copied(expected: string | null, { size, stream }: RemoteContent, isRequired: boolean) {
    const draft = ownFile()
    const noRoom = () => fail('store.no-room', { mebibytes: Math.ceil(size / 1024 ** 2) })
    const digest = createHash('sha256')
    let handle: FileHandle | undefined
    try {
      const hasRoom = (isRequired || size <= maxBytes / 2) && (await makeRoom(size))
      if (isRequired && !hasRoom) throw noRoom()
      if (hasRoom) handle = await openFile(draft, 'wx')
      for await (const part of stream as AsyncIterable<Buffer>) {
        digest.update(part)
        await handle?.writeFile(part).catch(async (error: unknown) => {
          if (isRequired) throw hasCode(error, 'ENOSPC') ? noRoom() : error
          await handle?.close()
          handle = undefined
        })
        yield part
      }
      const checksum = digest.digest('hex')
      if (checksum !== (expected ?? checksum)) throw new StoreUnreachable(`${expected} arrived damaged`)
      if (handle === undefined) return checksum
      const file = fileOf(checksum)
      await mkdir(dirname(file), { recursive: true })
      note(checksum, await handle.stat())
      await rename(draft, file)
      return checksum
    } finally {
      stream.destroy()
      await handle?.close()
      await rm(draft, { force: true })
    }
  }

  /** Makes a link of this process to a copy, which is fetched if there is none. False when there is no content. */
  async function lend(checksum: string): Promise<boolean> {
    const link = ownFile(checksum)
    for (;;) {
      rmSync(link, { force: true })
      try {
        linkSync(fileOf(checksum), link)
        if (await isIntact(checksum, link, statSync(link))) return true
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error
        const content = await read(checksum).catch(ifMissing)
        if (content === undefined) return false
        await finished(Readable.from(copied(checksum, content, true)).resume())
      }
    }
  }

  return {
    discard,

    /** Copies content of which nobody knows the checksum, and returns that. */
    async take(content: RemoteContent): Promise<string> {
      const parts = copied(null, content, false)
      for (;;) {
        const { done, value } = await parts.next()
        if (done) return value
      }
    },

    /** A range is read from the store, and makes no copy. */
    async open(checksum: string, range?: ByteRange): Promise<Readable> {
      const copy = await openCopy(checksum, range !== undefined)
      if (copy !== undefined) return copy.createReadStream({ start: 0, ...range })
      const content = await read(checksum, range)
      if (range !== undefined) return content.stream
      const parts = Readable.from(copied(checksum, content, false), { objectMode: false })
      return parts.once('close', () => content.stream.destroy())
    },

    /** Those who use one content at the same time share its link, and it is fetched once. */
    async withLocalFile<Result extends WorkResult>(
      checksum: string,
      work: LocalFileWork<Result>,
    ): Promise<Result | undefined> {
      const use = uses.get(checksum) ?? { users: 0, lent: lend(checksum) }
      uses.set(checksum, use)
      use.users += 1
      try {
        return (await use.lent) ? await work({ file: ownFile(checksum), within: null }) : undefined
      } finally {
        use.users -= 1
        if (use.users === 0) {
          uses.delete(checksum)
          // In one step with the line above, so that nobody makes the link again meanwhile.
          rmSync(ownFile(checksum), { force: true })
        }
      }
    },

    clear: () => deleteFoldersOfGone(join(folder, 'own')),
  }
}
