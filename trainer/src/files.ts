import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Replaces a file in one step: after a crash at any moment it holds the old content or the new, never a part. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const draft = `${path}.part`
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const file = openSync(draft, 'w')
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
}
