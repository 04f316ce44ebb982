import { isInPlace, type Space } from '@vermilion/contract/spaces'
import { useSearch } from '@tanstack/react-router'
import { SpaceTabs } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { FilePage } from '#ui/files/file-page.tsx'
import { fileViews } from '#ui/files/file-view.ts'
import { DropZone } from './upload/drop-zone.tsx'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import Button from 'antd/es/button'
import { FillingState } from '#ui/feedback/filling.tsx'
import { State } from '#ui/feedback/states.tsx'
import { type Entry, isFolder, keyOf, nameOf } from './entry.ts'
import { useColumns, useEntryContent } from './entry-content.tsx'
import { FileFilters } from './filter/file-filters.tsx'
import { isFiltered, filterOf, isRecursive, unfiltered } from './filter/filter.ts'
import { chipsOf } from './filter/filter-chips.ts'
import { useLineageChips } from './filter/lineage-chips.ts'
import { filterText } from './filter/filter-text.ts'
import { ManagerButtons, SpaceNote } from './manager-heading.tsx'
import type { FilesSearch, FilterName } from './search.ts'
import { text } from './text.ts'
import { UploadPanel } from './upload-panel/upload-panel.tsx'
import { useFilesNavigation } from './use-files-navigation.ts'
import { useManagerActions } from './use-manager-actions.ts'
import { useUpload } from './upload/use-upload.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { useSelection } from '#ui/selection/selection.ts'
import { notifyProblem } from './actions/action-outcome.ts'
import { useEntries, type Entries } from './use-entries.ts'
import { type Chip, FilterChips } from '#ui/filter/filter-chips.tsx'
import { LocationBar, type LocationBarProps } from './location-bar.tsx'

export function FileManager({ space }: { space: Space }) {
  const t = useText(text)
  const filters = useText(filterText)
  const search = useSearch({ from: '/shell/space/list/file/$id' })
  const spaceId = space.id
  const inPlace = isInPlace(space)
  const { folder = '', view = 'small' } = search
  const { filter, entries, selection } = useSelectableEntries(spaceId, search)
  const navigation = useFilesNavigation(spaceId, folder)
  const { change, goTo, clearFilter } = navigation
  const { choose, addDropped, inputs } = useUpload(spaceId, folder, inPlace)
  const actions = useManagerActions({ space, folder, filter, entries, selection, navigation, onChoose: choose })
  const chips = [...chipsOf(search, filters), ...useLineageChips(search)]
  const content = useEntryContent(filter.recursive)
  const columns = useColumns(filter.recursive)
  return (
    <DropZone onDrop={addDropped} takes={!inPlace} text={t('drop')}>
      <FilePage<Entry>
        {...content}
        {...actions.ofFiles}
        name={space.name}
        count={space.fileCount}
        note={<SpaceNote space={space} />}
        actions={
          <ManagerButtons
            space={space}
            createDataset={actions.createDataset}
            onUpload={choose}
            actions={actions.pageActions}
          />
        }
        tabs={<SpaceTabs spaceId={spaceId} active="files" />}
        filters={<FileFilters spaceId={spaceId} search={search} set={chips.length} onChange={change} />}
        where={
          <ShownLocation
            spaceId={spaceId}
            search={search}
            chips={chips}
            entries={entries}
            onChange={change}
            takes={actions.takes}
            onDrop={actions.drop}
          />
        }
        views={fileViews}
        view={view}
        onView={(next) => change({ view: next })}
        label={t('files')}
        scope={entries.scope}
        list={entries.placed}
        total={entries.placed.count}
        itemKey={keyOf}
        nameOf={nameOf}
        columns={columns}
        sort={{ value: search.sort ?? 'name', onSort: (sort) => change({ sort: sort as FilesSearch['sort'] }) }}
        previewFrom={entries.folderCount}
        onOpen={(entry) => {
          if (isFolder(entry)) goTo(entry.path)
          return isFolder(entry)
        }}
        selection={selection}
        loading={entries.loading}
        problem={entries.problem}
        onRetry={entries.refresh}
        empty={
          <EmptyFolder
            space={space}
            filtered={isFiltered(search)}
            folder={folder}
            onChoose={choose}
            onClear={clearFilter}
          />
        }
      />
      {actions.dialogs}
      {inputs}
      <UploadPanel />
    </DropZone>
  )
}

function useSelectableEntries(spaceId: string, search: FilesSearch) {
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

interface EmptyFolderProps {
  space: Space
  filtered: boolean
  folder: string
  onChoose: (folder: boolean) => void
  onClear: () => void
}

function EmptyFolder({ space, filtered, folder, onChoose, onClear }: EmptyFolderProps) {
  const t = useText(text)
  const texts = useText(filterText)
  if (filtered) {
    return (
      <State title={t('noMatch')} text={t('noMatchWords')}>
        <Button onClick={onClear}>{texts('clearAll')}</Button>
      </State>
    )
  }
  if (space.progress !== null) {
    const { done, total } = space.progress
    return (
      <FillingState title={t('filling')} text={t('fillingWords')} name={t('fillingShort')} done={done} total={total} />
    )
  }
  if (isInPlace(space)) return <State title={t('empty')} text={t('emptyInPlace')} />
  return (
    <State title={t(folder === '' ? 'empty' : 'emptyFolder')} text={t('emptyWords')}>
      <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => onChoose(false)}>
        {t('uploadFiles')}
      </Button>
      <Button onClick={() => onChoose(true)}>{t('uploadFolder')}</Button>
    </State>
  )
}

interface ShownLocationProps extends Pick<LocationBarProps, 'spaceId' | 'takes' | 'onDrop'> {
  search: FilesSearch
  chips: readonly Chip<FilterName>[]
  entries: Entries
  onChange: (changes: Partial<FilesSearch>) => void
}

function ShownLocation({ search, chips, entries, onChange, ...location }: ShownLocationProps) {
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
