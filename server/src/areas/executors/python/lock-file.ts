import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export interface LockFile {
  file: string
  checksum: string
  packages: number
  /** How much is fetched, roughly; null when the file does not say. */
  downloadBytes: number | null
}

const pinned = /^[A-Za-z0-9][\w.-]*(?:\[[\w.,-]+\])?==[\w.+!]+(?: ?;[^#\n]*?)?(?: --hash=sha256:[0-9a-f]{64})+$/

/** Only pinned packages with hashes are allowed: no options, addresses or files. */
export async function readLock(file: string): Promise<LockFile> {
  const text = await readFile(file, 'utf8')
  const lines = text
    .replaceAll(/[ \t]*\\\r?\n[ \t]*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
  const wrong = lines.find((line) => !pinned.test(line))
  if (wrong !== undefined) throw new Error(`${file} does not pin a package with its hashes: ${wrong.slice(0, 100)}`)
  const names = new Set(lines.map((line) => line.slice(0, line.search(/[[=]/)).toLowerCase()))
  const size = /^# bytes: (\d+)$/m.exec(text)?.[1]
  return {
    file,
    checksum: createHash('sha256').update(lines.join('\n')).digest('hex'),
    packages: names.size,
    downloadBytes: size === undefined ? null : Number(size),
  }
}
