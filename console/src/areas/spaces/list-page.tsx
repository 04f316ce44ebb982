import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { formatNumber, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { type Column, DataTable, TwoLines } from '#ui/data-table.tsx'
import { EmptyList } from '#ui/empty-list.tsx'
import { Ago } from '#ui/moment.tsx'
import { FilterRow, Page, PageHeading } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { RowMenu } from '#ui/row-menu.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { State } from '#ui/states.tsx'
import { Tags } from '#ui/status.tsx'
import { askToDelete } from './delete-space.tsx'
import { SpaceStatus } from './space-status.tsx'
import { text } from './text.ts'

const CreateSpace = lazyPart(async () => (await import('./space-form.tsx')).CreateSpace)
const EditSpace = lazyPart(async () => (await import('./space-form.tsx')).EditSpace)

export function SpaceListPage() {
  const t = useText(text)
  const search = useSearch({ from: '/shell/space/list' })
  const navigate = useNavigate({ from: '/space/list' })
  const [edited, setEdited] = useState<Space | null>(null)
  const { create = false, ...query } = search
  const spaces = useQuery(readList(spaceEndpoints.listSpaces, { query }))
  const columns = useColumns(setEdited)
  const open = (on: boolean) => void navigate({ search: (now) => ({ ...now, create: on || undefined }), replace: true })
  const show = (space: Space) => void navigate({ to: '/space/list/file/$id', params: { id: space.id } })

  return (
    <Page>
      <PageHeading title={t('title')} count={spaces.data?.total}>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open(true)}>
          {t('create')}
        </Button>
      </PageHeading>
      <FilterRow>
        <SearchField
          value={search.search}
          label={t('search')}
          onSearch={(words) => void navigate({ search: { search: words }, replace: true })}
        />
      </FilterRow>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={spaces.data?.items}
        rowKey={({ id }) => id}
        problem={spaces.error}
        onRetry={() => void spaces.refetch()}
        onRow={show}
        empty={
          <EmptyList search={search.search} noMatch={t('noMatch')} onClear={() => void navigate({ search: {} })}>
            <State title={t('empty')} words={t('emptyWords')}>
              <Button type="primary" onClick={() => open(true)}>
                {t('create')}
              </Button>
            </State>
          </EmptyList>
        }
      />
      <Pager page={spaces.data} onCursor={(cursor) => void navigate({ search: (now) => ({ ...now, cursor }) })} />
      {create && <CreateSpace open onClose={() => open(false)} onCreated={show} />}
      {edited !== null && <EditSpace space={edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}

function useColumns(onEdit: (space: Space) => void): Column<Space>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'name',
      title: t('name'),
      cell: (space) => (
        <TwoLines
          first={
            <Link to="/space/list/file/$id" params={{ id: space.id }}>
              {space.name}
            </Link>
          }
          second={space.description || space.path}
        />
      ),
    },
    { key: 'status', title: t('status'), width: 170, cell: (space) => <SpaceStatus space={space} /> },
    { key: 'tags', title: t('tags'), wide: true, cell: ({ tags }) => <Tags tags={tags} /> },
    { key: 'path', title: t('path'), wide: true, cell: ({ path }) => <code>{path}</code> },
    {
      key: 'files',
      title: t('fileCount'),
      numeric: true,
      width: 100,
      cell: (space) => formatNumber(space.fileCount, language),
    },
    { key: 'size', title: t('totalSize'), numeric: true, width: 110, cell: (space) => formatSize(space.totalSize) },
    { key: 'created', title: t('created'), width: 130, wide: true, cell: ({ createdAt }) => <Ago time={createdAt} /> },
    { key: 'updated', title: t('updated'), width: 130, wide: true, cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
    {
      key: 'menu',
      title: '',
      width: 48,
      cell: (space) => (
        <RowMenu
          label={t('actions', { name: space.name })}
          actions={[
            { key: 'edit', words: t('edit'), run: () => onEdit(space) },
            { key: 'delete', words: t('delete'), danger: true, run: () => askToDelete(space, t) },
          ]}
        />
      ),
    },
  ]
}
