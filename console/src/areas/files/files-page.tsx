import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { type KeyboardEvent, useRef, useState } from 'react'
import { SpaceStatus } from '#areas/spaces'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, readPages } from '#lib/query.ts'
import { Menu } from '#ui/menu.tsx'
import { FilterRow, Page, PageHeading } from '#ui/page.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useSelection } from '#ui/selection.ts'
import { ProblemState } from '#ui/states.tsx'
import { usePageActions } from '#ui/page-actions.ts'
import { usePageTrail } from '#ui/trail.ts'
import { WindowedGrid } from '#ui/windowed-grid.tsx'
import { askToDeleteFiles } from './delete-files.tsx'
import { DropZone } from './drop-zone.tsx'
import { EmptyFolder, SelectionBar } from './empty-folder.tsx'
import { FileCell } from './file-cell.tsx'
import styles from './files.module.css'
import { Folders, foldersIn, FolderTrail } from './folders.tsx'
import { Preview } from './preview.tsx'
import { text } from './text.ts'
import { useFileShortcuts } from './use-file-shortcuts.ts'
import { UploadPanel } from './upload-panel.tsx'
import { useUploadTo } from './use-upload-to.tsx'

const pageSize = 200

function focusCell(id: string | null): void {
  if (id !== null) document.getElementById(`file-${id}`)?.focus()
}

export function SpaceFilesPage() {
  const t = useText(text)
  const { id: spaceId } = useParams({ from: '/shell/space/list/file/$id' })
  const { folder = '', search } = useSearch({ from: '/shell/space/list/file/$id' })
  const navigate = useNavigate({ from: '/space/list/file/$id' })
  const [shown, setShown] = useState<string | null>(null)
  const columns = useRef(1)

  const space = useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))
  const recursive = search === undefined ? 'false' : 'true'
  const query = { folder, search, recursive, limit: pageSize }
  const files = useInfiniteQuery(readPages(fileEndpoints.listFiles, { params: { spaceId }, query }))
  const folders = useQuery(foldersIn(spaceId, folder))
  const items = files.data?.pages.flatMap((page) => page.items) ?? []
  const selection = useSelection(items.map(({ id }) => id))
  const { choose, take, inputs } = useUploadTo(spaceId, folder)
  usePageTrail({ words: space.data?.name ?? '…' })

  const createDataset = () =>
    void navigate({ to: '/data-set/list', search: { create: true, space: spaceId, folder: folder || undefined } })
  const createWords = t(folder === '' ? 'createDataset' : 'createDatasetFolder')
  usePageActions([
    { key: 'files', words: t('uploadFiles'), run: () => choose(false), shortcut: 'u' },
    { key: 'folder', words: t('uploadFolder'), run: () => choose(true) },
    ...((space.data?.fileCount ?? 0) === 0 ? [] : [{ key: 'dataset', words: createWords, run: createDataset }]),
  ])
  useFileShortcuts()

  const removeSelected = () => {
    const ids = [...selection.selected]
    if (ids.length > 0) askToDeleteFiles(spaceId, ids, t, selection.clear)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns.current,
      ArrowDown: columns.current,
    }
    const step = steps[event.key]
    if (step !== undefined) focusCell(selection.move(step, event.shiftKey))
    else if (event.key === ' ' || event.key === 'Enter') setShown(selection.current)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection.all()
    else if (event.key === 'Delete' || event.key === 'Backspace') removeSelected()
    else if (event.key === 'Escape') selection.clear()
    else return
    event.preventDefault()
  }

  if (space.error !== null) return <ProblemState problem={space.error} onRetry={() => void space.refetch()} />
  const empty = !files.isPending && items.length === 0 && (search !== undefined || folders.data?.length === 0)
  return (
    <DropZone onDrop={take} words={t('drop')}>
      <Page full>
        <PageHeading
          title={space.data?.name ?? '…'}
          count={space.data?.fileCount}
          note={
            space.data !== undefined && (
              <>
                <span className={styles['quiet']}>{formatSize(space.data.totalSize)}</span>
                <SpaceStatus space={space.data} />
              </>
            )
          }
        >
          <Button disabled={(space.data?.fileCount ?? 0) === 0} onClick={createDataset}>
            {createWords}
          </Button>
          <Menu
            label={t('upload')}
            actions={[
              { key: 'files', words: t('uploadFiles'), run: () => choose(false) },
              { key: 'folder', words: t('uploadFolder'), run: () => choose(true) },
            ]}
          >
            {(button) => (
              <Button {...button} type="primary" icon={<UploadOutlined aria-hidden />}>
                {t('upload')}
              </Button>
            )}
          </Menu>
        </PageHeading>
        <FilterRow>
          <SearchField
            value={search}
            label={t('search')}
            onSearch={(words) => void navigate({ search: (now) => ({ ...now, search: words }), replace: true })}
          />
          <FolderTrail spaceId={spaceId} folder={folder} />
          <SelectionBar count={selection.selected.size} onDelete={removeSelected} onClear={selection.clear} />
        </FilterRow>
        {files.isError ? (
          <ProblemState problem={files.error} onRetry={() => void files.refetch()} />
        ) : (
          <WindowedGrid<SpaceFile>
            items={items}
            itemKey={({ id }) => id}
            label={t('files')}
            cellWidth={148}
            extraHeight={42}
            columnsRef={columns}
            multiselect
            onKeyDown={onKeyDown}
            onEnd={() => files.hasNextPage && !files.isFetchingNextPage && void files.fetchNextPage()}
            before={
              <>
                {search === undefined && <Folders spaceId={spaceId} folder={folder} />}
                {empty && <EmptyFolder spaceId={spaceId} folder={folder} search={search} onChoose={choose} />}
                {!empty && items.length > 0 && (
                  <p className={styles['hint']}>
                    {t('filesIn', { count: files.data?.pages[0]?.total ?? 0 })}
                    <span>{t('hint')}</span>
                  </p>
                )}
              </>
            }
            render={(file, index) => (
              <FileCell
                file={file}
                selected={selection.selected.has(file.id)}
                focusable={selection.current === file.id || (selection.current === null && index === 0)}
                onPick={(how) => selection.pick(file.id, how)}
                onShow={() => setShown(file.id)}
              />
            )}
          />
        )}
      </Page>
      <Preview files={items} shown={shown} onShow={setShown} />
      {inputs}
      <UploadPanel />
    </DropZone>
  )
}
