import { appendFile, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { JournalLine } from './readers/journal.ts'

/** Writes lines at the end of journals, one after the other. Resolves when the line is with the system. */
export function createJournalWriter() {
  const last = new Map<string, Promise<void>>()

  async function write(file: string, line: JournalLine, isFirst: boolean): Promise<void> {
    if (isFirst) await mkdir(dirname(file), { recursive: true })
    // What a crash left without its line break must not swallow this line.
    const break_ = isFirst && (await endsAmidLine(file)) ? '\n' : ''
    await appendFile(file, `${break_}${JSON.stringify(line)}\n`)
  }

  return {
    write(file: string, line: JournalLine): Promise<void> {
      const before = last.get(file)
      const written = (before ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => write(file, line, before === undefined))
      last.set(file, written)
      return written
    },
    forget: (file: string) => void last.delete(file),
  }
}
export type JournalWriter = ReturnType<typeof createJournalWriter>

async function endsAmidLine(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => null)
  if (handle === null) return false
  try {
    const { size } = await handle.stat()
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    return size > 0 && buffer[0] !== 10
  } finally {
    await handle.close()
  }
}
