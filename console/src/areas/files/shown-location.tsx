import { useText } from '#lib/i18n.ts'
import { type Chip, FilterChips } from '#ui/filter/filter-chips.tsx'
import { isFiltered, isRecursive, unfiltered } from './filter/filter.ts'
import { LocationBar, type LocationBarProps } from './location-bar.tsx'
import type { FilesSearch, FilterName } from './search.ts'
import { text } from './text.ts'
import type { Entries } from './use-entries.ts'

interface ShownLocationProps extends Pick<LocationBarProps, 'spaceId' | 'takes' | 'onDrop'> {
  search: FilesSearch
  chips: readonly Chip<FilterName>[]
  entries: Entries
  onChange: (changes: Partial<FilesSearch>) => void
}

export function ShownLocation({ search, chips, entries, onChange, ...location }: ShownLocationProps) {
  return (
    <>
      <FilterChips
        chips={chips}
        onRemove={(names) => onChange(Object.fromEntries(names.map((name) => [name, undefined])))}
        onClear={() => onChange(unfiltered)}
      />
      <LocationBar
        {...location}
        folder={search.folder ?? ''}
        recursive={isRecursive(search)}
        onRecursive={(value) => onChange({ recursive: value === isFiltered(search) ? undefined : value })}
      >
        <EntryCount entries={entries} />
      </LocationBar>
    </>
  )
}

function EntryCount({ entries }: { entries: Entries }) {
  const t = useText(text)
  const { folderCount, fileCount, counted, loading } = entries
  return (
    <>
      {folderCount > 0 && `${t('foldersIn', { count: folderCount })} · `}
      {!loading && (counted ? t('filesIn', { count: fileCount }) : t('counting'))}
    </>
  )
}
