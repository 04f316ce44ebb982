import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { contains } from '#platform/blobs/folder-file'
import type { Source } from './series-index.ts'

/** Bytes before the place where reading goes on, by which a file that was written anew is known. */
const seamBytes = 64

/**
 * Opens a file below a folder in which a program may lay links and pipes at any moment: neither is followed nor waited
 * for. What was opened must be what lies there by its true path.
 */
export function openFile(root: string, file: string): number | undefined {
  let handle: number | undefined
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const opened = fstatSync(handle)
    const real = realpathSync(file)
    const stats = lstatSync(real)
    const same = stats.dev === opened.dev && stats.ino === opened.ino
    if (opened.isFile() && same && contains(realpathSync(root), real)) return handle
  } catch {
    // It is gone, or was never one.
  }
  if (handle !== undefined) closeSync(handle)
  return undefined
}

export function readPart(handle: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  return bytes.subarray(0, readSync(handle, bytes, 0, length, from))
}

export const seamOf = (handle: number, offset: number) => {
  const from = Math.max(0, offset - seamBytes)
  return readPart(handle, from, offset - from).toString('base64')
}

/** Whether a file is not the one that was read, or was written anew. */
export function isAnother(handle: number, source: Source, { ino, size }: { ino: number; size: number }): boolean {
  return source.file !== ino || size < source.offset || seamOf(handle, source.offset) !== source.seam
}
