import { type DeviceKind, deviceKinds } from '@vermilion/contract/devices/kinds'
import { type ImportColumn, importColumns, type ImportPreviewRow } from '@vermilion/contract/devices/imports'
import { CsvError, csvRecordsOf } from '@vermilion/contract/formats/csv/records'
import { termsOf } from '@vermilion/contract/kernel/page'
import { cutDraft, type ImportDraft, noteOf, problemOf, readPort } from './draft.ts'

const synonyms: Readonly<Record<string, ImportColumn>> = {
  hostname: 'host',
  address: 'host',
  ip: 'host',
  username: 'user',
  tag: 'tags',
  note: 'notes',
  proxyjump: 'jump',
  type: 'kind',
}

const isColumn = (word: string): word is ImportColumn => (importColumns as readonly string[]).includes(word)
const isKind = (word: string): word is DeviceKind => (deviceKinds as readonly string[]).includes(word)

export function readDeviceCsv(text: string): ImportDraft {
  const notes: ImportDraft['notes'] = []
  const rows: ImportPreviewRow[] = []
  let columns: (ImportColumn | null)[] | undefined
  try {
    for (const { fields, line } of csvRecordsOf(text)) {
      if (fields.every((field) => field.trim() === '')) continue
      if (columns === undefined) {
        columns = columnsOf(fields, line, notes)
        if (!columns.includes('host')) return { rows, notes: [...notes, noteOf('column-missing', line, 'host')] }
      } else rows.push(rowOf(columns, fields, line))
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    notes.push(noteOf('line-invalid', error.line, error.message))
  }
  return cutDraft({ rows, notes })
}

function columnsOf(fields: readonly string[], line: number, notes: ImportDraft['notes']): (ImportColumn | null)[] {
  return fields.map((field) => {
    const word = field
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]/g, '')
    const column = isColumn(word) ? word : Object.hasOwn(synonyms, word) ? synonyms[word] : undefined
    if (column === undefined) notes.push(noteOf('column-unknown', line, field))
    return column ?? null
  })
}

function rowOf(columns: readonly (ImportColumn | null)[], fields: readonly string[], line: number): ImportPreviewRow {
  const value = (column: ImportColumn) => {
    const position = columns.indexOf(column)
    return position < 0 ? '' : (fields[position] ?? '').trim()
  }
  const { port, problems } = readPort(value('port'))
  const kind = value('kind').toLowerCase()
  if (kind !== '' && !isKind(kind)) problems.push(problemOf('kind-unknown', kind))
  return {
    line,
    device: {
      name: value('name') || value('host'),
      host: value('host'),
      port,
      username: value('user'),
      kind: isKind(kind) ? kind : 'board',
      group: value('group'),
      tags: termsOf(value('tags')),
      jump: value('jump') || null,
      notes: value('notes'),
    },
    problems,
  }
}
