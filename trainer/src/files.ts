import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Writes atomically: after a crash the file has either the old content or the new. */
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
