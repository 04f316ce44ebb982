import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { datasetExportEndpoints, type DatasetExport } from '@vermilion/contract/datasets/exports'
import { type Language, say } from '@vermilion/contract/kernel/text'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Ago } from '#ui/moment.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { type FormatOffer, formatOffers } from '@vermilion/contract/formats/offers'
import { SendExport, SentExport } from './send-export.tsx'
import { text } from './text.ts'

/** Milliseconds between polls of an unfinished export. */
const pollInterval = 700

export function Exports({ datasetId }: { datasetId: string }) {
  const t = useText(text)
  const exportsQuery = useQuery({
    ...read(datasetExportEndpoints.listExports, { params: { datasetId } }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status, sent }) => status === 'preparing' || sent?.status === 'sending') === true
        ? pollInterval
        : false,
  })
  const { data: exports = [] } = exportsQuery
  if (exportsQuery.error !== null)
    return <PartialStrip problem={exportsQuery.error} onRetry={() => void exportsQuery.refetch()} />
  if (exports.length === 0) return null
  return (
    <section aria-live="polite">
      <h3 className="heading margin-bottom-6">{t('prepared')}</h3>
      <ul className="stack gap-4" aria-label={t('prepared')}>
        {exports.map((one) => (
          <li className="stack gap-6 align-flex-start padding-12-0 border-top" key={one.id}>
            <Prepared prepared={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeLayout({ format, layout }: DatasetExport, language: Language): string[] {
  const { layouts }: FormatOffer = formatOffers[format]
  const selected = layouts.slice(1).find(({ id }) => id === layout)
  return selected === undefined ? [] : [say(selected.name, language)]
}

const tones: Record<DatasetExport['status'], Tone> = {
  preparing: 'active',
  ready: 'good',
  failed: 'bad',
  stopped: 'neutral',
}

function Prepared({ prepared }: { prepared: DatasetExport }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const [isSending, setSending] = useState(false)
  const {
    id: exportId,
    name,
    format,
    status,
    progress,
    images,
    annotations,
    unavailable,
    unfit,
    size,
    error,
  } = prepared
  const address = addressOf(datasetExportEndpoints.downloadExport, { params: { exportId } })
  return (
    <>
      <div className="wrapping-row gap-4-12">
        <strong className="break-anywhere">{name}</strong>
        <Status tone={tones[status]}>{t(`export-${status}`)}</Status>
        <Ago time={prepared.createdAt} />
      </div>
      <p className="faint">
        {[
          formatOffers[format].name,
          ...describeLayout(prepared, language),
          ...(prepared.firstPixel === null ? [] : [t(`pixels-${prepared.firstPixel}`)]),
          t('counts', { images, annotations }),
          ...(size === 0 ? [] : [formatSize(size)]),
        ].join(' · ')}
      </p>
      {status === 'preparing' && (
        <ProgressBar done={progress?.done ?? 0} total={progress?.total ?? 0} label={t('export-preparing')} />
      )}
      {error !== null && <p className="text-error">{say(error, language)}</p>}
      {unavailable > 0 && <p>{t('unavailable', { count: unavailable })}</p>}
      {unfit > 0 && <p>{t('unfit', { count: unfit })}</p>}
      {prepared.sent !== null && <SentExport sent={prepared.sent} />}
      {status === 'ready' && (
        <div className="wrapping-row gap-6">
          <Button href={address} download={name} icon={<DownloadOutlined aria-hidden />}>
            {t('download')}
          </Button>
          {prepared.sent?.status !== 'sending' && (
            <Button aria-expanded={isSending} onClick={() => setSending(!isSending)}>
              {t('sendToStorage')}
            </Button>
          )}
        </div>
      )}
      {isSending && <SendExport exportId={exportId} onSent={() => setSending(false)} />}
    </>
  )
}
