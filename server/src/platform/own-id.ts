import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeOnce } from './write-whole.ts'

/**
 * Id of the data folder, by which it is known in a bucket or a cluster that others use too. Made at the first use; hexadecimal,
 * since labels of Kubernetes must begin with a letter or digit.
 */
export async function readOwnId(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored !== null) return stored
  await mkdir(dirname(file), { recursive: true })
  await writeOnce(file, randomBytes(8).toString('hex'))
  return readFile(file, 'utf8')
}
