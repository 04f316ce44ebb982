import { type inferenceReport, modelEndpoints } from '@vermilion/contract/models'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import type { z } from 'zod'
import { formatMeasure, formatNumber, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Figures } from '#ui/page.tsx'
import { CsvButton } from '#ui/csv-button.tsx'
import { Bone, ProblemState, State } from '#ui/states.tsx'
import { ClassList } from './class-list.tsx'
import { markLabels } from './label-marks.ts'
import { ReportBar } from './report-bar.tsx'
import styles from './report.module.css'
import { ResultGallery } from './result-gallery.tsx'
import type { Shown } from './shown.ts'
import { text } from './text.ts'
import { useResults } from './use-results.ts'

type Report = z.output<typeof inferenceReport>

/** From which score on boxes are shown at first, though the task kept weaker ones for its measures. */
const usualThreshold = 0.25

/** What a cloud inference found, measured against the truth where there is one; while it runs, what it found so far. */
export function InferenceReport({ task }: { task: Task }) {
  const t = useText(text)
  const report = useQuery(read(modelEndpoints.inferenceReport, { params: { taskId: task.id } }))
  if (report.data === undefined) {
    return report.error === null ? (
      <ReportBones />
    ) : (
      <ProblemState problem={report.error} onRetry={() => void report.refetch()} />
    )
  }
  const running = task.status === 'queuing' || task.status === 'running'
  if (report.data.images === 0) {
    return <State title={t(running ? 'waiting' : 'noResults')} words={t(running ? 'waitingWords' : 'noResultsWords')} />
  }
  return <ReportBody task={task} report={report.data} running={running} />
}

function ReportBody({ task, report, running }: { task: Task; report: Report; running: boolean }) {
  const t = useText(text)
  const least = Number(task.parameters['confidence'] ?? 0)
  const [shown, setShown] = useState<Shown>({
    view: 'both',
    threshold: Math.max(least, usualThreshold),
    hiddenLabels: new Set(),
    images: 'all',
  })
  const results = useResults(task.id, report.images)
  const labeled = report.measured > 0 || results.items.some(({ truth }) => truth !== null)
  // The bar answers at once, the pictures follow.
  const drawn = useDeferredValue(labeled ? shown : { ...shown, view: 'found' as const })
  const marks = useLabelMarks(report)
  const toggle = (label: string) => {
    const hiddenLabels = new Set(shown.hiddenLabels)
    if (!hiddenLabels.delete(label)) hiddenLabels.add(label)
    setShown({ ...shown, hiddenLabels })
  }
  const only = (label: string) => {
    const others = [...marks.keys()].filter((other) => other !== label)
    setShown({ ...shown, hiddenLabels: new Set(others), images: 'shown' })
  }
  return (
    <div className={styles['report']}>
      <ReportFigures report={report} running={running} />
      <div className={styles['side']}>
        <ModelLine report={report} />
        <ClassList marks={marks} classes={report.classes} hidden={shown.hiddenLabels} onToggle={toggle} onOnly={only} />
        <p className={styles['take']}>
          <CsvButton small name={`${task.name} ${t('perClass')}`} table={() => tableOf(report, t)} />
        </p>
      </div>
      <section className={styles['gallery']}>
        <ReportBar shown={shown} onShown={setShown} labeled={labeled} least={least} />
        <ResultGallery
          results={results}
          labeled={labeled}
          shown={drawn}
          marks={marks}
          onView={(view) => setShown((now) => ({ ...now, view }))}
          onAll={() => setShown((now) => ({ ...now, images: 'all', hiddenLabels: new Set() }))}
        />
      </section>
    </div>
  )
}

/** The labels that the model knows, in its order; of a model that was deleted, those that were measured. */
function useLabelMarks({ modelId, classes }: Report) {
  const query = read(modelEndpoints.getModel, { params: { modelId: modelId ?? '' } })
  const model = useQuery({ ...query, enabled: modelId !== null })
  const known = model.data?.labels
  return useMemo(
    () => markLabels([...new Set([...(known ?? []), ...classes.map(({ label }) => label)])]),
    [known, classes],
  )
}

function ReportFigures({ report, running }: { report: Report; running: boolean }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { images, measured, metrics, latency } = report
  const milliseconds = (amount: number) => t('milliseconds', { amount: amount.toFixed(1) })
  const missing = t(running ? 'whenEnded' : 'notMeasured')
  const note = measured === 0 ? missing : t('measured', { count: measured })
  return (
    <Figures
      figures={[
        { name: t('mAP50'), value: formatMeasure(metrics.mAP50), note },
        { name: t('mAP50to95'), value: formatMeasure(metrics.mAP50to95), note },
        { name: t('precision'), value: formatMeasure(metrics.precision), note },
        { name: t('recall'), value: formatMeasure(metrics.recall), note },
        {
          name: t('latency'),
          value: latency === null ? unknownValue : milliseconds(latency.p50),
          note: latency === null ? missing : t('latencyNote', { p95: milliseconds(latency.p95) }),
        },
        { name: t('images'), value: formatNumber(images, language), note: t(running ? 'soFar' : 'inAll') },
      ]}
    />
  )
}

function tableOf({ images, measured, metrics, latency, classes }: Report, t: Translate<typeof text.en>) {
  const row = ({ precision, recall, mAP50, mAP50to95 }: Report['metrics']) => [precision, recall, mAP50, mAP50to95]
  return [
    [t('class'), t('instances'), t('precision'), t('recall'), t('mAP50'), t('mAP50to95')],
    ...classes.map((one) => [one.label, one.instances, ...row(one)]),
    [t('inAll'), null, ...row(metrics)],
    [],
    [t('images'), images],
    [t('measuredImages'), measured],
    [`${t('latency')} (ms, p50)`, latency?.p50 ?? null],
    [`${t('latency')} (ms, p95)`, latency?.p95 ?? null],
  ]
}

function ModelLine({ report: { modelId, modelName } }: { report: Report }) {
  const t = useText(text)
  return (
    <p className={styles['model']}>
      <span>{t('model')}</span>
      {modelId === null ? (
        <span title={t('modelGone')}>{modelName}</span>
      ) : (
        <Link to="/model/list" search={{ model: modelId }}>
          {modelName}
        </Link>
      )}
    </p>
  )
}

function ReportBones() {
  return (
    <div className={styles['bones']}>
      {Array.from({ length: 6 }, (_, place) => (
        <Bone key={place} height={96} />
      ))}
    </div>
  )
}
