import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { type Dataset, type DatasetItem, datasetEndpoints } from '@vermilion/contract/datasets'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, readPages } from '#lib/query.ts'
import { ThingGate } from '#ui/detail-page.tsx'
import { FilePage } from '#ui/file-page.tsx'
import { usePageActions } from '#ui/page-actions.ts'
import { RowMenu } from '#ui/row-menu.tsx'
import { State } from '#ui/states.tsx'
import { useDatasetActions } from './dataset-actions.tsx'
import { DatasetStatus } from './dataset-status.tsx'
import { useItemContent } from './item-content.tsx'
import { ItemFilters } from './item-filters.tsx'
import { text } from './text.ts'

const pageSize = 200

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
  const loaded = items.data?.pages.flatMap((page) => page.items) ?? []
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
  const all = async () => {
    const ids: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const asked = { ...query, limit: maximumPageSize, cursor }
      const page = await call(datasetEndpoints.listItems, { params, query: asked })
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    return ids
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
      view={view}
      onView={(next) => void navigate({ search: (now) => ({ ...now, view: next }), replace: true })}
      label={t('items')}
      items={loaded}
      itemKey={({ id }) => id}
      cell={cell}
      preview={preview}
      onOpen={({ id }) => open(id)}
      total={items.data?.pages[0]?.total ?? 0}
      all={all}
      onEnd={() => items.hasNextPage && !items.isFetchingNextPage && void items.fetchNextPage()}
      loading={items.isPending && items.error === null}
      problem={items.error}
      onRetry={() => void items.refetch()}
      before={
        !items.isPending &&
        loaded.length === 0 && (
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
        )
      }
      fileActions={[
        {
          key: 'annotate',
          words: t('annotateFirst'),
          icon: <EditOutlined aria-hidden />,
          run: ([first]) => first !== undefined && open(first),
        },
      ]}
    >
      {drawers}
    </FilePage>
  )
}
