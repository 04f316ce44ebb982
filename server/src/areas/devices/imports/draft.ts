import type { ImportNote, ImportPreview, ImportPreviewRow } from '@vermilion/contract/devices/imports'
import { mostImportRows } from '@vermilion/contract/devices/imports'

type Problem = ImportPreviewRow['problems'][number]

/** What a text was read as, row by row. Problems are those that only the text shows. */
export interface ImportDraft {
  readonly rows: ImportPreviewRow[]
  readonly notes: ImportPreview['notes']
}

/** Detail of a problem or a note is cut: it may be any text. */
export const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

export const problemOf = (problem: Problem['problem'], detail = ''): Problem => ({ problem, detail: shorten(detail) })

export function noteOf(note: ImportNote, line: number, detail: string): ImportPreview['notes'][number] {
  return { note, line, detail: shorten(detail) }
}

/** What else is wrong with a text that is wrong so often helps nobody. */
export const mostNotes = 200

/** With no more rows than can be imported at once. */
export function cutDraft({ rows, notes }: ImportDraft): ImportDraft {
  if (rows.length <= mostImportRows) return { rows, notes: notes.slice(0, mostNotes) }
  const next = rows[mostImportRows]
  return {
    rows: rows.slice(0, mostImportRows),
    notes: [...notes.slice(0, mostNotes), noteOf('rows-cut', next?.line ?? 0, String(mostImportRows))],
  }
}

/** A port as it is written, null with a problem where it is none. An empty one is that of SSH. */
export function readPort(text: string): { port: number | null; problems: Problem[] } {
  if (text === '') return { port: 22, problems: [] }
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port >= 1 && port <= 65_535
    ? { port, problems: [] }
    : { port: null, problems: [problemOf('port-invalid', text)] }
}
