import { isInPlace, type Space } from '@vermilion/contract/spaces'
import { useSearch } from '@tanstack/react-router'
import { SpaceTabs } from '#areas/spaces'
import { useText } from '#lib/i18n.ts'
import { FilePage } from '#ui/files/file-page.tsx'
import { fileViews } from '#ui/files/file-view.ts'
import { DropZone } from './upload/drop-zone.tsx'
import { EmptyFolder } from './empty-folder.tsx'
import { type Entry, isFolder, keyOf, nameOf } from './entry.ts'
import { useColumns, useEntryContent } from './entry-content.tsx'
import { FileFilters } from './filter/file-filters.tsx'
import { isFiltered } from './filter/filter.ts'
import { chipsOf } from './filter/filter-chips.ts'
import { useLineageChips } from './filter/lineage-chips.ts'
import { filterText } from './filter/filter-text.ts'
import { ManagerButtons, SpaceNote } from './manager-heading.tsx'
import type { FilesSearch } from './search.ts'
import { text } from './text.ts'
import { UploadPanel } from './upload-panel/upload-panel.tsx'
import { useFilesNavigation } from './use-files-navigation.ts'
import { useManagerActions } from './use-manager-actions.ts'
import { useUpload } from './upload/use-upload.tsx'
import { useSelectableEntries } from './use-selectable-entries.ts'
import { ShownLocation } from './shown-location.tsx'

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
    <DropZone onDrop={addDropped} takes={!inPlace} words={t('drop')}>
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
