import { deviceParent, pathBytes } from '@vermilion/contract/devices/file-paths'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { status } from './sftp/packets.ts'
import { type Sftp, SftpLost, SftpRefused } from './sftp/sftp.ts'

export const isAway = (error: unknown): boolean =>
  error instanceof SftpLost || (error instanceof Failure && error.reason === 'device.offline')

function failureAt(path: string, error: unknown): unknown {
  if (error instanceof SftpLost) return fail('device-file.failed', { path, reason: error.message })
  if (!(error instanceof SftpRefused)) return error
  if (error.code === status.noSuchFile) return fail('device-file.not-found', { path })
  if (error.code === status.permissionDenied) return fail('device-file.no-permission', { path })
  return fail('device-file.failed', { path, reason: error.message })
}

/** Maps a failed write. The protocol has one code for all reasons, so the disk is checked. */
export async function writeFailureAt(sftp: Sftp, path: string, error: unknown): Promise<unknown> {
  if (!(error instanceof SftpRefused) || error.code !== status.failure) return failureAt(path, error)
  const disk = await diskAt(sftp, path)
  if (disk?.isReadOnly === true) return fail('device-file.read-only', { path })
  if (disk !== null && disk.bytes < spare) return fail('device-file.no-space', { path })
  return failureAt(path, error)
}

/** Disks with less than this are full: file systems reserve some space. */
const spare = 64 * 1024

async function diskAt(sftp: Sftp, path: string) {
  for (let folder = deviceParent(path); ; folder = deviceParent(folder)) {
    try {
      return await sftp.freeSpace(pathBytes(folder))
    } catch {
      if (folder === '/') return null
    }
  }
}

export async function about<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw failureAt(path, error)
  }
}

export async function writing<Result>(sftp: Sftp, path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw await writeFailureAt(sftp, path, error)
  }
}

/** Undefined for other errors. */
export function failureTextAt(path: string, error: unknown): Text | undefined {
  if (isAway(error)) return undefined
  const failure = failureAt(path, error)
  return failure instanceof Failure ? failure.text : undefined
}
