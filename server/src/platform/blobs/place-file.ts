import { createHash, type Hash } from 'node:crypto'
import { constants, copyFile, link, open, rm } from 'node:fs/promises'
import { hasCode } from './folder-file.ts'

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
    const hash = createHash('sha256')
    await handle.writeFile(hashed(content, hash))
    isComplete = hash.digest('hex') === checksum
  } finally {
    await handle.close()
    if (!isComplete) await rm(path, { force: true })
  }
  return isComplete
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncIterable<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}
