import { displayName } from '@vermilion/contract/devices/file-paths'
import Button from 'antd/es/button'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import styles from '../files.module.css'
import { filesText } from '../text.ts'
import { clearUploads, retryFailedUploads, useDeviceUploads } from './device-uploads.ts'

const maxNamed = 50

export function DeviceUploadPanel({ deviceId }: { deviceId: string }) {
  const t = useText(filesText)
  const all = useDeviceUploads(({ rows }) => rows)
  const rows = all.filter((row) => row.deviceId === deviceId)
  if (rows.length === 0) return null
  const done = rows.filter(({ status }) => status === 'done').length
  const failed = rows.filter(({ status }) => status === 'failed')
  const isOver = done + failed.length === rows.length
  const sent = rows.reduce((sum, row) => sum + row.sent, 0)
  const total = rows.reduce((sum, { size }) => sum + size, 0)
  return (
    <section className={`${styles['panel']} panel grid rigid gap-6 padding-10-14`} aria-label={t('uploading')}>
      <header className="row gap-12">
        <strong>{isOver ? t('uploaded', { count: done }) : t('uploading')}</strong>
        <output className="grow text-secondary">
          {t('uploadedOf', {
            done: String(done),
            count: rows.length,
            size: `${formatSize(sent)} / ${formatSize(total)}`,
          })}
        </output>
        {failed.length > 0 && (
          <Button size="small" onClick={retryFailedUploads}>
            {t('retry')}
          </Button>
        )}
        <Button size="small" onClick={clearUploads}>
          {t(isOver ? 'close' : 'cancel')}
        </Button>
      </header>
      {!isOver && <ProgressBar done={sent} total={total} label={t('uploading')} />}
      {failed.length > 0 && (
        <>
          <strong>{t('failedCount', { count: failed.length })}</strong>
          <ul className="scroll text-error-text" style={{ maxHeight: 120, padding: '0 0 0 16px' }}>
            {failed.slice(0, maxNamed).map(({ id, path, problem }) => (
              <li key={id}>
                {displayName(path)}: {problem}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
