import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import { useState } from 'react'
import { isActive, useLiveWork, useWork, WorkList } from '#areas/work'
import { useText } from '#lib/i18n.ts'
import { uploads } from '#lib/upload/upload.ts'
import { ProblemState } from '#ui/feedback/states.tsx'
import { useUnseen } from './unseen-work.ts'
import { text } from '../text.ts'
import { Tray } from './tray.tsx'
import styles from './work-tray.module.css'

/** What runs, wherever the user is and in whichever tab it was begun; and how it ended, until that was seen. */
export function WorkTray() {
  const t = useText(text)
  const [open, setOpen] = useState(false)
  const { data = [], error, refetch } = useWork()
  const { unseen, shown: isOpen, see } = useUnseen(data, open)
  // Stopped elsewhere: this tab sends no more of it.
  useLiveWork((workId, work) => {
    if (work?.kind === 'upload' && work.status === 'stopped') uploads.cancelBatch(workId.replace(/^upload\./, ''))
  })
  const count = data.filter(isActive).length
  const failed = unseen.some(({ status }) => status === 'failed')
  const change = (next: boolean) => {
    setOpen(next)
    if (!next) see()
  }
  const label = [
    count > 0 ? t('workCount', { count }) : t('work'),
    ...(unseen.length > 0 ? [t(failed ? 'workFailed' : 'workEnded', { count: unseen.length })] : []),
  ].join(' · ')
  return (
    <Tray
      title={t('work')}
      label={label}
      icon={
        <>
          {count > 0 ? (
            <LoadingOutlined aria-hidden className={styles['busy']} />
          ) : (
            <UnorderedListOutlined aria-hidden />
          )}
          {count > 0 && <span className={styles['count']}>{count}</span>}
          {unseen.length > 0 && <span className={styles['unseen']} data-failed={failed} />}
        </>
      }
      open={open}
      onOpenChange={change}
    >
      {error !== null && data.length === 0 ? (
        <ProblemState problem={error} onRetry={() => void refetch()} />
      ) : (
        <WorkList works={isOpen} onVisit={() => change(false)} />
      )}
    </Tray>
  )
}
