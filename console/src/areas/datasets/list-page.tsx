import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { readList } from '#lib/query.ts'
import { type Column, DataTable, TwoLines } from '#ui/data-table.tsx'
import { EmptyList } from '#ui/empty-list.tsx'
import { Ago } from '#ui/moment.tsx'
import { FilterRow, Page, PageHeading } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { type RowAction, RowMenu } from '#ui/row-menu.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { State } from '#ui/states.tsx'
import { Tag, Tags } from '#ui/status.tsx'
import { useDatasetActions } from './dataset-actions.tsx'
import { DatasetStatus } from './dataset-status.tsx'
import { LabelledBar } from './labelled-bar.tsx'
import { text } from './text.ts'

const CreateDataset = lazyPart(async () => (await import('./dataset-form.tsx')).CreateDataset)

export function DatasetListPage() {
  const t = useText(text)
  const { create = false, space, folder, ...query } = useSearch({ from: '/shell/data-set/list' })
  const navigate = useNavigate({ from: '/data-set/list' })
  const datasets = useQuery(readList(datasetEndpoints.listDatasets, { query }))
  const { actionsOf, drawers } = useDatasetActions()
  const columns = useColumns(actionsOf)
  const open = () => void navigate({ search: (now) => ({ ...now, create: true }), replace: true })
  const close = () => void navigate({ search: query, replace: true })
  const show = (dataset: Dataset) => void navigate({ to: '/data-set/list/file/$id', params: { id: dataset.id } })
  return (
    <Page>
      <PageHeading title={t('title')} count={datasets.data?.total}>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={open}>
          {t('create')}
        </Button>
      </PageHeading>
      <FilterRow>
        <SearchField
          value={query.search}
          label={t('search')}
          onSearch={(words) => void navigate({ search: { search: words }, replace: true })}
        />
      </FilterRow>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={datasets.data?.items}
        rowKey={({ id }) => id}
        problem={datasets.error}
        onRetry={() => void datasets.refetch()}
        onRow={show}
        empty={
          <EmptyList search={query.search} noMatch={t('noMatch')} onClear={() => void navigate({ search: {} })}>
            <State title={t('empty')} words={t('emptyWords')}>
              <Button type="primary" onClick={open}>
                {t('create')}
              </Button>
            </State>
          </EmptyList>
        }
      />
      <Pager page={datasets.data} onCursor={(cursor) => void navigate({ search: (now) => ({ ...now, cursor }) })} />
      {create && <CreateDataset open spaceId={space} folder={folder} onClose={close} onCreated={show} />}
      {drawers}
    </Page>
  )
}

function useColumns(actionsOf: (dataset: Dataset) => RowAction[]): Column<Dataset>[] {
  const t = useText(text)
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ id, name, description, modelName, prompt }) => (
        <TwoLines
          first={
            <Link to="/data-set/list/file/$id" params={{ id }}>
              {name}
            </Link>
          }
          second={[description, modelName && `${t('modelName')}: ${modelName}`, prompt && `${t('prompt')}: ${prompt}`]
            .filter(Boolean)
            .join(' · ')}
        />
      ),
    },
    { key: 'state', title: t('state'), width: 120, cell: (dataset) => <DatasetStatus state={dataset.displayState} /> },
    { key: 'labeled', title: t('labeled'), width: 150, cell: (dataset) => <LabelledBar dataset={dataset} /> },
    { key: 'labelType', title: t('labelType'), width: 140, wide: true, cell: ({ labelType }) => t(labelType) },
    {
      key: 'format',
      title: t('format'),
      width: 110,
      wide: true,
      cell: ({ format, type }) => (
        <>
          <Tag>{format.toUpperCase()}</Tag> <Tag>{t(type)}</Tag>
        </>
      ),
    },
    {
      key: 'space',
      title: t('space'),
      wide: true,
      cell: ({ spaceId, spaceName }) => (
        <Link to="/space/list/file/$id" params={{ id: spaceId }}>
          {spaceName}
        </Link>
      ),
    },
    { key: 'tags', title: t('tags'), wide: true, cell: ({ tags }) => <Tags tags={tags} /> },
    { key: 'created', title: t('created'), width: 120, wide: true, cell: ({ createdAt }) => <Ago time={createdAt} /> },
    { key: 'updated', title: t('updated'), width: 120, wide: true, cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
    {
      key: 'menu',
      title: '',
      width: 48,
      cell: (dataset) => <RowMenu label={t('actions', { name: dataset.name })} actions={actionsOf(dataset)} />,
    },
  ]
}
