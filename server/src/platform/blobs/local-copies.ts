import { rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '@vermilion/contract/kernel/errors'
import { freeSpace } from '#platform/disk-space'
import { newId } from '#platform/ids'
import { StoreUnreachable, type Blob, type LocalFileWork, type WorkResult } from './blob-store.ts'
import { writeVerified } from './place-file.ts'

/** Milliseconds that a copy stays after its last work: a model is used once for each picture. */
const defaultIdleMs = 60_000
/** Upper bound of the bytes of copies that nobody uses. */
const defaultMaxIdleBytes = 4 * 1024 ** 3

export interface LocalCopiesOptions {
  readonly idleMs?: number
  readonly maxIdleBytes?: number
}

interface Needs extends LocalCopiesOptions {
  /** Everything in it is deleted at the start and at the end. */
  readonly folder: string
  stat(checksum: string): Promise<Blob | undefined>
  open(checksum: string): Promise<Readable>
}

interface Copy {
  readonly file: string
  /** Undefined when there is no content. */
  readonly fetched: Promise<number | undefined>
  size: number
  users: number
  isDiscarded: boolean
  timer?: NodeJS.Timeout
}

/** Copies, on this machine, of content that a remote store holds. Each is fetched once for all who use it at the same time. */
export function createLocalCopies({ folder: root, stat, open, ...options }: Needs) {
  const { idleMs = defaultIdleMs, maxIdleBytes = defaultMaxIdleBytes } = options
  /** Two processes on one data folder, a server and `vermilion doctor`, have no copy in common. */
  const folder = join(root, newId())
  /** The least recently used first. */
  const copies = new Map<string, Copy>()

  const idleCopies = () => [...copies].filter(([, { users }]) => users === 0)

  function remove(checksum: string, copy: Copy): void {
    clearTimeout(copy.timer)
    copies.delete(checksum)
    // In one step with the line above, so that no new copy is written to the same path meanwhile.
    rmSync(copy.file, { force: true })
  }

  async function requireRoom(size: number): Promise<void> {
    for (const [checksum, copy] of idleCopies()) {
      if ((await freeSpace(folder)) >= size) return
      if (copy.users === 0) remove(checksum, copy)
    }
    if ((await freeSpace(folder)) < size) throw fail('store.no-room', { mebibytes: Math.ceil(size / 1024 ** 2) })
  }

  async function fetch(checksum: string, file: string): Promise<number | undefined> {
    const blob = await stat(checksum)
    if (blob === undefined) return undefined
    await mkdir(folder, { recursive: true })
    await requireRoom(blob.size)
    if (!(await writeVerified(await open(checksum), checksum, file)))
      throw new StoreUnreachable(`${checksum} arrived damaged`)
    return blob.size
  }

  function acquire(checksum: string): Copy {
    const existing = copies.get(checksum)
    const file = join(folder, checksum)
    const copy = existing ?? { file, fetched: fetch(checksum, file), size: 0, users: 0, isDiscarded: false }
    clearTimeout(copy.timer)
    copy.users += 1
    copies.delete(checksum)
    copies.set(checksum, copy)
    return copy
  }

  function release(checksum: string, copy: Copy): void {
    copy.users -= 1
    if (copy.users > 0) return
    if (copy.isDiscarded || idleMs === 0) return remove(checksum, copy)
    copy.timer = setTimeout(() => remove(checksum, copy), idleMs).unref()
    let idleBytes = idleCopies().reduce((sum, [, { size }]) => sum + size, 0)
    for (const [oldest, idle] of idleCopies()) {
      if (idleBytes <= maxIdleBytes) return
      idleBytes -= idle.size
      remove(oldest, idle)
    }
  }

  return {
    async withLocalFile<Result extends WorkResult>(
      checksum: string,
      work: LocalFileWork<Result>,
    ): Promise<Result | undefined> {
      const copy = acquire(checksum)
      try {
        const size = await copy.fetched.catch((error: unknown) => {
          copy.isDiscarded = true
          throw error
        })
        if (size === undefined) copy.isDiscarded = true
        else copy.size = size
        return size === undefined ? undefined : await work({ file: copy.file, within: null })
      } finally {
        release(checksum, copy)
      }
    },

    /** The store has deleted the content: its copy goes too, once nobody uses it. */
    discard(checksum: string): void {
      const copy = copies.get(checksum)
      if (copy === undefined) return
      copy.isDiscarded = true
      if (copy.users === 0) remove(checksum, copy)
    },

    /** Deletes all copies, and those of processes that were killed. Nobody may use one. */
    async clear(): Promise<void> {
      for (const { timer } of copies.values()) clearTimeout(timer)
      copies.clear()
      await rm(root, { recursive: true, force: true })
    },
  }
}
