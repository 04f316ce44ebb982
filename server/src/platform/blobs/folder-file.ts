import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync } from 'node:fs'
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

/** Without waiting, or a pipe would hold the thread until somebody writes into it. */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Opens a file of somebody else's folder to read. `folder` is a true path. The file is never reached through a link
 * that leads out, also not through one that takes a folder's place at this moment: what was opened must be what lies
 * there by its true path. Fails with the code ENOENT for what is no file below the folder.
 */
export async function openInFolder(folder: string, path: string): Promise<FolderFile> {
  const file = join(folder, path)
  const handle = await open(file, openFlags).catch((error: unknown) => {
    throw asMissing(error, file)
  })
  try {
    const opened = await handle.stat()
    const real = await realpath(file)
    const state = stateWithin(folder, { file, opened, real, atReal: await lstat(real) })
    return { ...state, handle, stream: (range) => streamOf(handle, state.size, range) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/**
 * As `openInFolder`, but synchronous: for processes in which nobody else waits, where the ways to a thread and back cost more than the
 * work. Whoever calls it closes the descriptor.
 */
export function openInFolderSync(folder: string, path: string): FileState & { readonly descriptor: number } {
  const file = join(folder, path)
  const descriptor = openSyncOrFail(file)
  try {
    const opened = fstatSync(descriptor)
    const real = realpathSync.native(file)
    return { descriptor, ...stateWithin(folder, { file, opened, real, atReal: lstatSync(real) }) }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function openSyncOrFail(file: string): number {
  try {
    return openSync(file, openFlags)
  } catch (error) {
    throw asMissing(error, file)
  }
}

interface Opened {
  readonly file: string
  readonly opened: Stats
  /** The true path by the same name, and what lies there. */
  readonly real: string
  readonly atReal: Stats
}

function stateWithin(folder: string, { file, opened, real, atReal }: Opened): FileState {
  const same = atReal.dev === opened.dev && atReal.ino === opened.ino
  if (!opened.isFile() || !same || !contains(folder, real)) throw missing(file)
  return fileState(opened)
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

const asMissing = (error: unknown, file: string) =>
  hasCode(error, 'ELOOP', 'ENOTDIR', 'ENXIO', 'EMLINK') ? missing(file) : error

function missing(file: string): Error {
  return Object.assign(new Error(`there is no such file: ${file}`), { code: 'ENOENT' })
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
