import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { type Dataset, datasetEndpoints, type ListedDataset } from '@vermilion/contract/datasets'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { PersonSelect } from '#areas/accounts'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import type { Column } from '#ui/table/column.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'
import type { ListFilter } from '#ui/list/list-filter.ts'
import { useIsOrderedByChange } from '#ui/list/list-address.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { Ago } from '#ui/moment.tsx'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { Tag, Tags } from '#ui/feedback/status.tsx'
import { menuColumn } from '#ui/table/usual-columns.tsx'
import { text as assignmentText } from './assignments/text.ts'
import { ClassChips } from './class-chips.tsx'
import { useDatasetActions } from './dataset-actions.tsx'
import { useDatasetDeletion } from './delete-dataset.tsx'
import { DatasetStatus } from './dataset-status.tsx'
import { LabeledBar } from './labeled-bar.tsx'
import { datasetFormats, datasetStates, labelTypes } from './search.ts'
import { text } from './text.ts'
import { Names } from './assignments/names.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { DatasetLink, SpaceLink } from '#ui/page/thing-links.tsx'
import { SplitBar } from './split-bar.tsx'
import { MyDatasets } from './assignments/my-datasets.tsx'
import { DatasetCard } from './dataset-card.tsx'

const CreateDataset = lazyPart(async () => (await import('./dataset-form.tsx')).CreateDataset)

export function DatasetListPage() {
  const t = useText(text)
  const texts = useText(assignmentText)
  const { create = false, space, folder, layout: _layout, ...search } = useSearch({ from: '/shell/data-set/list' })
  const navigate = useNavigate({ from: '/data-set/list' })
  const { actionsOf, drawers } = useDatasetActions()
  // Behind an open form, the cards load when the form is closed.
  const [startsWithForm] = useState(create)
  const isBehindForm = startsWithForm && create
  const open = () => void navigate({ search: (now) => ({ ...now, create: true }), replace: true })
  const close = () => void navigate({ search, replace: true })
  const searchImages = () => void navigate({ to: '/data-set/search' })
  const show = (dataset: Dataset) => void navigate({ to: '/data-set/list/file/$id', params: { id: dataset.id } })
  // Back leads to the list.
  const showNew = (dataset: Dataset) => {
    close()
    show(dataset)
  }
  return (
    <ListPage<ListedDataset>
      name="datasets"
      title={t('title')}
      list={useList(datasetEndpoints.listDatasets, search, { query: { contents: 'true' } })}
      columns={useColumns(actionsOf, isBehindForm)}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={show}
      usualView="table"
      {...(!isBehindForm && {
        renderCard: (dataset) => <DatasetCard dataset={dataset} actions={actionsOf(dataset)} />,
      })}
      searchLabel={t('search')}
      filters={[
        {
          kind: 'choice',
          key: 'state',
          label: t('state'),
          all: t('allStates'),
          options: datasetStates.map((state) => ({ value: state, label: t(state) })),
        },
        {
          kind: 'choice',
          key: 'labelType',
          label: t('labelType'),
          all: t('allLabelTypes'),
          options: labelTypes.map((type) => ({ value: type, label: t(type) })),
        },
        {
          kind: 'choice',
          key: 'format',
          label: t('format'),
          all: t('allFormats'),
          options: datasetFormats.map((format) => ({ value: format, label: format.toUpperCase() })),
        },
        personFilter('assignee', texts('assignee'), texts('anybody')),
        personFilter('assignedReviewer', texts('reviewer'), texts('anybody')),
        {
          kind: 'choice',
          key: 'waiting',
          label: texts('waiting'),
          all: texts('waitingAny'),
          options: [{ value: 'yes', label: texts('waitingOnly') }],
        },
        { kind: 'tags' },
        { kind: 'created' },
      ]}
      action={{ text: t('create'), short: t('createShort'), run: open }}
      empty={{ title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
      more={
        <>
          {!isBehindForm && <MyDatasets />}
          <Button onClick={searchImages}>{t('searchImages')}</Button>
        </>
      }
      bulk={[useDatasetDeletion()]}
    >
      {create && <CreateDataset open spaceId={space} folder={folder} onClose={close} onCreated={showNew} />}
      {drawers}
    </ListPage>
  )
}

function personFilter(key: string, label: string, all: string): ListFilter {
  const field = (value: string | undefined, onChange: (username: string | undefined) => void) => (
    <PersonSelect label={label} placeholder={all} value={value} onChange={onChange} />
  )
  return { kind: 'field', key, label, field }
}

function useColumns(actionsOf: (dataset: Dataset) => RowAction[], isBehindForm: boolean): Column<ListedDataset>[] {
  const t = useText(text)
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: (dataset) => <DatasetName dataset={dataset} />,
    },
    {
      key: 'state',
      title: t('state'),
      width: 120,
      card: 'line',
      cell: (dataset) => <DatasetStatus state={dataset.displayState} />,
    },
    {
      key: 'labeled',
      title: t('labeled'),
      sort: '-labeledCount',
      width: 140,
      card: 'line',
      cell: (dataset) => <LabeledBar dataset={dataset} />,
    },
    {
      key: 'classes',
      title: t('classes'),
      width: 184,
      wide: true,
      card: 'line',
      cell: ({ labels }) => <ClassChips labels={labels} max={2} />,
    },
    {
      key: 'splits',
      title: t('splits'),
      width: 150,
      wide: true,
      card: 'line',
      cell: ({ splits }) => !isBehindForm && <SplitBar splits={splits} />,
    },
    {
      key: 'assigned',
      title: t('assigned'),
      width: 140,
      wide: true,
      card: 'line',
      cell: (dataset) => !isBehindForm && <Names of={dataset} waiting={dataset.waiting} compact />,
    },
    ...useQuietColumns(),
    { key: 'tags', title: t('tags'), wide: true, cell: ({ tags }) => <Tags tags={tags} /> },
    ...useTimeColumns(isBehindForm),
    menuColumn((dataset) => t('actions', { name: dataset.name }), actionsOf),
  ]
}

