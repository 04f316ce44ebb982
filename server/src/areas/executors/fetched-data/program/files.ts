import { createHash, type Hash } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  writevSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunFile } from '@vermilion/contract/tasks/run-data'
import { print, withCode, wordsOf } from './requests.ts'

const readBytes = 1_048_576
/** Smaller files are written at once, larger ones as they come. */
export const smallBytes = 4 * readBytes
const folders = new Set<string>()

/** The server says what files there are; none may lie elsewhere. */
export function placeOf(folder: string, path: string): string {
  const names = path.split('/')
  if (names.some((name) => name === '' || name === '.' || name === '..' || name.includes('\0')))
    throw new Error(`the path ${JSON.stringify(path)} leads out of its folder`)
  return join(folder, path)
}

export function makeFolder(folder: string): void {
  if (!folders.has(folder)) mkdirSync(folder, { recursive: true })
  folders.add(folder)
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? -1
}

/** Each part is good until the next. */
export function* partsOf(file: string, from: number, length: number): Generator<Buffer> {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const bytes = Buffer.allocUnsafe(Math.min(length, readBytes))
    for (let done = 0; done < length;) {
      const count = readSync(descriptor, bytes, 0, Math.min(bytes.length, length - done), from + done)
      if (count === 0) throw withCode('CHANGED', `${file} became shorter`)
      yield bytes.subarray(0, count)
      done += count
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Hashes the first bytes of a file. */
export function hashFile(file: string, size: number): Hash {
  const hash = createHash('sha256')
  for (const part of partsOf(file, 0, size)) hash.update(part)
  return hash
}

export const checksumOf = (file: string, size: number): string => hashFile(file, size).digest('hex')

export function isWhole(file: string, { size, checksum }: RunFile): boolean {
  return sizeOf(file) === size && checksumOf(file, size) === checksum
}

const modeOf = ({ executable }: RunFile) => (executable ? 0o775 : 0o664)

/** Writes a file as its bytes come, from those on that are there. `end` returns whether all are right. */
export function beginFile(target: string, file: RunFile, there: number) {
  const hash = there === 0 ? createHash('sha256') : hashFile(target, there)
  const small: Buffer[] = []
  let descriptor: number | undefined
  const open = () => openSync(target, there === 0 ? 'w' : 'r+', modeOf(file))
  let position = there
  makeFolder(dirname(target))
  return {
    add(bytes: Buffer): void {
      hash.update(bytes)
      if (file.size <= smallBytes) {
        small.push(bytes)
        return
      }
      descriptor ??= open()
      for (let done = 0; done < bytes.length;)
        done += writeSync(descriptor, bytes, done, bytes.length - done, position + done)
      position += bytes.length
    },
    close(): void {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
    end(): boolean {
      const isRight = hash.digest('hex') === file.checksum
      if (isRight && file.size <= smallBytes) {
        descriptor = open()
        if (file.size > 0 && writevSync(descriptor, small) < file.size)
          throw new Error(`${target} could not be written`)
      }
      this.close()
      if (!isRight) rmSync(target, { force: true })
      return isRight
    },
  }
}

export type ContentCache = ReturnType<typeof createCache>

/** Files by checksum, for later runs. What goes wrong with it costs time, and nothing else. */
export function createCache(folder: string | undefined) {
  let isUsable = folder !== undefined
  const fileOf = ({ checksum, executable }: RunFile) =>
    join(folder ?? '', checksum.slice(0, 2), `${checksum}${executable ? '.x' : ''}`)

  function attempt<Result>(work: () => Result, otherwise: Result): Result {
    if (!isUsable) return otherwise
    try {
      return work()
    } catch (error) {
      isUsable = false
      print('cache-unusable', { reason: wordsOf(error) })
      return otherwise
    }
  }

  return {
    take: (file: RunFile, target: string) =>
      attempt(() => {
        const stored = fileOf(file)
        const size = sizeOf(stored)
        if (size === -1) return false
        if (!isWhole(stored, file)) {
          print('cache-damaged', { path: file.path, checksum: file.checksum })
          rmSync(stored, { force: true })
          return false
        }
        makeFolder(dirname(target))
        rmSync(target, { force: true })
        linkOrCopy(stored, target)
        return true
      }, false),
    keep: (file: RunFile, target: string) =>
      attempt(() => {
        const stored = fileOf(file)
        makeFolder(dirname(stored))
        if (sizeOf(stored) !== file.size) linkOrCopy(target, stored)
      }, undefined),
  }
}

/** A copy gets its name when it is whole. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'EEXIST') return
    if (!['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error
    const draft = `${to}.${process.pid}-${Math.random().toString(36).slice(2)}`
    copyFileSync(from, draft, constants.COPYFILE_FICLONE)
    renameSync(draft, to)
  }
}
