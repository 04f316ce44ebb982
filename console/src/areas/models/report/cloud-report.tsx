import {
  type ConfusionCell,
  type EvaluatedFilter,
  type Evaluation,
  evaluationEndpoints,
  measures,
} from '@vermilion/contract/evaluations'
import { isInferenceModel, modelEndpoints } from '@vermilion/contract/models'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { useDeferredValue, useMemo, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { read } from '#lib/query.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { ClassList } from './class-list.tsx'
import { classesOf, type Report, ReportFigures, tableOf } from './report-figures.tsx'
import { EvaluationState } from './evaluation-state.tsx'
import { EvaluatedBar } from './evaluated-bar.tsx'
import { markLabels } from './label-marks.ts'
import { ReportBar } from './report-bar.tsx'
import styles from './report.module.css'
import { ResultGallery } from '../results/result-gallery.tsx'
import type { DisplayOptions } from '../results/displayed.ts'
import { text } from './text.ts'
import { type EvaluatedOrder, useEvaluatedImages } from './use-evaluated-images.ts'
import { useResults } from '../results/use-results.ts'

const AddToDataset = lazyPart(async () => (await import('./add-to-dataset.tsx')).AddToDataset)
const ConfusionMatrix = lazyPart(async () => (await import('./confusion-matrix.tsx')).ConfusionMatrix)
const CurvePanels = lazyPart(async () => (await import('./curve-panels.tsx')).CurvePanels)

/** From which score on boxes are shown at first, though the task kept weaker ones for its measures. */
const usualThreshold = 0.25

/** What a cloud inference found, measured against the truth where there is one; while it runs, what it found so far. */
export function CloudReport({ task }: { task: Task }) {
  const t = useText(text)
  const running = task.status === 'queuing' || task.status === 'running'
  const params = { taskId: task.id }
  const report = useQuery(read(modelEndpoints.inferenceReport, { params }))
  const evaluation = useQuery({ ...read(evaluationEndpoints.getEvaluation, { params }), enabled: !running })
  if (report.data === undefined) {
    return report.error === null ? (
      <ReportSkeleton />
    ) : (
      <ProblemState problem={report.error} onRetry={() => void report.refetch()} />
    )
  }
  if (report.data.images === 0) {
    return <State title={t(running ? 'waiting' : 'noResults')} words={t(running ? 'waitingWords' : 'noResultsWords')} />
  }
  if (!running && evaluation.isPending) return <ReportSkeleton />
  // Nobody has evaluated it: that is no failure.
  const unread = evaluation.data === undefined && ![undefined, 'evaluation.missing'].includes(evaluation.error?.error)
  return (
    <ReportBody
      task={task}
      report={report.data}
      evaluation={evaluation.data}
      onReadAgain={unread ? () => void evaluation.refetch() : null}
      running={running}
    />
  )
}

interface ReportBodyProps {
  task: Task
  report: Report
  /** Undefined while the task runs, and for one that nobody has evaluated. */
  evaluation: Evaluation | undefined
  /** Where the evaluation could not be read. */
  onReadAgain: (() => void) | null
  running: boolean
}

const views = ['images', 'confusion', 'curves'] as const

// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
function ReportBody({ task, report, evaluation, onReadAgain, running }: ReportBodyProps) {
  const t = useText(text)
  const [view, setView] = useState<(typeof views)[number]>('images')
  const [filter, setFilter] = useState<EvaluatedFilter>({})
  const [order, setOrder] = useState<EvaluatedOrder | null>(null)
  const model = useQuery({
    ...read(modelEndpoints.getModel, { params: { modelId: report.modelId ?? '' } }),
    enabled: report.modelId !== null,
  })
  const ran = model.data !== undefined && isInferenceModel(model.data) ? model.data : undefined
  const judged = evaluation !== undefined && evaluation.images > 0 ? evaluation : undefined
  const labelNames = judged?.labels ?? ran?.labels
  const marks = useMemo(() => markLabels([...new Set(labelNames)]), [labelNames])
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const toggle = (label: string) => setHidden((previous) => previous.symmetricDifference(new Set([label])))
  const only = (label: string) => {
    setView('images')
    if (judged === undefined) setHidden(new Set([...marks.keys()].filter((other) => other !== label)))
    else setFilter({ ...filter, found: undefined, real: undefined, label: judged.labels.indexOf(label) })
  }
  const choose = ({ found, real }: ConfusionCell) => {
    setFilter({ found, real })
    setView('images')
  }
  const figures = { report, evaluation: judged, labelType: judged?.labelType ?? ran?.labelType }
  // Here, so that a look at the curves loses none of it.
  const look = useDisplayOptions(task, hidden)
  const shared = { task, marks, look, onAll: () => setHidden(new Set()) }
  return (
    <div className={styles['report']}>
      <ReportFigures {...figures} running={running} />
      <div className={styles['side']}>
        <ModelLine report={report} />
        {onReadAgain !== null && (
          <State title={t('evaluationUnread')} words={t('evaluationUnreadWords')}>
            <Button onClick={onReadAgain}>{t('readAgain')}</Button>
          </State>
        )}
        {!running && onReadAgain === null && <EvaluationState taskId={task.id} evaluation={evaluation} />}
        <ClassList
          marks={marks}
          {...classesOf(judged, figures.labelType)}
          hidden={hidden}
          onToggle={toggle}
          onOnly={only}
        />
        <p className={styles['take']}>
          <CsvButton small name={`${task.name} ${t('perClass')}`} table={() => tableOf(figures, t)} />
        </p>
      </div>
      <section className={styles['gallery']}>
        {judged !== undefined && judged.measured > 0 && (
          <Segmented
            className={styles['views'] ?? ''}
            value={view}
            onChange={setView}
            options={views
              .filter((key) => key !== 'curves' || measures[judged.labelType].hasConfidence)
              .map((value) => ({ value, label: t(`view-${value}`) }))}
            aria-label={t('reportViews')}
          />
        )}
        {judged !== undefined && view === 'confusion' && (
          <ConfusionMatrix taskId={task.id} labels={judged.labels} onCell={choose} />
        )}
        {judged !== undefined && view === 'curves' && (
          <CurvePanels taskId={task.id} name={task.name} labels={judged.labels} />
        )}
        {judged !== undefined && view === 'images' && (
          <JudgedImages
            {...shared}
            evaluation={judged}
            filter={filter}
            onFilter={setFilter}
            order={order ?? (judged.measured > 0 ? '-badness' : 'path')}
            onOrder={setOrder}
          />
        )}
        {judged === undefined && <PredictedImages {...shared} report={report} />}
      </section>
    </div>
  )
}

interface ImagesProps {
  task: Task
  marks: ReturnType<typeof markLabels>
  look: ReturnType<typeof useDisplayOptions>
  /** Hides no label any more. */
  onAll: () => void
}

function useDisplayOptions(task: Task, hiddenLabels: ReadonlySet<string>) {
  const least = Number(task.parameters['confidence'] ?? 0)
  const [displayOptions, setDisplayOptions] = useState<Omit<DisplayOptions, 'hiddenLabels'>>({
    view: 'both',
    threshold: Math.max(least, usualThreshold),
    images: 'all',
  })
  return { least, display: { ...displayOptions, hiddenLabels }, setDisplay: setDisplayOptions }
}

/** The images so far, in their order. */
function PredictedImages({ task, report, marks, look, onAll }: ImagesProps & { report: Report }) {
  const { least, display, setDisplay } = look
  const results = useResults(task.id, report.images)
  const labeled = report.measured > 0 || results.items.some(({ truth }) => truth !== null)
  // The bar answers at once, the pictures follow.
  const drawn = useDeferredValue(labeled ? display : { ...display, view: 'found' as const })
  return (
    <>
      <ReportBar display={display} onDisplay={setDisplay} labeled={labeled} least={least} />
      <ResultGallery
        results={results}
        labeled={labeled}
        display={drawn}
        marks={marks}
        onView={(view) => setDisplay((now) => ({ ...now, view }))}
        onAll={() => {
          setDisplay((now) => ({ ...now, images: 'all' }))
          onAll()
        }}
      />
    </>
  )
}

interface JudgedImagesProps extends ImagesProps {
  evaluation: Evaluation
  filter: EvaluatedFilter
  onFilter: (filter: EvaluatedFilter) => void
  order: EvaluatedOrder
  onOrder: (order: EvaluatedOrder) => void
}

/** The judged images, the worst first. */
function JudgedImages(props: JudgedImagesProps) {
  const { task, marks, look, onAll, evaluation, filter, onFilter, order, onOrder } = props
  const { least, display, setDisplay } = look
  const labeled = evaluation.measured > 0
  const [adding, setAdding] = useState(false)
  const results = useEvaluatedImages(task.id, filter, order)
  const drawn = useDeferredValue(labeled ? display : { ...display, view: 'found' as const })
  const bar = { labels: evaluation.labels, display, onDisplay: setDisplay, filter, onFilter, order, onOrder }
  return (
    <>
      <EvaluatedBar {...bar} taskId={task.id} labeled={labeled} least={least} onAdd={() => setAdding(true)} />
      <ResultGallery
        key={`${order} ${JSON.stringify(filter)}`}
        results={results}
        labeled={labeled}
        display={drawn}
        marks={marks}
        counted={measures[evaluation.labelType].counted}
        onView={(view) => setDisplay((now) => ({ ...now, view }))}
        onAll={() => {
          onFilter({})
          onAll()
        }}
      />
      {adding && (
        <AddToDataset
          taskId={task.id}
          filter={filter}
          images={results.total}
          threshold={display.threshold}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
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

function ReportSkeleton() {
  return (
    <div className={styles['bones']}>
      {Array.from({ length: 6 }, (_, index) => (
        <Bone key={index} height={96} />
      ))}
    </div>
  )
}
