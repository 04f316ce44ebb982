import { accountEndpoints, type Session } from '@vermilion/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { Ago } from '#ui/moment.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { Panel } from '#ui/page/page.tsx'
import { ProblemState } from '#ui/feedback/states.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { accountText } from './account-text.ts'
import styles from './account.module.css'
import { RowBones } from './row-skeleton.tsx'

type Words = Translate<typeof accountText.en>

const { listSessions, revokeSession, revokeOtherSessions } = accountEndpoints

export function SessionsPanel() {
  const t = useText(accountText)
  const sessions = useQuery(read(listSessions, {}))
  const items = sessions.data?.items
  const others = (items?.length ?? 1) - 1
  return (
    <Panel
      title={t('sessions')}
      extra={
        others > 0 && (
          <Button size="small" onClick={() => askToRevokeOthers(others, t)}>
            {t('revokeOthers')}
          </Button>
        )
      }
    >
      <p className={`${styles['words']} text-secondary`}>{t('sessionsWords')}</p>
      {items === undefined && sessions.error !== null ? (
        <ProblemState problem={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <ul className={styles['rows']} aria-label={t('sessions')} aria-busy={items === undefined}>
          {items === undefined ? <RowBones count={2} /> : items.map((item) => <Row key={item.id} session={item} />)}
        </ul>
      )}
    </Panel>
  )
}

function Row({ session }: { session: Session }) {
  const t = useText(accountText)
  const name = nameOf(session, t)
  return (
    <li className="row gap-16 border-top">
      <div className="grow min-width-0">
        <div className="wrapping-row gap-2-10 weight-500 break-anywhere">
          {name}
          {session.current && <Tag>{t('thisSession')}</Tag>}
        </div>
        <div className="faint flex wrap gap-0-16 tabular">
          <span>{session.address ?? t('unknownAddress')}</span>
          <span>
            {t('lastUsed')} <Ago time={session.usedAt} />
          </span>
          <span>
            {t('signedIn')} <Ago time={session.createdAt} />
          </span>
        </div>
      </div>
      {!session.current && (
        <Button size="small" onClick={() => askToRevoke(session, name, t)} aria-label={t('revokeNamed', { name })}>
          {t('revoke')}
        </Button>
      )}
    </li>
  )
}

function nameOf({ program, system }: Session, t: Words): string {
  if (program === 'vermilion') return t('commandLine')
  if (program !== null && system !== null) return t('clientOn', { program, system })
  return program ?? system ?? t('unknownClient')
}

function askToRevoke({ id }: Session, name: string, t: Words): void {
  confirm({
    title: t('revokeSessionTitle', { name }),
    body: t('revokeSessionBody'),
    action: t('revoke'),
    danger: true,
    run: () => call(revokeSession, { params: { sessionId: id } }),
    done: t('sessionRevoked'),
    stale: [listSessions.path],
  })
}

function askToRevokeOthers(count: number, t: Words): void {
  confirm({
    title: t('revokeOthersTitle', { count }),
    body: t('revokeOthersBody'),
    action: t('revokeOthers'),
    danger: true,
    run: async () => {
      const { endedSessions } = await call(revokeOtherSessions, {})
      notify.success(t('sessionsRevoked', { count: endedSessions }))
      void refresh(listSessions.path)
    },
  })
}
