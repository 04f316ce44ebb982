import type { AssistModel } from '@vermilion/contract/assist/endpoints'
import type { AssistEntry } from '@vermilion/contract/assist/catalogue'
import { readJson } from '#platform/database/columns'
import type { AssistModelRow } from './store.ts'

export function usedEntries(
  catalogue: readonly AssistEntry[],
  rows: readonly AssistModelRow[],
): ReadonlyMap<AssistEntry['role'], AssistEntry> {
  const ready = new Set(rows.filter(({ status }) => status === 'ready').map(({ id }) => id))
  const used = new Map<AssistEntry['role'], AssistEntry>()
  for (const entry of catalogue) if (ready.has(entry.id) && !used.has(entry.role)) used.set(entry.role, entry)
  return used
}

export function toModel(entry: AssistEntry, row: AssistModelRow | undefined, isUsed: boolean): AssistModel {
  const { id, role, name, repository, licence, terms = null, languages, trait = null, size } = entry
  return {
    id,
    role,
    name,
    repository,
    revision: row?.revision ?? entry.revision,
    licence,
    terms,
    languages,
    trait,
    files: entry.files.map(({ path }) => path),
    size,
    status: row?.status ?? 'absent',
    done: row?.done ?? 0,
    total: row?.total ?? null,
    source: row?.source ?? null,
    error: row?.error === undefined || row.error === null ? null : readJson(row.error),
    isUsed,
    startedBy: row?.startedBy ?? null,
    readyAt: row?.readyAt ?? null,
  }
}
