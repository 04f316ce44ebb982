import { type DeletedDataset, deletedDatasetEndpoints } from '@vermilion/contract/datasets/deleted'
import { useInfiniteQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { readPages, refresh } from '#lib/query.ts'
import { visibleName } from '#lib/visible-name.ts'
import { DaysLeft } from '#ui/days-left.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { PartialStrip, State } from '#ui/feedback/states.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Ago } from '#ui/moment.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import type { Column } from '#ui/table/column.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { text as datasetText } from '../text.ts'
import { text } from './text.ts'
import { useWorkDescription } from './describe-work.ts'

type Words = Translate<typeof text.en>
const keyOf = ({ id }: DeletedDataset) => id

export function DeletedDatasets() {
  const t = useText(text)
  const trash = useInfiniteQuery(readPages(deletedDatasetEndpoints.listDeletedDatasets, { query: { limit: 50 } }))
  const rows = trash.data?.pages.flatMap(({ items }) => items)
  const total = trash.data?.pages[0]?.total ?? 0
  const columns = useColumns(t)
  return (
    <>
      {trash.error !== null && rows !== undefined && (
        <PartialStrip problem={trash.error} onRetry={() => void trash.refetch()} />
      )}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        problem={trash.error}
        failure={t('failure')}
        onRetry={() => void trash.refetch()}
        empty={<State title={t('empty')} text={t('emptyWords')} />}
      />
      {rows !== undefined && trash.hasNextPage && (
        <p className="row gap-12 padding-12-0 text-secondary">
          {t('showing', { from: 1, to: rows.length, total })}
          <Button size="small" loading={trash.isFetchingNextPage} onClick={() => void trash.fetchNextPage()}>
            {t('more')}
          </Button>
        </p>
      )}
    </>
  )
}

function useColumns(t: Words): Column<DeletedDataset>[] {
  const { what, people } = useWorkDescription()
  const typeWords = useText(datasetText)
  return [
    {
      key: 'name',
      title: t('name'),
      cell: (row) => (
        <CoverName
          covers={row.covers}
          first={visibleName(row.name)}
          second={`${typeWords(row.labelType)} · ${what(row)}`}
        />
      ),
    },
    {
      key: 'people',
      title: t('labeledBy'),
      card: 'line',
      cell: (row) => <span>{people(row) || t('nobody')}</span>,
    },
    {
      key: 'deletedAt',
      title: t('deletedAt'),
      width: 150,
      card: 'line',
      cell: ({ deletedAt, deletedBy }) => (
        <TwoLines first={<Ago time={deletedAt} />} second={t('deletedBy', { name: visibleName(deletedBy) })} />
      ),
    },
    { key: 'left', title: t('left'), width: 130, card: 'line', cell: ({ purgedAt }) => <DaysLeft until={purgedAt} /> },
    {
      key: 'ways',
      title: '',
      width: 140,
      cell: (row) => (
        <span className="row gap-4 justify-end">
          <Button size="small" aria-label={t('restoreOf', { name: row.name })} onClick={() => void restore(row, t)}>
            {t('restore')}
          </Button>
          <RowMenu
            label={t('actions', { name: row.name })}
            actions={[
              {
                key: 'purge',
                text: t('purge'),
                danger: true,
                run: () => askToPurge(row, t, { what: what(row), people: people(row) }),
              },
            ]}
          />
        </span>
      ),
    },
  ]
}

async function restore({ id: datasetId }: Pick<DeletedDataset, 'id'>, t: Words): Promise<void> {
  try {
    // A restored dataset is renamed when its name is in use.
    const { name } = await call(deletedDatasetEndpoints.restoreDataset, { params: { datasetId } })
    notify.success(t('restored', { name }))
  } catch (problem) {
    notify.error(`${t('restoreFailed')}: ${problemWords(problem)}`)
  }
  await refresh('/datasets', '/deleted-datasets')
}

function askToPurge({ id: datasetId, name }: DeletedDataset, t: Words, text: { what: string; people: string }): void {
  confirm({
    title: t('purgeTitle', { name }),
    body: (
      <>
        <p>{t('purgeBody', { what: text.what })}</p>
        {text.people !== '' && (
          <p>
            <strong>{t('work', { people: text.people })}</strong>
          </p>
        )}
      </>
    ),
    action: t('purge'),
    danger: true,
    failure: t('purgeFailed'),
    run: async () => {
      await call(deletedDatasetEndpoints.purgeDataset, { params: { datasetId } })
      notify.success(t('purged'))
      await refresh('/deleted-datasets')
    },
  })
}
