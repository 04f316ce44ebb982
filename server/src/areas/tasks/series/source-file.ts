import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { contains } from '#platform/blobs/folder-file'
import type { Source } from './series-index.ts'

/** Bytes before the read position, compared to detect a rewritten file. */
const seamBytes = 64

/**
 * Programs may create links and pipes at any moment: neither is followed nor blocks. The opened file must match its real path.
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
    // The file is gone or not regular.
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

export function isAnother(handle: number, source: Source, { ino, size }: { ino: number; size: number }): boolean {
  return source.file !== ino || size < source.offset || seamOf(handle, source.offset) !== source.seam
}
