import { datasetImportEndpoints, type ImportStatus } from '@vermilion/contract/datasets/imports'
import { useQuery } from '@tanstack/react-query'
import Drawer from 'antd/es/drawer'
import { type ComponentType, useEffect, useEffectEvent, useRef } from 'react'
import { useStoredState } from '#lib/drafts.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Bone, isMissing, ProblemState } from '#ui/feedback/states.tsx'
import type { DatasetPartProps } from '../dataset-part.ts'
import { call } from '#lib/api.ts'
import { ProgressBar, ProgressText } from '#ui/feedback/progress.tsx'
import { ImportPlan } from './import-plan.tsx'
import { say } from '@vermilion/contract/kernel/text'
import Button from 'antd/es/button'
import { formatNumber } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { Figures } from '#ui/page/page.tsx'
import { attempt } from '#ui/feedback/use-action.ts'
import { ImportProblems } from './import-problems.tsx'
import { ImportState } from './import-state.tsx'
import { ImportSource } from './import-source.tsx'
import type { ImportStepProps } from './import-step.ts'
import { text } from './text.ts'
import styles from './transfer.module.css'

const steps: Record<ImportStatus, ComponentType<ImportStepProps>> = {
  reading: ImportCourse,
  ready: ImportPlan,
  importing: ImportCourse,
  success: ImportResult,
  failed: ImportResult,
  stopped: ImportResult,
}

/** Milliseconds between polls of an import under way. */
const pollInterval = 700
const isUnderWay = (status: ImportStatus | undefined) => status === 'reading' || status === 'importing'

export function ImportWizard({ dataset, onSettled, onClose }: DatasetPartProps) {
  const t = useText(text)
  useFocusBack()
  const [importId, setImportId, forget] = useStoredState<string>(`import-into:${dataset.id}`)
  const close = () => {
    setImportId(null)
    onClose()
  }
  return (
    <Drawer open title={t('importInto', { name: dataset.name })} size={720} onClose={close} mask={{ closable: false }}>
      {importId === null ? (
        <ImportSource dataset={dataset} onBegun={setImportId} />
      ) : (
        <ImportRun
          dataset={dataset}
          importId={importId}
          onSettled={() => {
            forget()
            onSettled?.()
          }}
          onBegun={setImportId}
          onAnother={() => setImportId(null)}
          onClose={close}
        />
      )}
    </Drawer>
  )
}

type ImportRunProps = Omit<ImportStepProps, 'run'> & { importId: string; onSettled: () => void }

function ImportRun({ importId, onSettled, ...props }: ImportRunProps) {
  const run = useQuery({
    ...read(datasetImportEndpoints.getImport, { params: { importId } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? pollInterval : false),
  })
  const status = run.data?.status
  const previousStatus = useRef(status)
  useEffect(() => {
    // Imported images and labels are in the dataset now.
    if (previousStatus.current === 'importing' && status !== 'importing') void refresh('/datasets', '/items')
    previousStatus.current = status
  }, [status])
  const settled = useEffectEvent(onSettled)
  const hasEnded = status === 'success' || status === 'failed' || status === 'stopped'
  useEffect(() => {
    if (hasEnded) settled()
  }, [hasEnded])
  if (run.data === undefined) {
    if (run.error === null) return <Bone height={160} />
    return (
      <ProblemState problem={run.error} onRetry={isMissing(run.error) ? props.onAnother : () => void run.refetch()} />
    )
  }
  const Step = steps[run.data.status]
  return <Step {...props} run={run.data} />
}

const counted = ['images', 'annotations', 'added', 'kept'] as const

function ImportResult({ run, onAnother, onClose }: ImportStepProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { id, name, status, done, error, problemCount } = run
  return (
    <div className={`${styles['step']} stack gap-16`}>
      <strong>{name}</strong>
      <ImportState status={status} />
      {error !== null && (
        <p role="alert" className="text-error">
          {say(error, language)}
        </p>
      )}
      <Figures figures={counted.map((one) => ({ name: t(`done-${one}`), value: formatNumber(done[one], language) }))} />
      {done.labels.length > 0 && <p>{t('labelsAdded', { names: done.labels.join(', ') })}</p>}
      <ImportProblems importId={id} count={problemCount} />
      <div className="wrapping-row gap-8">
        <Button type="primary" onClick={onClose}>
          {t('done')}
        </Button>
        <Button onClick={onAnother}>{t('another')}</Button>
      </div>
    </div>
  )
}

function ImportCourse({ run }: ImportStepProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { id: importId, name, status, progress, done, findings } = run
  const stop = () =>
    attempt(async () => {
      await call(datasetImportEndpoints.stopImport, { params: { importId } })
      await refresh('/imports')
    })
  const counts = status === 'importing' ? done : findings
  return (
    <div className={`${styles['step']} stack gap-16`} aria-live="polite">
      <strong>{name}</strong>
      <ImportState status={status} />
      <ProgressBar done={progress?.done ?? 0} total={progress?.total ?? 0} label={t(`import-${status}`)} />
      <p>
        {progress !== null && <ProgressText progress={progress} />}{' '}
        {t('soFar', {
          images: formatNumber(counts.images, language),
          annotations: formatNumber(counts.annotations, language),
        })}
      </p>
      <p className="faint">{t('goesOn')}</p>
      <Button className={styles['go'] ?? ''} onClick={() => void stop()}>
        {t('stop')}
      </Button>
    </div>
  )
}
