import { useState } from 'react'
import Button from 'antd/es/button'
import { formatDuration, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { uploads, useUploads } from '#lib/upload.ts'
import { sumUploads, type Upload } from '#lib/uploads.ts'
import { confirm } from '#ui/confirm.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { text } from './text.ts'
import styles from './upload-panel.module.css'

/** Rows that the panel lists: what runs or failed comes before what waits. */
const listed = 60
const order = { failed: 0, sending: 1, paused: 2, waiting: 3, done: 4 } as const

/** All uploads of this tab: sums above, files below. */
export function UploadPanel() {
  const t = useText(text)
  const [open, setOpen] = useState(true)
  const all = useUploads((state) => state.uploads)
  const speed = useUploads((state) => state.speed)
  if (all.length === 0) return null
  const sum = sumUploads(all)
  const left = sum.total - sum.done
  const cancelAll = () =>
    confirm({
      title: t('cancelTitle'),
      body: t('cancelBody', { count: left }),
      action: t('cancelAll'),
      decline: t('keepUploading'),
      danger: true,
      run: () => {
        uploads.cancel()
        uploads.clear()
      },
    })
  return (
    <section className={styles['panel']} aria-label={t('uploads')}>
      <header>
        <button type="button" onClick={() => setOpen(!open)} aria-expanded={open}>
          {left === 0 ? t('uploadDone', { count: sum.done }) : t('uploading', { done: sum.done, total: sum.total })}
        </button>
        {sum.failed > 0 && (
          <Button size="small" onClick={() => uploads.retry()}>
            {t('retry')}
          </Button>
        )}
        {sum.active > 0 && (
          <Button size="small" onClick={() => uploads.pause()}>
            {t('pause')}
          </Button>
        )}
        {sum.active === 0 && sum.paused > 0 && (
          <Button size="small" onClick={() => uploads.resume()}>
            {t('resume')}
          </Button>
        )}
        <Button size="small" type="text" onClick={left === 0 ? () => uploads.clear() : cancelAll}>
          {t(left === 0 ? 'dismiss' : 'cancel')}
        </Button>
      </header>
      <ProgressBar done={sum.sent} total={Math.max(1, sum.size)} label={t('uploads')} />
      <p className={styles['sums']} aria-live="polite">
        <span>
          {formatSize(sum.sent)} / {formatSize(sum.size)}
        </span>
        {sum.active > 0 && speed > 0 && (
          <span>
            {t('uploadSpeed', { speed: formatSize(speed) })} ·{' '}
            {t('timeLeft', { time: formatDuration(((sum.size - sum.sent) / speed) * 1000) })}
          </span>
        )}
        {sum.failed > 0 && <span className={styles['failed']}>{t('failedCount', { count: sum.failed })}</span>}
      </p>
      {open && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also when no row has a button
        <ul className={styles['list']} tabIndex={0} aria-label={t('files')}>
          {all
            .toSorted((a, b) => order[a.status] - order[b.status])
            .slice(0, listed)
            .map((upload) => (
              <Row key={upload.id} upload={upload} />
            ))}
        </ul>
      )}
    </section>
  )
}

function Row({ upload }: { upload: Upload }) {
  const t = useText(text)
  const { id, path, size, sent, status, problem } = upload
  return (
    <li>
      <span className={styles['path']} title={path}>
        {path}
      </span>
      <span className={status === 'failed' ? styles['failed'] : styles['state']} title={problem}>
        {status === 'sending' && size > 0 ? `${Math.min(99, Math.floor((sent / size) * 100))} %` : t(status)}
      </span>
      {status === 'failed' && (
        <button type="button" onClick={() => uploads.retry([id])}>
          {t('retry')}
        </button>
      )}
      {status !== 'done' && (
        <button type="button" onClick={() => uploads.cancel([id])}>
          {t('cancel')}
        </button>
      )}
      {problem !== '' && <span className={styles['problem']}>{problem}</span>}
    </li>
  )
}
