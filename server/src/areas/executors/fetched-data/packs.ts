import { createHash } from 'node:crypto'
import type { RunFile } from '@vermilion/contract/tasks/run-data'
import { batchesOf } from '#platform/batches'
import type { Reading } from './reading.ts'
import type { SourceFile } from './source-files.ts'

export interface PackedFile extends RunFile {
  /** Where its content lies below the source. */
  readonly at: string
}

export interface Pack {
  readonly id: string
  readonly mount: number
  readonly size: number
  readonly files: readonly PackedFile[]
}

/** Packs end with the file that fills them; larger files have one of their own. */
const packBytes = 32 * 1_048_576
const packFiles = 4_000
const filesAtOnce = 64

interface PacksNeeds {
  readonly reading: Reading
  /** A real path. */
  readonly source: string
  readonly mount: number
  readonly signal: AbortSignal | undefined
}

/** Groups files, in their order, into packs. */
export async function* packsOf(
  files: readonly SourceFile[],
  { reading, source, mount, signal }: PacksNeeds,
): AsyncGenerator<Pack> {
  let packed: PackedFile[] = []
  let size = 0
  for (const some of batchesOf(files, filesAtOnce)) {
    signal?.throwIfAborted()
    const described = await reading.describe(
      source,
      some.map(({ at }) => at),
    )
    for (const [position, { path, at }] of some.entries()) {
      const file = described[position]
      if (file === undefined || file === null) throw new Error(`${path} was changed while it was read: begin again`)
      packed.push({ ...file, path, at })
      size += file.size
      if (size < packBytes && packed.length < packFiles) continue
      yield packOf(mount, packed)
      packed = []
      size = 0
    }
  }
  if (packed.length > 0) yield packOf(mount, packed)
}

function packOf(mount: number, files: readonly PackedFile[]): Pack {
  const identity = createHash('sha256').update(String(mount))
  for (const { path, checksum, executable } of files)
    identity.update(`\0${path}\0${checksum}\0${executable ? 'x' : ''}`)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return { id: identity.digest('hex'), mount, size, files }
}
