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
import { ImportCourse } from './import-course.tsx'
import { ImportPlan } from './import-plan.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportSource } from './import-source.tsx'
import type { ImportStepProps } from './import-step.ts'
import { text } from './text.ts'

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
