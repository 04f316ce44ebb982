import { type ListedTrashedFile, trashEndpoints } from '@vermilion/contract/files/trash'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { readPages } from '#lib/query.ts'
import { visibleName } from '#lib/visible-name.ts'
import { PartialStrip, State } from '#ui/feedback/states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { useRowSelection } from '#ui/table/row-selection.ts'
import { runFileOperation } from './actions/action-outcome.ts'
import { dialogText } from './dialogs/dialog-text.ts'
import styles from './dialogs/dialogs.module.css'
import { trashColumns } from './trash-columns.tsx'

const keyOf = ({ id }: ListedTrashedFile) => id

export function DeletedFiles() {
  const t = useText(dialogText)
  const trash = useInfiniteQuery(readPages(trashEndpoints.listAllTrash, { query: { limit: 100 } }))
  const rows = trash.data?.pages.flatMap((page) => page.items)
  const total = trash.data?.pages[0]?.total ?? 0
  const selection = useRowSelection<ListedTrashedFile>('all', keyOf)
  const selected = [...selection.rows.values()]
  const restore = async (files: readonly ListedTrashedFile[]) => {
    for (const [spaceId, some] of Map.groupBy(files, (file) => file.spaceId)) {
      const body = { fileIds: some.map(({ id }) => id) }
      await runFileOperation({
        run: () => call(trashEndpoints.restoreFiles, { params: { spaceId }, body }),
        text: (message, count) => message('restored', { count }),
        count: some.length,
        onBegun: selection.clear,
      })
    }
    void trash.refetch()
  }
  const space = { key: 'space', title: t('space'), width: 180, card: 'line', cell: SpaceLink } as const
  return (
    <>
      {trash.error !== null && rows !== undefined && (
        <PartialStrip problem={trash.error} onRetry={() => void trash.refetch()} />
      )}
      {selected.length > 0 && (
        <p className={`${styles['foot']} row faint gap-12 tabular`}>
          <Button type="primary" onClick={() => void restore(selected)}>
            {t('restoreSelected', { count: selected.length })}
          </Button>
        </p>
      )}
      <DataTable
        label={t('trash')}
        columns={trashColumns(t, (file: ListedTrashedFile) => void restore([file]), [space])}
        rows={rows}
        rowKey={keyOf}
        problem={trash.error}
        failure={t('trashFailed')}
        onRetry={() => void trash.refetch()}
        empty={<State title={t('trashOfAllEmpty')} text={t('trashOfAllEmptyWords')} />}
        choice={{
          rows: selection.rows,
          nameOf: ({ name }) => name,
          onRow: (row, range) => selection.toggle(rows ?? [], row, range),
          onAll: (on) => (on ? selection.add(rows ?? []) : selection.remove(rows ?? [])),
        }}
      />
      {rows !== undefined && rows.length > 0 && (
        <p className={`${styles['foot']} row faint gap-12 tabular`}>
          {t('showing', { from: 1, to: rows.length, total })}
          {trash.hasNextPage && (
            <Button size="small" loading={trash.isFetchingNextPage} onClick={() => void trash.fetchNextPage()}>
              {t('more')}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

function SpaceLink({ spaceId, spaceName }: ListedTrashedFile) {
  return (
    <Link to="/space/list/file/$id" params={{ id: spaceId }} search={{ trash: true }}>
      {visibleName(spaceName)}
    </Link>
  )
}
