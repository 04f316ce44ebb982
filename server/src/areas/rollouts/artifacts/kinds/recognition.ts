import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { ArtifactKind } from '@vermilion/contract/rollouts/artifact-kinds'
import type { ByteRange } from '#platform/blobs/blob-store'

export interface ArtifactSource {
  readonly fileName: string
  readonly size: number
  open(range?: ByteRange): Promise<Readable>
  withFile<Result extends object>(work: (file: string) => Promise<Result>): Promise<Result | undefined>
}

/** Facts from the file; undefined when missing. */
export interface Recognition {
  readonly name: string | undefined
  readonly version: string | undefined
  readonly compatible: string
  readonly unpackedSize: number
  readonly signed: boolean
  readonly repeatable: boolean
  readonly tool?: string
}

export interface ArtifactReader {
  readonly kind: ArtifactKind
  isOf(start: Buffer): boolean
  read(source: ArtifactSource): Promise<Recognition>
}

export async function readBytes(source: ArtifactSource, start: number, length: number): Promise<Buffer> {
  const end = Math.min(source.size, start + length) - 1
  if (end < start) return Buffer.alloc(0)
  return buffer(await source.open({ start, end }))
}
