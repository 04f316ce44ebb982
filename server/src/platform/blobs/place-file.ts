import { constants, copyFile, link, open, rm } from 'node:fs/promises'
import { hasCode } from './folder-file.ts'
import { hashParts } from './incoming.ts'

/** Links where both paths are on one disk; else the file system clones or copies. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}

/** Writes content to a new file. Returns false, leaving no file, when the content has another checksum. */
export async function writeVerified(
  content: AsyncIterable<Uint8Array>,
  checksum: string,
  path: string,
): Promise<boolean> {
  const handle = await open(path, 'wx')
  let isComplete = false
  try {
    const written = await hashParts(content, undefined, (part) => handle.writeFile(part))
    isComplete = written.checksum === checksum
  } finally {
    await handle.close()
    if (!isComplete) await rm(path, { force: true })
  }
  return isComplete
}
