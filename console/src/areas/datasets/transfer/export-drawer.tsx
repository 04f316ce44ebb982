import { datasetEndpoints } from '@vermilion/contract/datasets'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { datasetExportEndpoints, type DatasetExport } from '@vermilion/contract/dataset-exports'
import { type TransferFormat, transferFormats } from '@vermilion/contract/dataset-imports'
import { say } from '@vermilion/contract/kernel/text'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Select from 'antd/es/select'
import Checkbox from 'antd/es/checkbox'
import { useState } from 'react'
import { addressOf, call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { useFocusBack } from '#ui/focus-back.ts'
import { Ago } from '#ui/moment.tsx'
import { problemWords } from '#ui/problem.ts'
import { ProgressBar } from '#ui/progress.tsx'
import { PartialStrip } from '#ui/states.tsx'
import { Status, type Tone } from '#ui/status.tsx'
import type { DatasetPartProps } from '../dataset-part.ts'
import { formatNames } from './format-names.ts'
import { text } from './text.ts'
import styles from './transfer.module.css'

/** Milliseconds between two looks at an export that is being prepared. */
const lookAgain = 700
const now = 'now'

/** Prepares the dataset, or a version of it, in a format, and lets it be downloaded. */
export function ExportDrawer({ dataset, versionId, onClose }: DatasetPartProps & { versionId?: string }) {
  const t = useText(text)
  useFocusBack()
  const params = { datasetId: dataset.id }
  const [format, setFormat] = useState<TransferFormat>(dataset.format)
  const [images, setImages] = useState(true)
  const [version, setVersion] = useState(versionId ?? now)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const versions = useQuery(read(datasetEndpoints.listVersions, { params, query: { limit: 100 } }))
  const ready = versions.data?.items.filter(({ status }) => status === 'success') ?? []
  const prepare = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const body = { format, images, ...(version === now ? {} : { versionId: version }) }
      await call(datasetExportEndpoints.createExport, { params, body })
      await refresh('/datasets/:datasetId/exports')
    } catch (caught) {
      setProblem(problemWords(caught))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Drawer open title={t('exportOf', { name: dataset.name })} size={560} onClose={onClose}>
      <div className={styles['step']}>
        <p>{t('exportWords')}</p>
        <div className={styles['field']}>
          <span aria-hidden>{t('format')}</span>
          <Select<TransferFormat>
            aria-label={t('format')}
            value={format}
            onChange={setFormat}
            options={transferFormats.map((one) => ({ value: one, label: formatNames[one] }))}
          />
        </div>
        <div className={styles['field']}>
          <span aria-hidden>{t('what')}</span>
          <Select<string>
            aria-label={t('what')}
            // An id says nothing to anybody: until the names are here there is nothing chosen to be seen.
            value={version === now || versions.data !== undefined ? version : ''}
            loading={versions.isPending}
            onChange={setVersion}
            options={[
              { value: now, label: t('asItIsNow') },
              ...ready.map(({ id, number, name }) => ({
                value: id,
                label: t('numbered', { number: `${number}`, name }),
              })),
            ]}
          />
        </div>
        {versions.error !== null && <PartialStrip problem={versions.error} onRetry={() => void versions.refetch()} />}
        <Checkbox checked={images} onChange={({ target }) => setImages(target.checked)}>
          {t('withImages')}
        </Checkbox>
        <Button type="primary" className={styles['go'] ?? ''} loading={busy} onClick={() => void prepare()}>
          {t('prepare')}
        </Button>
        {problem !== null && (
          <p role="alert" className={styles['problem']}>
            {problem}
          </p>
        )}
        <Exports datasetId={dataset.id} />
      </div>
    </Drawer>
  )
}

function Exports({ datasetId }: { datasetId: string }) {
  const t = useText(text)
  const asked = useQuery({
    ...read(datasetExportEndpoints.listExports, { params: { datasetId } }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'preparing') === true ? lookAgain : false,
  })
  const { data: exports = [] } = asked
  if (asked.error !== null) return <PartialStrip problem={asked.error} onRetry={() => void asked.refetch()} />
  if (exports.length === 0) return null
  return (
    <section aria-live="polite">
      <h3 className={styles['subtitle']}>{t('prepared')}</h3>
      <ul className={styles['exports']} aria-label={t('prepared')}>
        {exports.map((one) => (
          <li key={one.id}>
            <Prepared prepared={one} />
          </li>
        ))}
      </ul>
    </section>
  )
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
      <div className={styles['line']}>
        <strong>{name}</strong>
        <Status tone={tones[status]}>{t(`export-${status}`)}</Status>
        <Ago time={prepared.createdAt} />
      </div>
      <p className={styles['quiet']}>
        {[formatNames[format], t('counts', { images, annotations }), ...(size === 0 ? [] : [formatSize(size)])].join(
          ' · ',
        )}
      </p>
      {status === 'preparing' && (
        <ProgressBar done={progress?.done ?? 0} total={progress?.total ?? 0} label={t('export-preparing')} />
      )}
      {error !== null && <p className={styles['problem']}>{say(error, language)}</p>}
      {unavailable > 0 && <p>{t('unavailable', { count: unavailable })}</p>}
      {unfit > 0 && <p>{t('unfit', { count: unfit })}</p>}
      {status === 'ready' && (
        <Button href={address} download={name} icon={<DownloadOutlined aria-hidden />}>
          {t('download')}
        </Button>
      )}
    </>
  )
}
