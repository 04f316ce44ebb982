import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { SpaceStatus } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, readList, readPages } from '#lib/query.ts'
import { ThingGate } from '#ui/detail-page.tsx'
import { FilePage } from '#ui/file-page.tsx'
import { FolderTrail } from '#ui/folder-trail.tsx'
import { Menu } from '#ui/menu.tsx'
import { usePageActions } from '#ui/page-actions.ts'
import { SearchField } from '#ui/search-field.tsx'
import { askToDeleteFiles } from './delete-files.tsx'
import { DropZone } from './drop-zone.tsx'
import { EmptyFolder } from './empty-folder.tsx'
import { useFileContent } from './file-content.ts'
import styles from './files.module.css'
import { Folders, foldersIn } from './folders.tsx'
import { text } from './text.ts'
import { UploadPanel } from './upload-panel.tsx'
import { useFileShortcuts } from './use-file-shortcuts.ts'
import { useUploadTo } from './use-upload-to.tsx'

const pageSize = 200

export function SpaceFilesPage() {
  const t = useText(text)
  const { id: spaceId } = useParams({ from: '/shell/space/list/file/$id' })
  const space = useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))
  return (
    <ThingGate source={space} nameOf={({ name }) => name} back={<Link to="/space/list">{t('toSpaces')}</Link>}>
      {(found) => <SpaceFiles space={found} />}
    </ThingGate>
  )
}

function SpaceFiles({ space }: { space: Space }) {
  const t = useText(text)
  const { folder = '', search, view = 'small' } = useSearch({ from: '/shell/space/list/file/$id' })
  const navigate = useNavigate({ from: '/space/list/file/$id' })
  const spaceId = space.id
  const params = { spaceId }
  const query = { folder, search, recursive: search === undefined ? ('false' as const) : ('true' as const) }
  const listed = readPages(fileEndpoints.listFiles, { params, query: { ...query, limit: pageSize } })
  const files = useInfiniteQuery(listed)
  const folders = useQuery(foldersIn(spaceId, folder))
  const items = files.data?.pages.flatMap((page) => page.items) ?? []
  const counted = useQuery({
    ...readList(fileEndpoints.countFiles, { params, query }),
    enabled: files.data?.pages[0]?.total === null,
  })
  const total = files.data?.pages[0]?.total ?? counted.data?.files ?? items.length
  const { choose, take, inputs } = useUploadTo(spaceId, folder)
  const { cell, preview } = useFileContent()

  const all = async () => {
    const ids: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const asked = { ...query, limit: maximumPageSize, cursor }
      const page = await call(fileEndpoints.listFiles, { params, query: asked })
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    return ids
  }
  const createDataset = () =>
    void navigate({ to: '/data-set/list', search: { create: true, space: spaceId, folder: folder || undefined } })
  const createWords = t(folder === '' ? 'createDataset' : 'createDatasetFolder')
  usePageActions([
    { key: 'files', words: `${t('upload')}: ${t('uploadFiles')}`, run: () => choose(false), shortcut: 'u' },
    { key: 'folder', words: `${t('upload')}: ${t('uploadFolder')}`, run: () => choose(true) },
    ...(space.fileCount === 0 ? [] : [{ key: 'dataset', words: createWords, run: createDataset }]),
  ])
  useFileShortcuts()
  const empty = !files.isPending && items.length === 0 && (search !== undefined || folders.data?.items.length === 0)
  return (
    <DropZone onDrop={take} words={t('drop')}>
      <FilePage<SpaceFile>
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
        filters={
          <>
            <SearchField
              value={search}
              label={t('search')}
              onSearch={(words) => void navigate({ search: (now) => ({ ...now, search: words }), replace: true })}
            />
            <FolderTrail
              folder={folder}
              renderLink={(path, words) => <FolderLink spaceId={spaceId} path={path} words={words} />}
            />
          </>
        }
        view={view}
        onView={(next) => void navigate({ search: (now) => ({ ...now, view: next }), replace: true })}
        label={t('files')}
        items={items}
        itemKey={({ id }) => id}
        cell={cell}
        preview={preview}
        total={total}
        all={all}
        onEnd={() => files.hasNextPage && !files.isFetchingNextPage && void files.fetchNextPage()}
        loading={files.isPending && files.error === null}
        problem={files.error}
        onRetry={() => void files.refetch()}
        before={
          <>
            {search === undefined && <Folders spaceId={spaceId} folder={folder} view={view} />}
            {empty && <EmptyFolder spaceId={spaceId} folder={folder} search={search} onChoose={choose} />}
            {!empty && items.length > 0 && (
              <p className={styles['hint']}>
                {t('filesIn', { count: total })}
                <span>{t('hint')}</span>
              </p>
            )}
          </>
        }
        fileActions={[
          {
            key: 'delete',
            words: t('deleteSelected'),
            danger: true,
            deletes: true,
            icon: <DeleteOutlined aria-hidden />,
            run: (ids, settle) => askToDeleteFiles(spaceId, ids, t, settle),
          },
        ]}
      />
      {inputs}
      <UploadPanel />
    </DropZone>
  )
}

function FolderLink({ spaceId, path, words }: { spaceId: string; path: string; words: string }) {
  return (
    <Link
      to="/space/list/file/$id"
      params={{ id: spaceId }}
      search={(now) => ({ view: now.view, folder: path === '' ? undefined : path })}
    >
      {words}
    </Link>
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
