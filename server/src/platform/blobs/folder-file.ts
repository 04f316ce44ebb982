import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, type Stats } from 'node:fs'
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange } from './blob-store.ts'

/** Size and time of a file: while neither changes, its content counts as unchanged. */
export interface FileState {
  readonly size: number
  /** Microseconds since 1970. */
  readonly modifiedAt: number
}

export interface FolderFile extends FileState {
  readonly handle: FileHandle
  /** Reads the bytes that the file had when it was opened, or a range of them, and closes the file. */
  stream(range?: ByteRange): Promise<Readable>
}

export function fileState({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): FileState {
  return { size, modifiedAt: Math.floor(mtimeMs * 1_000) }
}

export function sameState(one: FileState, other: FileState): boolean {
  return one.size === other.size && one.modifiedAt === other.modifiedAt
}

/** Non-blocking: opening a pipe would otherwise hold the thread until somebody writes to it. */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * `folder` is a real path that somebody else can write to. Links that lead outside are refused, even one swapped in during the
 * call.
 * Fails with the code ENOENT when there is no such file.
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
 * Reads synchronously, for processes that serve nobody else and would lose more on thread round trips. The caller closes the
 * descriptor.
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

/** True when `path` is the folder or below it. Both are absolute. */
export function contains(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}

const asMissing = (error: unknown, file: string) =>
  hasCode(error, 'ELOOP', 'ENOTDIR', 'ENXIO', 'EMLINK') ? missing(file) : error

function missing(file: string): Error {
  return Object.assign(new Error(`there is no such file: ${file}`), { code: 'ENOENT' })
}

/** Passes on every error but one for a missing file, in a promise's `catch`. */
export function ifMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
