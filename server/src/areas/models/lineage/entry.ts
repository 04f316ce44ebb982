import type { LineageEntry } from '@vermilion/contract/models/lineage'

export const lineageEntryOf = (
  relation: LineageEntry['relation'],
  about: Pick<LineageEntry, 'kind' | 'id' | 'name'> & { at?: string | null },
): LineageEntry => ({ within: null, detail: '', measured: null, ...about, at: about.at ?? null, relation })
