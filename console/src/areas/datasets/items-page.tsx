import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { type DatasetItem } from '@vermilion/contract/dataset-items'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useMemo } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, readPages } from '#lib/query.ts'
import { ThingGate } from '#ui/detail-page.tsx'
import { FilePage } from '#ui/file-page.tsx'
import { pictureViews } from '#ui/file-view.ts'
import { usePageActions } from '#ui/page-actions.ts'
import { placedList } from '#ui/placed.ts'
import { RowMenu } from '#ui/row-menu.tsx'
import { useSelection } from '#ui/selection.ts'
import { State } from '#ui/states.tsx'
import { useDatasetActions } from './dataset-actions.tsx'
import { DatasetStatus } from './dataset-status.tsx'
import { useItemContent } from './item-content.tsx'
import { ItemFilters } from './item-filters.tsx'
import { text } from './text.ts'

const pageSize = 200

const keyOf = ({ id }: DatasetItem) => id

/** The images of a dataset. */
export function DatasetItemsPage() {
  const t = useText(text)
  const { id: datasetId } = useParams({ from: '/shell/data-set/list/file/$id' })
  const dataset = useQuery(read(datasetEndpoints.getDataset, { params: { datasetId } }))
  return (
    <ThingGate source={dataset} nameOf={({ name }) => name} back={<Link to="/data-set/list">{t('toDatasets')}</Link>}>
      {(found) => <DatasetItems dataset={found} />}
    </ThingGate>
  )
}

function DatasetItems({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const { status, label: labelId, view = 'small' } = useSearch({ from: '/shell/data-set/list/file/$id' })
  const navigate = useNavigate({ from: '/data-set/list/file/$id' })
  const params = { datasetId: dataset.id }
  const query = { status, labelId }
  const listed = readPages(datasetEndpoints.listItems, { params, query: { ...query, limit: pageSize } })
  const items = useInfiniteQuery(listed)
  const { actionsOf, drawers } = useDatasetActions(() => void navigate({ to: '/data-set/list' }))
  const { cell, preview } = useItemContent()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = items
  const placed = useMemo(() => {
    const more = () => hasNextPage && !isFetchingNextPage && void fetchNextPage()
    return placedList(data?.pages.flatMap((page) => page.items) ?? [], keyOf, more)
  }, [data, hasNextPage, isFetchingNextPage, fetchNextPage])
  const total = data?.pages[0]?.total ?? 0
  const scope = JSON.stringify([dataset.id, query])
  const selection = useSelection<DatasetItem>({ placed, itemKey: keyOf, scope, total })
  const filtered = status !== undefined || labelId !== undefined

  const open = (itemId: string) =>
    void navigate({
      to: '/data-set/list/file/$id/annotate/$itemId',
      params: { id: dataset.id, itemId },
      search: { status },
    })
  const annotate = async () => {
    const first = async (wanted?: 'to-label') =>
      (await call(datasetEndpoints.listItems, { params, query: { status: wanted, limit: 1 } })).items[0]
    const item = (await first('to-label')) ?? (await first())
    if (item === undefined) return
    await navigate({ to: '/data-set/list/file/$id/annotate/$itemId', params: { id: dataset.id, itemId: item.id } })
  }
  const annotateSelected = () => {
    const { chosen } = selection
    const [first] = chosen.all ? [placed.at(0)] : chosen.items.values()
    if (first !== undefined) open(first.id)
  }
  usePageActions([
    ...(dataset.fileCount === 0
      ? []
      : [{ key: 'annotate', words: t('annotate'), run: () => void annotate(), shortcut: 'a' }]),
    ...actionsOf(dataset),
  ])
  return (
    <FilePage<DatasetItem>
      name={dataset.name}
      count={dataset.fileCount}
      note={<DatasetStatus state={dataset.displayState} />}
      actions={
        <>
          <Button
            onClick={() => void navigate({ to: '/compute/tasks', search: { create: true, dataset: dataset.id } })}
          >
            {t('train')}
          </Button>
          <Button type="primary" disabled={dataset.fileCount === 0} onClick={() => void annotate()}>
            {t('annotate')}
          </Button>
          <RowMenu label={t('actions', { name: dataset.name })} actions={actionsOf(dataset)} />
        </>
      }
      filters={<ItemFilters dataset={dataset} status={status} labelId={labelId} />}
      views={pictureViews}
      view={view}
      onView={(next) => next !== 'table' && void navigate({ search: (now) => ({ ...now, view: next }), replace: true })}
      label={t('items')}
      scope={scope}
      placed={placed}
      total={total}
      itemKey={keyOf}
      nameOf={({ path }) => path}
      cell={cell}
      preview={preview}
      onOpen={({ id }) => {
        open(id)
        return true
      }}
      selection={selection}
      loading={items.isPending && items.error === null}
      problem={items.error}
      onRetry={() => void items.refetch()}
      empty={
        <State
          title={t(filtered ? 'noItemMatches' : 'noItems')}
          words={t(filtered ? 'noItemMatchesWords' : 'noItemsWords')}
        >
          {filtered && (
            <Button onClick={() => void navigate({ search: ({ view: kept }) => ({ view: kept }), replace: true })}>
              {t('allItems')}
            </Button>
          )}
        </State>
      }
      fileActions={[
        {
          key: 'annotate',
          words: t('annotateFirst'),
          icon: <EditOutlined aria-hidden />,
          run: annotateSelected,
        },
      ]}
    >
      {drawers}
    </FilePage>
  )
}
