import { type DeletedSpace, deletedSpaceEndpoints } from '@vermilion/contract/spaces/deleted'
import { isInPlace } from '@vermilion/contract/spaces'
import { useInfiniteQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { readPages, refresh } from '#lib/query.ts'
import { visibleName } from '#lib/visible-name.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { DaysLeft } from '#ui/days-left.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Ago } from '#ui/moment.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { touched } from './delete-space.tsx'
import { text } from './deleted-text.ts'

export function DeletedSpaces({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  useFocusBack()
  return (
    <Drawer open title={t('title')} size={560} onClose={onClose}>
      <DeletedSpaceList />
    </Drawer>
  )
}

export function DeletedSpaceList() {
  const t = useText(text)
  const deletedSpaces = useInfiniteQuery(readPages(deletedSpaceEndpoints.listDeletedSpaces, { query: { limit: 50 } }))
  const spaces = deletedSpaces.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      {spaces?.length !== 0 && <p className="margin-bottom-12 text-secondary">{t('words')}</p>}
      {spaces === undefined && deletedSpaces.error === null && <Bone height={120} />}
      {spaces === undefined && deletedSpaces.error !== null && (
        <ProblemState
          problem={deletedSpaces.error}
          failure={t('failure')}
          onRetry={() => void deletedSpaces.refetch()}
        />
      )}
      {spaces?.length === 0 && <State title={t('empty')} text={t('emptyWords')} />}
      {spaces !== undefined && spaces.length > 0 && (
        <ul className="margin-0-0-12" aria-label={t('title')}>
          {spaces.map((space) => (
            <Row key={space.id} space={space} />
          ))}
        </ul>
      )}
      {deletedSpaces.hasNextPage && (
        <Button loading={deletedSpaces.isFetchingNextPage} onClick={() => void deletedSpaces.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

function Row({ space }: { space: DeletedSpace }) {
  const t = useText(text)
  const { name, path, fileCount, totalSize, deletedAt, deletedBy, purgedAt } = space
  return (
    <li className="wrapping-row gap-8-16 justify-between padding-12-0 border-bottom">
      <div className="min-width-0 break-anywhere" style={{ flex: '1 1 220px' }}>
        <strong>{visibleName(name)}</strong> <code>{visibleName(path)}</code>
        <span className="note block">{t('inside', { count: fileCount, size: formatSize(totalSize) })}</span>
        <span className="note block">
          {t('deletedBy', { name: visibleName(deletedBy) })} · <Ago time={deletedAt} /> · <DaysLeft until={purgedAt} />
        </span>
      </div>
      <div className="row gap-4">
        <Button size="small" aria-label={t('restoreOf', { name })} onClick={() => void restore(space, t)}>
          {t('restore')}
        </Button>
        <RowMenu
          label={t('actions', { name })}
          actions={[{ key: 'purge', text: t('purge'), danger: true, run: () => askToPurge(space, t) }]}
        />
      </div>
    </li>
  )
}

async function restore({ id }: DeletedSpace, t: Translate<typeof text.en>): Promise<void> {
  try {
    // A restored data space is renamed when its name is in use.
    const { name } = await call(deletedSpaceEndpoints.restoreSpace, { params: { spaceId: id } })
    notify.success(t('restored', { name }))
  } catch (problem) {
    notify.error(`${t('restoreFailed')}: ${problemWords(problem)}`)
  }
  await refresh(...touched)
}

function askToPurge({ id, name, path, fileCount, totalSize }: DeletedSpace, t: Translate<typeof text.en>): void {
  confirm({
    title: t('purgeTitle', { name }),
    body: isInPlace({ path })
      ? t('purgeInPlace', { path })
      : t('purgeManaged', { count: fileCount, size: formatSize(totalSize) }),
    action: t('purge'),
    danger: true,
    failure: t('purgeFailed'),
    run: async () => {
      await call(deletedSpaceEndpoints.purgeSpace, { params: { spaceId: id } })
      notify.success(t('purged'))
      await refresh(...touched)
    },
  })
}
