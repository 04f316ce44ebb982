import { deviceChild, deviceParent, pathBytes, pathText } from '@vermilion/contract/devices/file-paths'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { typeOf } from './entries.ts'
import { type Sftp, SftpRefused } from './sftp/sftp.ts'

/** Linux limits of paths and names, in bytes. */
const maxPathBytes = 4_095
const maxNameBytes = 255
const slash = 0x2f

export function isUsableName(name: Uint8Array): boolean {
  if (name.length === 0 || name.length > maxNameBytes) return false
  if (name.includes(slash) || name.includes(0)) return false
  return !(name[0] === 0x2e && (name.length === 1 || (name.length === 2 && name[1] === 0x2e)))
}

function problemOf(path: string): Text | undefined {
  const bytes = pathBytes(path)
  if (bytes.length > maxPathBytes)
    return { en: `it is longer than ${maxPathBytes} bytes`, zh: `超过 ${maxPathBytes} 字节` }
  if (bytes.includes(0)) return { en: 'it has a zero byte', zh: '包含空字节' }
  for (const name of path.split('/').filter(Boolean)) {
    const own = pathBytes(name)
    if (own.length > maxNameBytes)
      return { en: `a name in it is longer than ${maxNameBytes} bytes`, zh: `其中的名称超过 ${maxNameBytes} 字节` }
    if (!isUsableName(own)) return { en: `it has the name ${name}`, zh: `包含名称 ${name}` }
  }
  return undefined
}

export function checkPath(path: string): void {
  const reason = problemOf(path)
  if (reason !== undefined) throw fail('device-file.path-invalid', { path, reason })
}

/** Relative paths start at the account's home folder. */
export async function absolutePath(sftp: Sftp, path: string): Promise<string> {
  checkPath(path)
  const names = path.split('/').filter(Boolean).join('/')
  if (path.startsWith('/')) return `/${names}`
  const home = pathText(await sftp.realpath(Buffer.from('.')))
  return names === '' ? home : deviceChild(home, names)
}

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
