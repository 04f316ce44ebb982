import DatabaseOutlined from '@ant-design/icons/es/icons/DatabaseOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import type { Space } from '@vermilion/contract/spaces'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import type { KeyboardEvent } from 'react'
import { SpaceStatus } from '#areas/spaces'
import { formatNumber, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { exportToDataset } from '#ui/dataset-export.ts'
import { FilePage } from '#ui/file-page.tsx'
import { fileViews } from '#ui/file-view.ts'
import { Menu } from '#ui/menu.tsx'
import { notify } from '#ui/notify.tsx'
import { usePageActions } from '#ui/page-actions.ts'
import { problemWords } from '#ui/problem.ts'
import { useSelection } from '#ui/selection.ts'
import { chosenFiles, idsOf, sumOf } from './chosen.ts'
import { askToDeleteFiles } from './delete-files.tsx'
import { DropZone } from './drop-zone.tsx'
import { EmptyFolder } from './empty-folder.tsx'
import { type Entry, isFolder, keyOf, nameOf } from './entry.ts'
import { useColumns, useEntryContent } from './entry-content.tsx'
import { FileFilters } from './file-filters.tsx'
import styles from './files.module.css'
import { filterOf, isFiltered, unfiltered } from './filter.ts'
import { chipsOf, FilterChips } from './filter-chips.tsx'
import { filterText } from './filter-text.ts'
import type { FilesSearch } from './search.ts'
import { text } from './text.ts'
import { UploadPanel } from './upload-panel.tsx'
import { useEntries } from './use-entries.ts'
import { useFileShortcuts } from './use-file-shortcuts.ts'
import { useUploadTo } from './use-upload-to.tsx'
import { Where } from './where.tsx'

/** Folders and files of a data space: shown, found, chosen, and what can be done with them. */
export function FileManager({ space }: { space: Space }) {
  const t = useText(text)
  const words = useText(filterText)
  const language = useSystem((system) => system.lang)
  const search = useSearch({ from: '/shell/space/list/file/$id' })
  const navigate = useNavigate({ from: '/space/list/file/$id' })
  const spaceId = space.id
  const { folder = '', view = 'small' } = search
  const filter = filterOf(search)
  const { recursive } = filter
  const entries = useEntries({ spaceId, filter, sort: search.sort })
  const { placed, scope, folderCount, fileCount } = entries
  const selection = useSelection<Entry>({
    placed,
    itemKey: keyOf,
    scope: JSON.stringify([spaceId, filter]),
    onTooMany: (most) => notify.info(t('tooMany', { most: formatNumber(most, language) })),
    onProblem: (problem) => notify.error(problemWords(problem)),
  })
  const { choose, take, inputs } = useUploadTo(spaceId, folder)
  const { cell, preview } = useEntryContent()
  const columns = useColumns(recursive)
  const chips = chipsOf(search, words)
  const change = (part: Partial<FilesSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true })
  const goTo = (path: string) =>
    void navigate({ search: ({ view: kept, sort }) => ({ view: kept, sort, folder: path === '' ? undefined : path }) })

  const selected = () => chosenFiles({ selection, placed, folderCount, filter })
  const createDataset = () =>
    exportToDataset({ spaceId, spaceName: space.name, selection: { filter: { folder, recursive: true } } })
  const exportSelected = async () => exportToDataset({ spaceId, spaceName: space.name, selection: await selected() })
  const remove = async () => {
    if (selection.count === 0) return
    const ids = await idsOf(spaceId, await selected())
    if (ids !== null) askToDeleteFiles(spaceId, ids, t, selection.clear)
  }
  const createWords = t(folder === '' ? 'createDataset' : 'createDatasetFolder')
  usePageActions([
    { key: 'files', words: `${t('upload')}: ${t('uploadFiles')}`, run: () => choose(false), shortcut: 'u' },
    { key: 'folder', words: `${t('upload')}: ${t('uploadFolder')}`, run: () => choose(true) },
    ...(space.fileCount === 0 ? [] : [{ key: 'dataset', words: createWords, run: createDataset }]),
  ])
  useFileShortcuts()

  const onKey = (event: KeyboardEvent) => {
    const up = event.key === 'Backspace' || (event.altKey && event.key === 'ArrowUp')
    if (up && folder !== '') goTo(folder.slice(0, Math.max(0, folder.lastIndexOf('/'))))
    else if (event.key === 'Delete') void remove()
    else return up
    return true
  }
  const fileActions = [
    {
      key: 'dataset',
      words: t('toDataset'),
      icon: <DatabaseOutlined aria-hidden />,
      run: () => void exportSelected(),
    },
    {
      key: 'delete',
      words: t('deleteSelected'),
      danger: true,
      icon: <DeleteOutlined aria-hidden />,
      run: () => void remove(),
    },
  ]
  const { bytes } = sumOf(selection)
  return (
    <DropZone onDrop={take} words={t('drop')}>
      <FilePage<Entry>
        name={space.name}
        count={space.fileCount}
        note={
          <>
            <span className={styles['quiet']}>{formatSize(space.totalSize)}</span>
            <SpaceStatus space={space} />
          </>
        }
        actions={
          <>
            <Button disabled={space.fileCount === 0} onClick={createDataset}>
              {createWords}
            </Button>
            <UploadButton onChoose={choose} />
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
            <Where
              spaceId={spaceId}
              folder={folder}
              recursive={recursive}
              onRecursive={(value) => change({ recursive: value === isFiltered(search) ? undefined : value })}
              takes={() => false}
              onDrop={() => undefined}
            >
              {folderCount > 0 && `${t('foldersIn', { count: folderCount })} · `}
              {!entries.loading && t('filesIn', { count: fileCount })}
            </Where>
          </>
        }
        views={fileViews}
        view={view}
        onView={(next) => change({ view: next })}
        label={t('files')}
        scope={scope}
        placed={placed}
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
        fileActions={fileActions}
        onKey={onKey}
        loading={entries.loading}
        problem={entries.problem}
        onRetry={entries.refresh}
        empty={
          <EmptyFolder
            filtered={isFiltered(search)}
            folder={folder}
            inPlace={false}
            onChoose={choose}
            onClear={() => change(unfiltered)}
          />
        }
      />
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
