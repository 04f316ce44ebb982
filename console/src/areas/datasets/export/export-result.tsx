import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { DatasetSource } from '@vermilion/contract/datasets/sources'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Modal from 'antd/es/modal'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Figures } from '#ui/page/page.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { text } from './export-text.ts'

const tones: Record<DatasetSource['status'], Tone> = {
  collecting: 'active',
  success: 'good',
  failed: 'bad',
  stopped: 'neutral',
}

export interface Exported {
  datasetId: string
  sourceId: string | null
}

interface ExportResultProps {
  exported: Exported
  count: number | undefined
  onClose: () => void
}

export function ExportResult({ exported: { datasetId, sourceId }, count, onClose }: ExportResultProps) {
  const t = useText(text)
  useFocusBack()
  const navigate = useNavigate()
  const sources = useQuery(read(datasetEndpoints.listSources, { params: { datasetId } }))
  const source = sources.data?.find(({ id }) => sourceId === null || id === sourceId)
  const show = () => {
    onClose()
    void navigate({ to: '/data-set/list/file/$id', params: { id: datasetId } })
  }
  return (
    <Modal
      open
      centered
      width={600}
      title={t('title')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button type="primary" onClick={show}>
            {t('openDataset')}
          </Button>
        </>
      }
    >
      {sources.error !== null && <ProblemState problem={sources.error} onRetry={() => void sources.refetch()} />}
      {sources.error === null &&
        (source === undefined ? <Bone height={96} /> : <Outcome source={source} count={count} />)}
    </Modal>
  )
}

function Outcome({ source, count = 0 }: { source: DatasetSource; count: number | undefined }) {
  const t = useText(text)
  const done = source.taken + source.present + source.notPictures + source.broken
  return (
    <div aria-live="polite" className="stack gap-12">
      <SourceStatus source={source} />
      {source.status === 'collecting' && (
        <>
          <ProgressBar done={done} total={count} label={t('collecting')} />
          <p>{t('goesOn')}</p>
        </>
      )}
      {(source.status === 'failed' || source.status === 'stopped') && <p>{t('keptSoFar')}</p>}
      <SourceFigures source={source} />
    </div>
  )
}

export function SourceStatus({ source: { status } }: { source: DatasetSource }) {
  const t = useText(text)
  return <Status tone={tones[status]}>{t(status)}</Status>
}

export function SourceFigures({ source }: { source: DatasetSource }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const names = [
    'taken',
    'present',
    ...(source.withTruth || source.labeled > 0 ? (['labeled'] as const) : []),
    'notPictures',
    'broken',
    ...(source.hevc > 0 ? (['hevc'] as const) : []),
  ] as const
  return <Figures figures={names.map((name) => ({ name: t(name), value: formatNumber(source[name], language) }))} />
}
