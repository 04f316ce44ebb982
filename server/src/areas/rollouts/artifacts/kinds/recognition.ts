import type { Readable } from 'node:stream'
import type { ArtifactKind } from '@vermilion/contract/rollouts/artifact-kinds'
import type { ByteRange } from '#platform/blobs/blob-store'

/** A file that is to become an artifact. */
export interface ArtifactSource {
  readonly fileName: string
  readonly size: number
  open(range?: ByteRange): Promise<Readable>
  /** Where its bytes lie in one file, for programs that read it. */
  readonly localFile: string | undefined
}

/** What a file says of itself; undefined for what it does not say. */
export interface Recognition {
  readonly name: string | undefined
  readonly version: string | undefined
  readonly compatible: string
  readonly unpackedSize: number
  readonly signed: boolean
  readonly repeatable: boolean
  /** The program that would tell what is missing. */
  readonly tool?: string
}

/** One kind of file: its own marks, and what it says of itself. */
export interface ArtifactReader {
  readonly kind: ArtifactKind
  /** Whether the first bytes are those of the kind. */
  isOf(start: Buffer): boolean
  /** Fails as `artifact.damaged`, `artifact.unsafe` or `artifact.unrecognized`. */
  read(source: ArtifactSource): Promise<Recognition>
}

export async function readBytes(source: ArtifactSource, start: number, length: number): Promise<Buffer> {
  const end = Math.min(source.size, start + length) - 1
  if (end < start) return Buffer.alloc(0)
  const parts: Buffer[] = []
  for await (const part of await source.open({ start, end })) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
