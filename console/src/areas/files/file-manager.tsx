import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { isInPlace, type Space } from '@vermilion/contract/spaces'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { InPlaceNote, SpaceStatus } from '#areas/spaces'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { FilePage } from '#ui/files/file-page.tsx'
import { FilterChips } from '#ui/filter/filter-chips.tsx'
import { fileViews } from '#ui/files/file-view.ts'
import { Menu } from '#ui/menu/menu.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { useSelection } from '#ui/selection/selection.ts'
import { resolveSelectedFiles, sumOf } from './actions/selected-files.ts'
import { actionText } from './actions/action-text.ts'
import { DropZone } from './upload/drop-zone.tsx'
import { EmptyFolder } from './empty-folder.tsx'
import { type Entry, isFolder, keyOf, nameOf } from './entry.ts'
import { useColumns, useEntryContent } from './entry-content.tsx'
import { FileFilters } from './filter/file-filters.tsx'
import styles from './files.module.css'
import { filterOf, isFiltered, unfiltered } from './filter/filter.ts'
import { chipsOf } from './filter/filter-words.ts'
import { filterText } from './filter/filter-text.ts'
import { notifyProblem } from './actions/action-outcome.ts'
import type { FilesSearch } from './search.ts'
import { text } from './text.ts'
import { UploadPanel } from './upload-panel/upload-panel.tsx'
import { useFileActions } from './actions/use-actions.tsx'
import { useEntries } from './use-entries.ts'
import { useFileShortcuts } from './use-file-shortcuts.ts'
import { useUpload } from './upload/use-upload.tsx'
import { LocationBar } from './location-bar.tsx'

