import { type DatasetItem, datasetEndpoints } from '@vermilion/contract/datasets'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, readPages } from '#lib/query.ts'
import { FilterRow, Page, PageHeading } from '#ui/page.tsx'
import { usePageActions } from '#ui/page-actions.ts'
import { RowMenu } from '#ui/row-menu.tsx'
import { ProblemState, State } from '#ui/states.tsx'
import { usePageTrail } from '#ui/trail.ts'
import { WindowedGrid } from '#ui/windowed-grid.tsx'
import { useDatasetActions } from './dataset-actions.tsx'
import { DatasetStatus } from './dataset-status.tsx'
import styles from './datasets.module.css'
import { ItemCell } from './item-cell.tsx'
import { text } from './text.ts'

const pageSize = 200

/** The images of a dataset. */
export function DatasetItemsPage() {
  const t = useText(text)
  const { id: datasetId } = useParams({ from: '/shell/data-set/list/file/$id' })
  const { status } = useSearch({ from: '/shell/data-set/list/file/$id' })
  const navigate = useNavigate({ from: '/data-set/list/file/$id' })
  const dataset = useQuery(read(datasetEndpoints.getDataset, { params: { datasetId } }))
  const query = { status, limit: pageSize }
  const items = useInfiniteQuery(readPages(datasetEndpoints.listItems, { params: { datasetId }, query }))
  const { actionsOf, drawers } = useDatasetActions(() => void navigate({ to: '/data-set/list' }))
  usePageTrail({ words: dataset.data?.name ?? '…' })

  const annotate = async () => {
    const first = async (wanted?: 'to-label') =>
      (await call(datasetEndpoints.listItems, { params: { datasetId }, query: { status: wanted, limit: 1 } })).items[0]
    const item = (await first('to-label')) ?? (await first())
    if (item === undefined) return
    await navigate({ to: '/data-set/list/file/$id/annotate/$itemId', params: { id: datasetId, itemId: item.id } })
  }

  usePageActions(
    dataset.data === undefined
      ? []
      : [
          ...(dataset.data.fileCount === 0
            ? []
            : [{ key: 'annotate', words: t('annotate'), run: () => void annotate(), shortcut: 'a' }]),
          ...actionsOf(dataset.data),
        ],
  )

  if (dataset.error !== null) return <ProblemState problem={dataset.error} onRetry={() => void dataset.refetch()} />
  const all = items.data?.pages.flatMap((page) => page.items) ?? []
  const { fileCount = 0, labeledCount = 0 } = dataset.data ?? {}
  return (
    <Page full>
      <PageHeading
        title={dataset.data?.name ?? '…'}
        count={dataset.data?.fileCount}
        note={dataset.data !== undefined && <DatasetStatus state={dataset.data.displayState} />}
      >
        {dataset.data !== undefined && (
          <RowMenu label={t('actions', { name: dataset.data.name })} actions={actionsOf(dataset.data)} />
        )}
        <Button onClick={() => void navigate({ to: '/compute/tasks', search: { create: true, dataset: datasetId } })}>
          {t('train')}
        </Button>
        <Button type="primary" disabled={fileCount === 0} onClick={() => void annotate()}>
          {t('annotate')}
        </Button>
      </PageHeading>
      <FilterRow>
        <Segmented<'all' | 'to-label' | 'labeled'>
          aria-label={t('items')}
          value={status ?? 'all'}
          onChange={(value) =>
            void navigate({ search: { status: value === 'all' ? undefined : value }, replace: true })
          }
          options={[
            { value: 'all', label: `${t('all')} ${fileCount}` },
            { value: 'to-label', label: `${t('unlabeledOnly')} ${fileCount - labeledCount}` },
            { value: 'labeled', label: `${t('labeledOnly')} ${labeledCount}` },
          ]}
        />
        <ul className={styles['legend']} aria-label={t('labels')}>
          {dataset.data?.labels.map(({ id, name, colour }) => (
            <li key={id}>
              <i style={{ background: colour }} />
              {name}
            </li>
          ))}
        </ul>
      </FilterRow>
      {items.isError ? (
        <ProblemState problem={items.error} onRetry={() => void items.refetch()} />
      ) : (
        <WindowedGrid<DatasetItem>
          items={all}
          itemKey={({ id }) => id}
          label={t('items')}
          cellWidth={148}
          extraHeight={26}
          onEnd={() => items.hasNextPage && !items.isFetchingNextPage && void items.fetchNextPage()}
          before={!items.isPending && all.length === 0 && <State title={t('noItems')} words={t('noItemsWords')} />}
          render={(item) => <ItemCell item={item} status={status} />}
        />
      )}
      {drawers}
    </Page>
  )
}
