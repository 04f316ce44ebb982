import { constants } from 'node:fs'
import type { Stats } from 'node:fs'
import { lstat, open, realpath } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange } from './blob-store.ts'

/** How a file looked: while neither changes, its content counts as the same. */
export interface FileState {
  readonly size: number
  /** Microseconds since 1970. */
  readonly modifiedAt: number
}

export interface FolderFile extends FileState {
  readonly handle: FileHandle
  /** The bytes that the file had when it was opened, or a part of them. The stream closes the file. */
  stream(range?: ByteRange): Promise<Readable>
}

export function fileState({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): FileState {
  return { size, modifiedAt: Math.floor(mtimeMs * 1_000) }
}

export function sameState(one: FileState, other: FileState): boolean {
  return one.size === other.size && one.modifiedAt === other.modifiedAt
}

/**
 * Opens a file of somebody else's folder to read. `folder` is a true path. The file is never reached through a link
 * that leads out, also not through one that takes a folder's place at this moment: what was opened must be what lies
 * there by its true path. Fails with the code ENOENT for what is no file below the folder.
 */
export async function openInFolder(folder: string, path: string): Promise<FolderFile> {
  const file = join(folder, path)
  // Without waiting, or a pipe would hold the thread until somebody writes into it.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const handle = await open(file, flags).catch((error: unknown) => {
    throw hasCode(error, 'ELOOP', 'ENOTDIR', 'ENXIO', 'EMLINK') ? missing(file) : error
  })
  try {
    const opened = await handle.stat()
    const real = await realpath(file)
    const stats = await lstat(real)
    const same = stats.dev === opened.dev && stats.ino === opened.ino
    if (!opened.isFile() || !same || !contains(folder, real)) throw missing(file)
    const state = fileState(opened)
    return { ...state, handle, stream: (range) => streamOf(handle, state.size, range) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function streamOf(handle: FileHandle, size: number, range?: ByteRange): Promise<Readable> {
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (end >= start) return handle.createReadStream({ start, end })
  await handle.close()
  return Readable.from([])
}

/** Whether a path is a folder's, or of something below it. Both absolute. */
export function contains(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}

function missing(file: string): Error {
  return Object.assign(new Error(`there is no such file: ${file}`), { code: 'ENOENT' })
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
