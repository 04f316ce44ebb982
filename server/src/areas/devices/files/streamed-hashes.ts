import { createHash } from 'node:crypto'
import type { Sftp } from './sftp/sftp.ts'

/** The SHA-256 of all bytes of a part from its first one on. */
export interface StreamedHash {
  update(bytes: Uint8Array): void
  /** In hexadecimal digits; ends the hash. */
  digest(): string
  /** Bytes so far. */
  readonly size: () => number
}

/** Parts of one session of which the hash is held: those that nobody goes on with stay until its end. */
const mostHeld = 200

function createStreamedHash(): StreamedHash {
  const hash = createHash('sha256')
  let size = 0
  return {
    update(bytes) {
      hash.update(bytes)
      size += bytes.length
    },
    digest: () => hash.digest('hex'),
    size: () => size,
  }
}

/**
 * Hashes of parts that come in several requests. They belong to a session of SFTP: after its end, nobody can say here what the
 * device holds of a part.
 */
export function createStreamedHashes() {
  const bySession = new WeakMap<Sftp, Map<string, StreamedHash>>()

  return {
    /** The hash of what was streamed up to an offset, to go on with; undefined where there was a break. */
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
      if (hashes.size > mostHeld && oldest !== undefined) hashes.delete(oldest)
    },
  }
}
