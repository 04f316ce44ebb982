import { closeSync, openSync, readSync } from 'node:fs'
import type { Source } from './series-index.ts'

/** Bytes before the place where reading goes on, by which a file that was written anew is known. */
const seamBytes = 64

export function openFile(file: string): number | undefined {
  try {
    return openSync(file, 'r')
  } catch {
    return undefined
  }
}

export function openable(file: string): boolean {
  const handle = openFile(file)
  if (handle !== undefined) closeSync(handle)
  return handle !== undefined
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
