import { accountEndpoints } from '@vermilion/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '#lib/i18n.ts'
import { useConnection } from '#lib/events/connection.ts'
import { loadCode } from '#lib/loading/load-code.ts'
import { read } from '#lib/query.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { notify } from '#ui/feedback/notify.tsx'
import type { ItemSync } from './sync/item-sync.ts'
import { hasJournal } from './sync/journal.ts'
import { openedStudio, whenOpened } from './sync/opened.ts'
import { unsavedText } from './unsaved-text.ts'

/** Mounted in the shell, to run on every page; it loads the journal's code only when this browser has a journal. */
export function useUnsavedWork(): void {
  const t = useText(unsavedText)
  const router = useRouter()
  const { data: account } = useQuery({ ...read(accountEndpoints.me, {}), select: ({ id }) => id })
  const connection = useConnection((state) => state.connection)

  const report = useEffectEvent(({ datasetId, itemId, state }: ItemSync) => {
    // The image's own page asks about it.
    if (router.state.location.pathname.endsWith(`/annotate/${itemId}`)) return
    if (state().kind !== 'conflict') return notify.error(t('strandedRefused'))
    const open = () =>
      router.navigate({ to: '/data-set/list/file/$id/annotate/$itemId', params: { id: datasetId, itemId } })
    confirm({
      title: t('strandedConflict'),
      body: t('strandedConflictWords'),
      action: t('openImage'),
      decline: t('later'),
      run: open,
    })
  })
  const replayed = useEffectEvent((count: number) => notify.success(t('replayed', { count })))

  useEffect(() => {
    if (account === undefined) return
    let forget = (): void => undefined
    let unmounted = false
    const callOff = whenOpened(account, (studio) => (forget = studio.onStranded(report)))
    void (async () => {
      if (!(await hasJournal(account)) || unmounted) return
      const { studioOf } = await loadCode(() => import('./sync/studio-of.ts'))
      const studio = await studioOf(account)
      if (unmounted) return
      const { saved, conflicts } = await studio.replay()
      if (saved > 0) replayed(saved)
      if (conflicts[0]) report(conflicts[0])
    })()
    return () => {
      unmounted = true
      callOff()
      forget()
    }
  }, [account])

  useEffect(() => {
    if (account !== undefined && connection === 'connected') openedStudio(account)?.retry()
  }, [account, connection])
}
