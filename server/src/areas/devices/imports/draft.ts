import type { ImportNote, ImportPreview, ImportPreviewRow } from '@vermilion/contract/devices/imports'
import { maxImportRows } from '@vermilion/contract/devices/imports'

type Problem = ImportPreviewRow['problems'][number]

export interface ImportDraft {
  readonly rows: ImportPreviewRow[]
  readonly notes: ImportPreview['notes']
}

export const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

export const problemOf = (problem: Problem['problem'], detail = ''): Problem => ({ problem, detail: shorten(detail) })

export function noteOf(note: ImportNote, line: number, detail: string): ImportPreview['notes'][number] {
  return { note, line, detail: shorten(detail) }
}

export const maxNotes = 200

export function cutDraft({ rows, notes }: ImportDraft): ImportDraft {
  if (rows.length <= maxImportRows) return { rows, notes: notes.slice(0, maxNotes) }
  const next = rows[maxImportRows]
  return {
    rows: rows.slice(0, maxImportRows),
    notes: [...notes.slice(0, maxNotes), noteOf('rows-cut', next?.line ?? 0, String(maxImportRows))],
  }
}

/** Empty means 22; an invalid port gives null and a problem. */
export function readPort(text: string): { port: number | null; problems: Problem[] } {
  if (text === '') return { port: 22, problems: [] }
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port >= 1 && port <= 65_535
    ? { port, problems: [] }
    : { port: null, problems: [problemOf('port-invalid', text)] }
}
