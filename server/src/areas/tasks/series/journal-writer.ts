import { appendFile, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ifMissing } from '#platform/blobs/folder-file'
import type { JournalLine } from './readers/journal.ts'

/** Entries per line, so that a line stays far below the reading limit. */
const maxPoints = 200
const maxTexts = 10

/** `position` is the byte of the journal at which they begin. */
export interface WrittenLines {
  position: number
  lines: string
}

export function createJournalWriter() {
  const last = new Map<string, Promise<WrittenLines>>()
  /** Journals known to end with a line break. */
  const full = new Set<string>()

  async function write(file: string, line: JournalLine): Promise<WrittenLines> {
    let text = partsOf(line)
      .map((part) => `${JSON.stringify(part)}\n`)
      .join('')
    if (!full.delete(file)) {
      await mkdir(dirname(file), { recursive: true })
      // Terminate a line that a crash or full disk left incomplete.
      if (await endsAmidLine(file)) text = `\n${text}`
    }
    const position = (await stat(file).catch(ifMissing))?.size ?? 0
    await appendFile(file, text)
    full.add(file)
    return { position, lines: text }
  }

  return {
    write(file: string, line: JournalLine): Promise<WrittenLines> {
      const previous = last.get(file) ?? Promise.resolve()
      const written = previous.catch(() => undefined).then(() => write(file, line))
      last.set(file, written)
      return written
    },
    forget(file: string): void {
      last.delete(file)
      full.delete(file)
    },
  }
}

function partsOf({ points = [], parameters = {}, tags = {} }: JournalLine): JournalLine[] {
  const cut = <One>(all: readonly One[], most: number) =>
    Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))
  return [
    ...cut(points, maxPoints).map((part) => ({ points: part })),
    ...cut(Object.entries(parameters), maxTexts).map((part) => ({ parameters: Object.fromEntries(part) })),
    ...cut(Object.entries(tags), maxTexts).map((part) => ({ tags: Object.fromEntries(part) })),
  ]
}

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
