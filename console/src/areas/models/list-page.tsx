import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { type Model, modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { formatMeasure, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { readList } from '#lib/query.ts'
import { type Column, DataTable, TwoLines } from '#ui/data-table.tsx'
import { EmptyList } from '#ui/empty-list.tsx'
import { Ago } from '#ui/moment.tsx'
import { FilterRow, Page, PageHeading } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { RowMenu } from '#ui/row-menu.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { State } from '#ui/states.tsx'
import { contentOf } from './content.ts'
import { askToDelete } from './delete-model.ts'
import { text } from './text.ts'

const CreateInference = lazyPart(async () => (await import('./inference-form.tsx')).CreateInference)
const ModelDrawer = lazyPart(async () => (await import('./model-drawer.tsx')).ModelDrawer)

export function ModelListPage() {
  const t = useText(text)
  const { model, run = false, ...query } = useSearch({ from: '/shell/model/list' })
  const navigate = useNavigate({ from: '/model/list' })
  const models = useQuery(readList(modelEndpoints.listModels, { query }))
  const show = (id: string) => void navigate({ search: (now) => ({ ...now, model: id, run: undefined }) })
  const open = (id: string) => void navigate({ search: (now) => ({ ...now, model: id, run: true }) })
  const close = () => void navigate({ search: query, replace: true })
  const train = () => void navigate({ to: '/compute/tasks', search: { create: true } })
  const columns = useColumns(open)
  return (
    <Page>
      <PageHeading title={t('title')} count={models.data?.total} />
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
        rows={models.data?.items}
        rowKey={({ id }) => id}
        problem={models.error}
        onRetry={() => void models.refetch()}
        onRow={({ id }) => show(id)}
        empty={
          <EmptyList search={query.search} noMatch={t('noMatch')} onClear={() => void navigate({ search: {} })}>
            <State title={t('empty')} words={t('emptyWords')}>
              <Button type="primary" onClick={train}>
                {t('goTrain')}
              </Button>
            </State>
          </EmptyList>
        }
      />
      <Pager page={models.data} onCursor={(cursor) => void navigate({ search: (now) => ({ ...now, cursor }) })} />
      {model !== undefined && !run && <ModelDrawer modelId={model} onClose={close} onRun={open} />}
      {model !== undefined && run && (
        <CreateInference
          modelId={model}
          onClose={close}
          onCreated={({ id }) => void navigate({ to: '/compute/taskdetail/$id', params: { id } })}
        />
      )}
    </Page>
  )
}

function useColumns(onRun: (id: string) => void): Column<Model>[] {
  const t = useText(text)
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ id, name, labels }) => (
        <TwoLines
          first={
            <Link from="/model/list" to="." search={(now) => ({ ...now, model: id, run: undefined })}>
              {name}
            </Link>
          }
          second={labels.join(', ')}
        />
      ),
    },
    {
      key: 'type',
      title: t('type'),
      width: 200,
      wide: true,
      cell: ({ type, labelType }) => <TwoLines first={t(type)} second={t(labelType)} />,
    },
    { key: 'size', title: t('size'), width: 100, numeric: true, wide: true, cell: ({ size }) => formatSize(size) },
    { key: 'mAP50', title: t('mAP50'), width: 90, numeric: true, cell: ({ metrics }) => formatMeasure(metrics.mAP50) },
    {
      key: 'mAP50to95',
      title: t('mAP50to95'),
      width: 100,
      numeric: true,
      wide: true,
      cell: ({ metrics }) => formatMeasure(metrics.mAP50to95),
    },
    {
      key: 'dataset',
      title: t('dataset'),
      wide: true,
      cell: ({ datasetId, datasetName, datasetFormat, datasetType }) => (
        <TwoLines
          first={
            datasetId === null ? (
              datasetName
            ) : (
              <Link to="/data-set/list/file/$id" params={{ id: datasetId }}>
                {datasetName}
              </Link>
            )
          }
          second={`${datasetFormat.toUpperCase()} · ${t(datasetType)}`}
        />
      ),
    },
    { key: 'created', title: t('created'), width: 130, wide: true, cell: ({ createdAt }) => <Ago time={createdAt} /> },
    {
      key: 'run',
      title: '',
      width: 150,
      numeric: true,
      cell: (model) => (
        <>
          <Button size="small" onClick={() => onRun(model.id)}>
            {t('run')}
          </Button>{' '}
          <Button
            size="small"
            type="text"
            icon={<DownloadOutlined aria-hidden />}
            href={contentOf(model)}
            download
            aria-label={`${t('download')} ${model.name}`}
          />
          <RowMenu
            label={t('actions', { name: model.name })}
            actions={[{ key: 'delete', words: t('delete'), danger: true, run: () => askToDelete(model, t) }]}
          />
        </>
      ),
    },
  ]
}