/** Folders and files of a data space: shown, found, chosen, and what can be done with them. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function FileManager({ space }: { space: Space }) {
  const t = useText(text)
  const filters = useText(filterText)
  const words = useText(actionText)
  const search = useSearch({ from: '/shell/space/list/file/$id' })
  const navigate = useNavigate({ from: '/space/list/file/$id' })
  const spaceId = space.id
  const inPlace = isInPlace(space)
  const { folder = '', view = 'small' } = search
  const filter = filterOf(search)
  const { recursive } = filter
  const entries = useEntries({ spaceId, filter, sort: search.sort, withFolders: !recursive && !isFiltered(search) })
  const { placed, scope, folderCount, fileCount } = entries
  const selection = useSelection<Entry>({
    list: placed,
    itemKey: keyOf,
    scope: JSON.stringify([spaceId, filter]),
    onTooMany: (most) => notify.info(t('tooMany', { most })),
    onProblem: notifyProblem,
  })
  const { choose, take, inputs } = useUpload(spaceId, folder, inPlace)
  const { cell, preview } = useEntryContent(recursive)
  const columns = useColumns(recursive)
  const chips = chipsOf(search, filters)
  const change = (part: Partial<FilesSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true })
  const goTo = (path: string) =>
    void navigate({
      search: ({ view: currentView, sort }) => ({ view: currentView, sort, folder: path === '' ? undefined : path }),
    })

  const selected = () => resolveSelectedFiles({ selection, placed, folderCount, filter })
  const uploading = inPlace
    ? []
    : [
        { key: 'files', words: `${t('upload')}: ${t('uploadFiles')}`, run: () => choose(false) },
        { key: 'folder', words: `${t('upload')}: ${t('uploadFolder')}`, run: () => choose(true) },
      ]
  const actions = useFileActions({ space, folder, recursive, inPlace, selection, selected, goTo, more: uploading })
  const createDataset = () =>
    void navigate({ to: '/data-set/list', search: { create: true, space: spaceId, folder: folder || undefined } })
  const createWords = t(folder === '' ? 'createDataset' : 'createDatasetFolder')
  const trash = () => void navigate({ search: { trash: true } })
  const report = () =>
    void navigate({
      to: '/space/list/file/$id/report',
      params: { id: spaceId },
      search: { folder: folder || undefined },
    })
  const pageActions = [
    ...actions.folderActions,
    { key: 'report', words: words('report'), run: report },
    ...(inPlace ? [] : [{ key: 'trash', words: words('trash'), run: trash }]),
  ]
  usePageActions([
    ...uploading.map((action) => (action.key === 'files' ? { ...action, shortcut: 'u' } : action)),
    ...(space.fileCount === 0 ? [] : [{ key: 'dataset', words: createWords, run: createDataset }]),
    ...pageActions.map((action) => (action.key === 'new' ? { ...action, shortcut: 'n' } : action)),
    ...(selection.count === 0
      ? []
      : actions.fileActions.map((action) => ({ ...action, key: `selected ${action.key}` }))),
  ])
  useFileShortcuts()
  const { bytes } = sumOf(selection)
  return (
    <DropZone onDrop={take} takes={!inPlace} words={t('drop')}>
      <FilePage<Entry>
        name={space.name}
        count={space.fileCount}
        note={
          <>
            <span className={styles['quiet']}>{formatSize(space.totalSize)}</span>
            <SpaceStatus space={space} />
            <InPlaceNote space={space} />
          </>
        }
        actions={
          <>
            <Button disabled={space.fileCount === 0} onClick={createDataset}>
              {createWords}
            </Button>
            {!inPlace && <UploadButton onChoose={choose} />}
            <RowMenu label={words('more')} actions={pageActions} />
          </>
        }
        filters={<FileFilters search={search} set={chips.length} onChange={change} />}
        where={
          <>
            <FilterChips
              chips={chips}
              onRemove={(names) => change(Object.fromEntries(names.map((name) => [name, undefined])))}
              onClear={() => change(unfiltered)}
            />
            <LocationBar
              spaceId={spaceId}
              folder={folder}
              recursive={recursive}
              onRecursive={(value) => change({ recursive: value === isFiltered(search) ? undefined : value })}
              takes={actions.takes}
              onDrop={actions.drop}
            >
              {folderCount > 0 && `${t('foldersIn', { count: folderCount })} · `}
              {!entries.loading && (entries.counted ? t('filesIn', { count: fileCount }) : t('counting'))}
            </LocationBar>
          </>
        }
        views={fileViews}
        view={view}
        onView={(next) => change({ view: next })}
        label={t('files')}
        scope={scope}
        list={placed}
        total={placed.count}
        itemKey={keyOf}
        nameOf={nameOf}
        cell={cell}
        columns={columns}
        sort={{ value: search.sort ?? 'name', onSort: (sort) => change({ sort: sort as FilesSearch['sort'] }) }}
        preview={preview}
        previewFrom={folderCount}
        onOpen={(entry) => {
          if (isFolder(entry)) goTo(entry.path)
          return isFolder(entry)
        }}
        selection={selection}
        selectedNote={selection.chosen.all ? undefined : formatSize(bytes)}
        fileActions={actions.fileActions}
        menu={actions.menu}
        isLeaving={actions.leaving}
        renaming={actions.renaming}
        {...(actions.drag === undefined ? {} : { drag: actions.drag })}
        onKey={actions.onKey}
        loading={entries.loading}
        problem={entries.problem}
        onRetry={entries.refresh}
        empty={
          <EmptyFolder
            filtered={isFiltered(search)}
            folder={folder}
            inPlace={inPlace}
            onChoose={choose}
            onClear={() => change(unfiltered)}
          />
        }
      />
      {actions.dialogs}
      {inputs}
      <UploadPanel />
    </DropZone>
  )
}

function UploadButton({ onChoose }: { onChoose: (folder: boolean) => void }) {
  const t = useText(text)
  return (
    <Menu
      label={t('upload')}
      actions={[
        { key: 'files', words: t('uploadFiles'), run: () => onChoose(false) },
        { key: 'folder', words: t('uploadFolder'), run: () => onChoose(true) },
      ]}
    >
      {(button) => (
        <Button {...button} type="primary" icon={<UploadOutlined aria-hidden />}>
          {t('upload')}
        </Button>
      )}
    </Menu>
  )
}
