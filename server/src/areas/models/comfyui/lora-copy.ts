import { createReadStream, createWriteStream } from 'node:fs'
import { link, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { newId } from '#platform/ids'

const draftName = /^\.vermilion-[\w-]+\.part$/
/** Milliseconds after which a draft counts as abandoned by a killed server. */
const abandonedAfter = 24 * 3_600_000
/** Errors of file systems without hard links: FAT, and some network shares. */
const withoutLinks = ['EPERM', 'EACCES', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK']

const underWay = new Set<string>()

/** Adds a complete file to a folder. Fails with EEXIST when the name is taken. */
export async function addFile(folder: string, name: string, content: () => Promise<Readable>): Promise<void> {
  await removeAbandoned(folder)
  const draftFile = `.vermilion-${newId()}.part`
  const draft = join(folder, draftFile)
  underWay.add(draftFile)
  try {
    await pipeline(await content(), createWriteStream(draft, { flags: 'wx', mode: 0o644, flush: true }))
    await publish(draft, join(folder, name))
  } finally {
    await rm(draft, { force: true })
    underWay.delete(draftFile)
  }
}

/** A hard link fails when the name exists; a rename would overwrite. */
async function publish(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (error) {
    if (!withoutLinks.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await pipeline(createReadStream(draft), createWriteStream(file, { flags: 'wx', mode: 0o644, flush: true }))
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!draftName.test(name) || underWay.has(name)) continue
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats !== undefined && Date.now() - stats.mtimeMs > abandonedAfter) await rm(path, { force: true })
  }
}
