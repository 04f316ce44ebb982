import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import { alertCountEndpoints } from '@vermilion/contract/monitoring/alert-count'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NoticePanel, useNotices } from '#areas/datasets'
import { AlertPanel } from '#areas/monitoring'
import { isActive, useLiveWork, useWork, WorkList } from '#areas/work'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { uploads } from '#lib/upload/upload.ts'
import { ProblemState } from '#ui/feedback/states.tsx'
import { useOverlay } from '#ui/overlay/overlay.ts'
import { text } from '../text.ts'
import styles from './notifications.module.css'
import { Tray } from './tray.tsx'
import { useUnseen } from './unseen-work.ts'

/** The badge counts new alerts, images that others assigned or returned, and finished work nobody has opened yet. */
export function Notifications() {
  const t = useText(text)
  const { current, show } = useOverlay()
  const open = current === 'notifications'
  const { data = [], error, refetch } = useWork()
  const { data: alerts } = useQuery(read(alertCountEndpoints.countAlerts, {}))
  const { unseen, shown, see } = useUnseen(data, open)
  // A batch stopped in another tab stops here as well.
  useLiveWork((workId, work) => {
    if (work?.kind === 'upload' && work.status === 'stopped') uploads.cancelBatch(workId.replace(/^upload\./, ''))
  })
  const notices = useNotices()
  const running = data.filter(isActive).length
  const attention = alerts?.attention ?? 0
  const hasFailed = unseen.some(({ status }) => status === 'failed')
  const close = () => {
    show(null)
    see()
    void notices.see()
  }
  const isUnread = error !== null && data.length === 0
  // Empty sections share one line. A section that is still loading has its own.
  const nothing = [
    ...(notices.items?.length === 0 ? (['noNotices'] as const) : []),
    ...(alerts?.attention === 0 ? (['noAlerts'] as const) : []),
    ...(!isUnread && !shown.some(({ endedAt }) => endedAt === null) ? (['noWork'] as const) : []),
  ]
  const label = [
    t('notifications'),
    ...(attention > 0 ? [t('alertCount', { count: attention })] : []),
    ...(notices.unseen > 0 ? [t('noticeCount', { count: notices.unseen })] : []),
    ...(running > 0 ? [t('workCount', { count: running })] : []),
    ...(unseen.length > 0 ? [t(hasFailed ? 'workFailed' : 'workEnded', { count: unseen.length })] : []),
  ].join(' · ')
  return (
    <Tray
      title={t('notifications')}
      label={label}
      icon={
        <>
          <BellOutlined aria-hidden />
          <Mark
            count={attention + unseen.length + notices.unseen}
            tone={hasFailed || (alerts?.critical ?? 0) > 0 ? 'bad' : attention > 0 ? 'warning' : 'good'}
          />
          {running > 0 && (
            <span className={`${styles['running']} inline-row gap-4 text-ink font-13 weight-600 tabular`}>
              <LoadingOutlined aria-hidden />
              {running}
            </span>
          )}
        </>
      }
      extra={
        <>
          <Link className="font-13" to="/compute/tasks" onClick={close}>
            {t('allTasks')}
          </Link>
          <Link className="font-13" to="/resource" search={{ tab: 'alerts' }} onClick={close}>
            {t('allAlerts')}
          </Link>
        </>
      }
      open={open}
      onOpenChange={(next) => (next ? show('notifications') : close())}
    >
      {nothing.length > 0 && <p className="note padding-4-0-8">{nothing.map((key) => t(key)).join(' · ')}</p>}
      {open && <NoticePanel onVisit={close} />}
      {open && <AlertPanel onVisit={close} />}
      {isUnread && <ProblemState problem={error} onRetry={() => void refetch()} />}
      {shown.length > 0 && (
        <section className={`${styles['work']} border-top`} aria-label={t('work')}>
          {running > 0 && <h3>{t('work')}</h3>}
          <WorkList works={shown} onVisit={close} />
        </section>
      )}
      {!isUnread && shown.length === 0 && <p className="note padding-4-0-8">{t('noWorkWords')}</p>}
    </Tray>
  )
}

function Mark({ count, tone }: { count: number; tone: 'good' | 'warning' | 'bad' }) {
  if (count === 0) return null
  return (
    <span className={`${styles['mark']} absolute padding-0-4 radius-8 text-white font-11 tabular`} data-tone={tone}>
      {count > 99 ? '99+' : count}
    </span>
  )
}
