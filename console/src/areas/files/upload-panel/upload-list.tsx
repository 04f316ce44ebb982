import Button from 'antd/es/button'
import { useMemo, useState } from 'react'
import { formatDuration, formatSize, formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useLeftUploads } from '#lib/upload/unfinished-uploads.ts'
import { uploads, useUploads, useUploadWait } from '#lib/upload/upload.ts'
import { sumUploads } from '#lib/upload/upload-totals.ts'
import type { Upload } from '#lib/upload/upload-state.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import styles from './upload-panel.module.css'
import { rowHeight, UploadRow } from './upload-row.tsx'
import { say } from '@vermilion/contract/kernel/text'
import { type Unpacking, uploadEndpoints } from '@vermilion/contract/files/uploads'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { uploadText } from '../upload/upload-text.ts'
import { WindowedList } from '../upload/windowed-list.tsx'

const order = ['failed', 'sending', 'paused', 'waiting', 'done'] as const

export function UploadList() {
  const t = useText(uploadText)
  const all = useUploads((state) => state.uploads)
  const isDone = all.every(({ status }) => status === 'done')
  // Folds when all is done; the user's choice holds until then, or until more is uploaded.
  const [choice, setChoice] = useState({ open: true, isDone: false })
  const open = choice.isDone === isDone ? choice.open : !isDone
  const anyLeft = useLeftUploads(({ batches }) => batches.length > 0)
  const ordered = useMemo(() => {
    const byStatus = Map.groupBy(all, ({ status }) => status)
    return order.flatMap((status) => byStatus.get(status) ?? [])
  }, [all])
  return (
    <section className={`${styles['panel']} fixed radius-10 ground-raised shadow`} aria-label={t('uploads')}>
      {anyLeft && <UnfinishedUploads />}
      {all.length > 0 && <Head all={all} open={open} onOpen={(next) => setChoice({ open: next, isDone })} />}
      <Unpackings uploads={all} />
      {open && all.length > 0 && (
        <div className="border-top" style={{ margin: '8px -14px 0', padding: '4px 14px 0' }}>
          <WindowedList<Upload>
            items={ordered}
            itemKey={({ id }) => id}
            rowHeight={rowHeight}
            label={t('files')}
            render={(upload) => <UploadRow upload={upload} />}
          />
        </div>
      )}
    </section>
  )
}

function Head({ all, open, onOpen }: { all: readonly Upload[]; open: boolean; onOpen: (open: boolean) => void }) {
  const t = useText(uploadText)
  const speed = useUploads((state) => state.speed)
  const { since, problem } = useUploadWait()
  const zone = useSystem((system) => system.zone)
  const sum = useMemo(() => sumUploads(all), [all])
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
    <>
      <header className="row gap-6 margin-bottom-10">
        <button type="button" onClick={() => onOpen(!open)} aria-expanded={open}>
          {left === 0 ? t('done', { count: sum.done }) : t('doing', { done: sum.done, total: sum.total })}
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
        {sum.paused > 0 && (
          <Button size="small" onClick={() => uploads.resume()}>
            {t('resume')}
          </Button>
        )}
        <Button size="small" type="text" onClick={left === 0 ? () => uploads.clear() : cancelAll}>
          {t(left === 0 ? 'dismiss' : 'cancel')}
        </Button>
      </header>
      {since !== null && sum.active > 0 && (
        <output className="margin-bottom-10 break-anywhere">
          {t('storeAway', { time: formatTime(since, zone), problem })}
        </output>
      )}
      <ProgressBar done={sum.sent} total={Math.max(1, sum.size)} label={t('uploads')} />
      <p className={`${styles['sums']} faint flex wrap gap-2-12 justify-between tabular`} aria-live="polite">
        <span>
          {formatSize(sum.sent)} / {formatSize(sum.size)}
        </span>
        {sum.active > 0 && speed > 0 && (
          <span>
            {t('speed', { speed: formatSize(speed) })} ·{' '}
            {t('timeLeft', { time: formatDuration(((sum.size - sum.sent) / speed) * 1000) })}
          </span>
        )}
        {sum.failed > 0 && <span className="text-error-text">{t('failedCount', { count: sum.failed })}</span>}
        {sum.skipped > 0 && <span>{t('skippedCount', { count: sum.skipped })}</span>}
        {sum.equal > 0 && <span>{t('equalCount', { count: sum.equal })}</span>}
      </p>
    </>
  )
}

function Unpackings({ uploads }: { uploads: readonly Upload[] }) {
  const sent = uploads.filter(({ unpack, status }) => unpack && status === 'done')
  return [...Map.groupBy(sent, ({ spaceId }) => spaceId)].map(([spaceId, archives]) => (
    <OfSpace key={spaceId} spaceId={spaceId} paths={archives.map(({ path }) => path)} />
  ))
}

function OfSpace({ spaceId, paths }: { spaceId: string; paths: readonly string[] }) {
  const listed = useQuery({
    ...read(uploadEndpoints.listUnpackings, { params: { spaceId } }),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'running') === false ? false : 1_000),
  })
  const unpackings = paths.flatMap((path) => listed.data?.find((one) => one.path === path) ?? [])
  return unpackings.map((unpacking) => <OneUnpacking key={unpacking.id} unpacking={unpacking} />)
}

function OneUnpacking({ unpacking }: { unpacking: Unpacking }) {
  const t = useText(uploadText)
  const language = useSystem((system) => system.lang)
  const { path, state, taken, skipped, skips, error } = unpacking
  const problem = error === null ? '' : say(error, language)
  const message = {
    running: t('unpacking', { path }),
    success: t('unpacked', { path, count: taken }),
    failed: t('unpackFailed', { path, problem }),
    stopped: t('unpackStopped', { path }),
  }[state]
  return (
    <div className="margin-top-8 font-13">
      <output className={state === 'failed' ? 'text-error-text' : undefined}>{message}</output>
      {skipped > 0 && (
        <details>
          <summary>{t('unpackSkipped', { count: skipped })}</summary>
          <ul className="hint margin-top-4 padding-left-16 scroll break-anywhere" style={{ maxHeight: 140 }}>
            {skips.map((skip, index) => (
              <li key={index}>
                {skip.path}: {say(skip.reason, language)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