function useQuietColumns(): Column<ListedDataset>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    { key: 'labelType', title: t('labelType'), width: 160, asked: true, cell: ({ labelType }) => t(labelType) },
    {
      key: 'files',
      title: t('fileCount'),
      sort: '-fileCount',
      numeric: true,
      width: 100,
      asked: true,
      cell: ({ fileCount }) => formatNumber(fileCount, language),
    },
    {
      key: 'format',
      title: t('format'),
      width: 110,
      wide: true,
      asked: true,
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
      asked: true,
      cell: (dataset) => <DatasetSpaces dataset={dataset} />,
    },
  ]
}

function useTimeColumns(isBehindForm: boolean): Column<ListedDataset>[] {
  const t = useText(text)
  const isByChange = useIsOrderedByChange()
  return [
    {
      key: 'created',
      title: t('created'),
      sort: '-createdAt',
      width: 150,
      wide: true,
      card: 'line',
      asked: isByChange,
      cell: ({ createdAt, creator }) => (
        <TwoLines
          first={<Ago time={createdAt} />}
          second={creator === null || isBehindForm ? creator : <Person username={creator} size={18} />}
        />
      ),
    },
    {
      key: 'updated',
      title: t('updated'),
      sort: '-updatedAt',
      width: 150,
      wide: true,
      card: 'line',
      asked: !isByChange,
      cell: ({ updatedAt }) => <Ago time={updatedAt} />,
    },
  ]
}

function DatasetName({
  dataset: { id, name, covers, description, labelType, modelName, prompt },
}: {
  dataset: ListedDataset
}) {
  const t = useText(text)
  return (
    <CoverName
      covers={covers}
      first={<DatasetLink id={id}>{visibleName(name)}</DatasetLink>}
      second={[
        t(labelType),
        description,
        modelName && `${t('modelName')}: ${modelName}`,
        prompt && `${t('prompt')}: ${prompt}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}

function DatasetSpaces({ dataset: { spaceId, spaceName, spaces } }: { dataset: Dataset }) {
  const t = useText(text)
  return (
    <>
      <SpaceLink id={spaceId}>{visibleName(spaceName)}</SpaceLink>
      {spaces.length > 1 && (
        <span title={spaces.map(({ name }) => visibleName(name)).join(', ')}>
          {' '}
          {t('moreSpaces', { count: spaces.length - 1 })}
        </span>
      )}
    </>
  )
}
