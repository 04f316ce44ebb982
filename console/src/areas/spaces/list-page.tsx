import { isInPlace, type ListedSpace, type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import Button from 'antd/es/button'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatNumber, unknownValue, formatSize } from '#lib/format.ts'
import { useStoredState } from '#lib/drafts.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import type { Column } from '#ui/table/column.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { exportToDataset } from '#ui/export/dataset-export.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import { Ago } from '#ui/moment.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { SizeCell } from '#ui/table/size-cell.tsx'
import { createdColumn } from '#ui/table/usual-columns.tsx'
import { askToDelete, useSpaceDeletion } from './delete-space.tsx'
import { InPlaceTag, scanAgain } from './in-place.tsx'
import { inPlaceText } from './in-place-text.ts'
import { spaceStatuses } from './search.ts'
import { SpaceStatus } from './space-status.tsx'
import { text } from './text.ts'
import { CreateSpace, EditSpace } from './space-form.tsx'
import { DeletedSpaces } from './deleted-spaces.tsx'
import type { ReactNode } from 'react'
import { CardTime } from '#ui/cover/card-time.tsx'
import { CoverCard } from '#ui/cover/cover-card.tsx'
import { SpaceLink } from '#ui/page/thing-links.tsx'

export function SpaceListPage() {
  const t = useText(text)
  const { create = false, deleted = false, layout: _layout, ...search } = useSearch({ from: '/shell/space/list' })
  const navigate = useNavigate({ from: '/space/list' })
  const [edited, setEdited] = useStoredState<Space>('edit')
  const open = (on: boolean) => void navigate({ search: (now) => ({ ...now, create: on || undefined }), replace: true })
  const showDeleted = (on: boolean) =>
    void navigate({ search: (now) => ({ ...now, deleted: on || undefined }), replace: true })
  const show = (space: Space) => void navigate({ to: '/space/list/file/$id', params: { id: space.id } })
  const showNew = (space: Space) => {
    open(false)
    show(space)
  }
  return (
    <ListPage
      name="spaces"
      title={t('title')}
      list={useList(spaceEndpoints.listSpaces, search, { query: { contents: 'true' } })}
      columns={useColumns(setEdited)}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={show}
      usualView="table"
      renderCard={(space) => <SpaceCard space={space} menu={<SpaceActions space={space} onEdit={setEdited} />} />}
      searchLabel={t('search')}
      filters={[
        {
          kind: 'choice',
          key: 'status',
          label: t('status'),
          all: t('allStatuses'),
          options: spaceStatuses.map((status) => ({ value: status, label: t(status) })),
        },
        { kind: 'tags' },
        { kind: 'created' },
      ]}
      action={{ text: t('create'), run: () => open(true) }}
      empty={{ title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
      failure={t('listFailed')}
      more={
        <>
          <Button onClick={() => void navigate({ to: '/data-set/search' })}>{t('searchImages')}</Button>
          <Button onClick={() => showDeleted(true)}>{t('deletedSpaces')}</Button>
        </>
      }
      bulk={[useSpaceDeletion()]}
    >
      {create && <CreateSpace open onClose={() => open(false)} onCreated={showNew} />}
      {deleted && <DeletedSpaces onClose={() => showDeleted(false)} />}
      {edited !== null && <EditSpace space={edited} onClose={() => setEdited(null)} />}
    </ListPage>
  )
}

function useColumns(onEdit: (space: Space) => void): Column<ListedSpace>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: (space) => (
        <CoverName
          covers={space.covers}
          first={<SpaceLink id={space.id}>{visibleName(space.name)}</SpaceLink>}
          second={space.description}
        />
      ),
    },
    { key: 'status', title: t('status'), sort: 'status', width: 170, cell: (space) => <SpaceStatus space={space} /> },
    { key: 'tags', title: t('tags'), wide: true, cell: ({ tags }) => <Tags tags={tags} /> },
    { key: 'path', title: t('path'), sort: 'path', wide: true, cell: (space) => <SpacePath space={space} /> },
    {
      key: 'files',
      title: t('fileCount'),
      sort: '-fileCount',
      numeric: true,
      width: 100,
      cell: (space) => formatNumber(space.fileCount, language),
    },
    {
      key: 'size',
      title: t('totalSize'),
      sort: '-totalSize',
      numeric: true,
      width: 110,
      cell: (space) => <SizeCell bytes={space.totalSize} />,
    },
    createdColumn(t('created')),
    {
      key: 'updated',
      title: t('updated'),
      sort: '-updatedAt',
      width: 130,
      wide: true,
      cell: ({ updatedAt }) => <Ago time={updatedAt} />,
    },
    {
      key: 'creator',
      title: t('creator'),
      width: 130,
      wide: true,
      cell: ({ creator }) => (creator === null ? unknownValue : <Person username={creator} />),
    },
    {
      key: 'menu',
      title: '',
      width: 48,
      cell: (space) => <SpaceActions space={space} onEdit={onEdit} />,
    },
  ]
}

function SpaceActions({ space, onEdit }: { space: Space; onEdit: (space: Space) => void }) {
  const t = useText(text)
  const inPlace = useText(inPlaceText)
  const navigate = useNavigate()
  return (
    <RowMenu
      label={t('actions', { name: space.name })}
      actions={[
        {
          key: 'report',
          text: t('report'),
          run: () => void navigate({ to: '/space/list/file/$id/report', params: { id: space.id } }),
        },
        {
          key: 'export',
          text: t('export'),
          run: () =>
            exportToDataset({
              spaceId: space.id,
              spaceName: space.name,
              selection: { filter: { recursive: true } },
              count: space.fileCount,
            }),
        },
        ...(isInPlace(space)
          ? [{ key: 'scan', text: inPlace('scan'), run: () => void scanAgain(space, inPlace('scanStarted')) }]
          : []),
        { key: 'edit', text: t('edit'), run: () => onEdit(space) },
        { key: 'delete', text: t('delete'), danger: true, run: () => askToDelete(space, t) },
      ]}
    />
  )
}

function SpacePath({ space }: { space: Space }) {
  return (
    <>
      {isInPlace(space) && <InPlaceTag space={space} />} <code>{space.path}</code>
    </>
  )
}

function SpaceCard({ space, menu }: { space: ListedSpace; menu: ReactNode }) {
  const t = useText(text)
  const { id, name, description, covers, createdAt, creator, fileCount, tags, totalSize, updatedAt } = space
  return (
    <CoverCard
      name={name}
      covers={covers}
      title={
        <SpaceLink id={id} className="text-inherit">
          {visibleName(name)}
        </SpaceLink>
      }
      menu={menu}
      status={
        <>
          <SpaceStatus space={space} />
          <span>{t('filesOf', { count: fileCount })}</span>
          <span>{formatSize(totalSize)}</span>
        </>
      }
      foot={
        <>
          {creator === null ? <span /> : <Person username={creator} size={20} />}
          <CardTime createdAt={createdAt} updatedAt={updatedAt} />
        </>
      }
    >
      {description !== '' && (
        <p className="ellipsis note" title={description}>
          {description}
        </p>
      )}
      {tags.length > 0 && <Tags tags={tags} />}
    </CoverCard>
  )
}
