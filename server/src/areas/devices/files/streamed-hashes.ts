import { createHash } from 'node:crypto'
import type { Sftp } from './sftp/sftp.ts'

export type StreamedHash = ReturnType<typeof createStreamedHash>

/** Limit of cached hashes per session: abandoned uploads stay until its end. */
const maxCached = 200

function createStreamedHash() {
  const hash = createHash('sha256')
  let size = 0
  return {
    update(bytes: Uint8Array): void {
      hash.update(bytes)
      size += bytes.length
    },
    /** Hexadecimal; ends the hash. */
    digest: () => hash.digest('hex'),
    size: () => size,
  }
}

/** Hashes of part files across requests. They are tied to an SFTP session: after its end, the device's content is unknown. */
export function createStreamedHashes() {
  const bySession = new WeakMap<Sftp, Map<string, StreamedHash>>()

  return {
    /** Returns the hash of everything up to an offset; undefined after a gap. */
    take(sftp: Sftp, part: string, offset: number): StreamedHash | undefined {
      const hashes = bySession.get(sftp)
      const previous = hashes?.get(part)
      hashes?.delete(part)
      if (offset === 0) return createStreamedHash()
      return previous?.size() === offset ? previous : undefined
    },
    retain(sftp: Sftp, part: string, hash: StreamedHash): void {
      const hashes = bySession.get(sftp) ?? new Map<string, StreamedHash>()
      bySession.set(sftp, hashes)
      hashes.set(part, hash)
      const [oldest] = hashes.keys()
      if (hashes.size > maxCached && oldest !== undefined) hashes.delete(oldest)
    },
  }
}
