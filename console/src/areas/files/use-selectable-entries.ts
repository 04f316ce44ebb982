import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { useSelection } from '#ui/selection/selection.ts'
import { notifyProblem } from './actions/action-outcome.ts'
import { type Entry, keyOf } from './entry.ts'
import { filterOf, isFiltered } from './filter/filter.ts'
import type { FilesSearch } from './search.ts'
import { text } from './text.ts'
import { useEntries } from './use-entries.ts'

export function useSelectableEntries(spaceId: string, search: FilesSearch) {
  const t = useText(text)
  const filter = filterOf(search)
  const withFolders = !filter.recursive && !isFiltered(search)
  const entries = useEntries({ spaceId, filter, sort: search.sort, withFolders })
  const selection = useSelection<Entry>({
    list: entries.placed,
    itemKey: keyOf,
    scope: JSON.stringify([spaceId, filter]),
    onTooMany: (max) => notify.info(t('tooMany', { most: max })),
    onProblem: notifyProblem,
  })
  return { filter, entries, selection }
}
