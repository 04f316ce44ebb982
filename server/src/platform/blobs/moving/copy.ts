import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { inTurns } from '#platform/in-turns'
import { ChecksumDiffers, StoreUnreachable, type Blob, type BlobStore } from '../blob-store.ts'
import { isDisk } from '../disk.ts'
import { hasCode, ifMissing } from '../folder-file.ts'
import { isDamaged, orphanGrace } from '../index-check.ts'

/** Contents that are copied at the same time. */
const maxCopying = 8

export interface Copied {
  files: number
  bytes: number
  /** Those that the target had. */
  skipped: number
  /** Checksums that the source has other bytes for. */
  readonly damaged: string[]
}

interface CopyOptions {
  /** True reads what the target has, and copies it again if it is damaged. */
  readonly isVerified?: boolean
  readonly signal?: AbortSignal | undefined
  readonly report?: (copied: Copied) => void
}

interface Pair {
  readonly source: BlobStore
  readonly target: BlobStore
}

export type Copying = ReturnType<typeof createCopying>

/**
 * Contents of the disk are linked while they are sent, to names that `newFile` makes on the same disk. Without it they are not
 * read, and linked into the folder of another disk.
 */
export function createCopying(newFile?: () => string) {
  /** False when the source has no such content. */
  async function copyOne({ source, target }: Pair, checksum: string): Promise<boolean> {
    if (isDisk(source) && newFile !== undefined) {
      const file = newFile()
      try {
        return (await source.placeFile(checksum, file)) && (await target.putFile(file, { checksum })) !== undefined
      } finally {
        await rm(file, { force: true })
      }
    }
    if (isDisk(source) && isDisk(target)) {
      const file = target.fileOf(checksum)
      await mkdir(dirname(file), { recursive: true })
      await rm(file, { force: true })
      return source.placeFile(checksum, file)
    }
    const content = await source.open(checksum, undefined, { isFresh: true }).catch(ifMissing)
    return content !== undefined && (await target.put(content, { checksum })) !== undefined
  }

  /** Copies what the target lacks. Both may be written to meanwhile. */
  async function copyAll(pair: Pair, { isVerified = false, signal, report }: CopyOptions): Promise<Copied> {
    const copied: Copied = { files: 0, bytes: 0, skipped: 0, damaged: [] }

    await inTurns(comparedContents(pair), maxCopying, async ({ checksum, size, isThere }) => {
      signal?.throwIfAborted()
      try {
        if (isThere && !(isVerified && (await isDamaged(pair.target, checksum)))) copied.skipped += 1
        else if (await copyOne(pair, checksum)) {
          copied.files += 1
          copied.bytes += size
        }
      } catch (error) {
        const isOfDisk = hasCode(error, 'EIO') && !isDisk(pair.target) && !(error instanceof StoreUnreachable)
        if (!(error instanceof ChecksumDiffers) && !isOfDisk) throw error
        copied.damaged.push(checksum)
      }
      report?.(copied)
    })
    return copied
  }

  return { copyOne, copyAll }
}

/** Both listings are in order, so that neither is held in memory. */
async function* comparedContents({ source, target }: Pair): AsyncGenerator<Blob & { isThere: boolean }> {
  const others = target.list()[Symbol.asyncIterator]()
  let other = await others.next()
  for await (const blob of source.list()) {
    while (other.done !== true && other.value.checksum < blob.checksum) other = await others.next()
    const match = other.done !== true && other.value.checksum === blob.checksum ? other.value : undefined
    // One that was put of late is put again: by an old date it would be collected before a row names it.
    const isLate = blob.putAt > Math.max(match?.putAt ?? 0, Date.now() - orphanGrace)
    yield { ...blob, isThere: match?.size === blob.size && !isLate }
  }
}

export function requireUndamaged({ damaged }: Copied, leavesDamaged: boolean): void {
  if (damaged.length === 0 || leavesDamaged) return
  const names = damaged.slice(0, 20).join('\n  ')
  throw new Error(`${damaged.length} contents are damaged where they lie, and nothing was moved. The first are:\n  ${names}
Restore them from a backup, or delete the files that have them, and run this again. --leave-damaged moves the rest.`)
}
