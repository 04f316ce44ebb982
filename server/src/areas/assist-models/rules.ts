import type { AssistEntry } from '@vermilion/contract/assist-models/catalogue'
import type { AssistStatus } from '@vermilion/contract/assist-models/endpoints'
import { statusTable } from '#platform/status'

/** Removing the files makes a model absent again. */
export const assistStatus = statusTable<AssistStatus>('assist model', {
  absent: ['fetching', 'ready'],
  fetching: ['paused', 'failed', 'ready'],
  paused: ['fetching', 'ready', 'absent'],
  failed: ['fetching', 'ready', 'absent'],
  ready: ['failed', 'absent'],
})

/** The first model of each role in the catalogue that is ready. */
export function usedEntries(
  catalogue: readonly AssistEntry[],
  rows: readonly { readonly id: string; readonly status: AssistStatus }[],
): ReadonlyMap<AssistEntry['role'], AssistEntry> {
  const ready = new Set(rows.filter(({ status }) => status === 'ready').map(({ id }) => id))
  const used = new Map<AssistEntry['role'], AssistEntry>()
  for (const entry of catalogue) if (ready.has(entry.id) && !used.has(entry.role)) used.set(entry.role, entry)
  return used
}
