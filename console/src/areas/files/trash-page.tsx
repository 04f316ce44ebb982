import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import type { Space } from '@vermilion/contract/spaces'
import { type TrashedFile, trashEndpoints } from '@vermilion/contract/files/trash'
import { useInfiniteQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { readPages } from '#lib/query.ts'
import { visibleName } from '#lib/visible-name.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { useRowSelection } from '#ui/table/row-selection.ts'
import { PartialStrip, State } from '#ui/feedback/states.tsx'
import { dialogText } from './dialogs/dialog-text.ts'
import styles from './dialogs/dialogs.module.css'
import { trashColumns } from './trash-columns.tsx'
import { call } from '#lib/api.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { SpaceLink } from '#ui/page/thing-links.tsx'
import { runFileOperation, runFileOperationOrThrow } from './actions/action-outcome.ts'

const keyOf = ({ id }: TrashedFile) => id

export function TrashPage({ space }: { space: Space }) {
  const t = useText(dialogText)
  usePageTrail({ text: space.name, to: `/space/list/file/${space.id}` }, { text: t('trash') })
  const params = { spaceId: space.id }
  const trash = useInfiniteQuery(readPages(trashEndpoints.listTrash, { params, query: { limit: 100 } }))
  const rows = trash.data?.pages.flatMap((page) => page.items)
  const total = trash.data?.pages[0]?.total ?? 0
  const selection = useRowSelection<TrashedFile>(space.id, keyOf)
  const { restoreSome, restoreAll, empty } = useTrashActions(space.id, { total, onBegun: selection.clear })
  const columns = trashColumns(t, (file: TrashedFile) => void restoreSome([file]))
  const selectedEntries = [...selection.rows.values()]
  return (
    <Page full="list">
      <PageHeading
        title={`${t('trash')} · ${visibleName(space.name)}`}
        count={trash.data === undefined ? undefined : total}
      >
        {selectedEntries.length > 0 ? (
          <Button type="primary" onClick={() => void restoreSome(selectedEntries)}>
            {t('restoreSelected', { count: selectedEntries.length })}
          </Button>
        ) : (
          total > 0 && <Button onClick={() => void restoreAll()}>{t('restoreAll')}</Button>
        )}
        {total > 0 && (
          <Button danger icon={<DeleteOutlined aria-hidden />} onClick={empty}>
            {t('empty')}
          </Button>
        )}
      </PageHeading>
      <div className="stack grow gap-10 min-height-0" style={{ paddingBottom: 20 }}>
        <p className={`${styles['foot']} row faint gap-12 tabular`}>
          <SpaceLink id={space.id}>{t('toFiles')}</SpaceLink>
          {total > 0 && <span>{t('trashWords')}</span>}
        </p>
        {trash.error !== null && rows !== undefined && (
          <PartialStrip problem={trash.error} onRetry={() => void trash.refetch()} />
        )}
        <DataTable
          label={t('trash')}
          scrolls
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          problem={trash.error}
          onRetry={() => void trash.refetch()}
          empty={<State title={t('trashEmpty')} text={t('trashEmptyWords')} />}
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
      </div>
    </Page>
  )
}

function useTrashActions(spaceId: string, { total, onBegun }: { total: number; onBegun: () => void }) {
  const t = useText(dialogText)
  const params = { spaceId }
  const restore = (body: { fileIds: string[] } | { all: true }, count: number) =>
    runFileOperation({
      run: () => call(trashEndpoints.restoreFiles, { params, body }),
      text: (message, files) => message('restored', { count: files }),
      count,
      onBegun,
    })
  return {
    restoreSome: (files: readonly TrashedFile[]) => restore({ fileIds: files.map(({ id }) => id) }, files.length),
    restoreAll: () => restore({ all: true }, total),
    empty: () =>
      confirm({
        title: t('emptyTitle', { count: total }),
        body: t('emptyBody'),
        action: t('empty'),
        decline: t('keep'),
        danger: true,
        run: () =>
          runFileOperationOrThrow({
            run: () => call(trashEndpoints.emptyTrash, { params }),
            text: () => t('emptied'),
            count: total,
          }),
      }),
  }
}
