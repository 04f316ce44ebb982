import { deviceParent, pathBytes } from '@vermilion/contract/devices/file-paths'
import { fail } from '@vermilion/contract/kernel/errors'
import { typeOf } from './entries.ts'
import { SftpRefused, type Sftp } from './sftp/sftp.ts'

export async function ensureFolder(sftp: Sftp, path: string): Promise<void> {
  const existing = await sftp.stat(pathBytes(path)).catch(() => undefined)
  if (existing !== undefined) {
    if (typeOf(existing) !== 'folder') throw fail('device-file.not-folder', { path })
    return
  }
  if (path !== '/') await ensureFolder(sftp, deviceParent(path))
  try {
    await sftp.mkdir(pathBytes(path))
  } catch (error) {
    // Another upload may have created it.
    const now = await sftp.stat(pathBytes(path)).catch(() => undefined)
    if (!(error instanceof SftpRefused) || now === undefined || typeOf(now) !== 'folder') throw error
  }
}
