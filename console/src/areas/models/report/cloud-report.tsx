import { usualConfidence } from '@vermilion/contract/detection/usual-confidence'
import {
  type ConfusionCell,
  type EvaluatedFilter,
  type Evaluation,
  evaluationEndpoints,
  measures,
} from '@vermilion/contract/evaluations'
import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import type { InferenceReport } from '@vermilion/contract/models/inference-report'
import { isInferenceModel, modelEndpoints } from '@vermilion/contract/models'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { useMemo, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { ClassList } from './class-list.tsx'
import { classesOf, ReportFigures, tableOf } from './report-figures.tsx'
import { EvaluationState } from './evaluation-state.tsx'
import { markLabels } from './label-marks.ts'
import { PartTable } from './part-table.tsx'
import { partText } from './part-text.ts'
import { ReportActions } from './report-actions.tsx'
import { JudgedImages, type ReportDisplay, PredictedImages } from './report-images.tsx'
import { scopeOf, usualPart } from './scope.ts'
import { SourceLine } from './source-line.tsx'
import { TilesCompared } from '../tiles/tiles-compared.tsx'
import styles from './report.module.css'
import type { DisplayOptions } from '../results/displayed.ts'
import { text } from './text.ts'
import type { EvaluatedOrder } from './use-evaluated-images.ts'
import { EvaluatedConfusion } from './evaluated-confusion.tsx'
import { CurvePanels } from './curve-panels.tsx'

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
    return <State title={t(running ? 'waiting' : 'noResults')} text={t(running ? 'waitingWords' : 'noResultsWords')} />
  }
  if (!running && evaluation.isPending) return <ReportSkeleton />
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
  report: InferenceReport
  evaluation: Evaluation | undefined
  onReadAgain: (() => void) | null
  running: boolean
}

const views = ['images', 'confusion', 'curves'] as const

// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
function ReportBody({ task, report, evaluation, onReadAgain, running }: ReportBodyProps) {
  const t = useText(text)
  const texts = useText(partText)
  const [view, setView] = useState<(typeof views)[number]>('images')
  const [filter, setFilter] = useState<EvaluatedFilter>({})
  const [order, setOrder] = useState<EvaluatedOrder | null>(null)
  const [adding, setAdding] = useState(false)
  const [selectedPart, setSelectedPart] = useState<TrainingPart | 'all'>()
  const model = useQuery({
    ...read(modelEndpoints.getModel, { params: { modelId: report.modelId ?? '' } }),
    enabled: report.modelId !== null,
  })
  const ran = model.data !== undefined && isInferenceModel(model.data) ? model.data : undefined
  const judged = evaluation !== undefined && evaluation.images > 0 ? evaluation : undefined
  const part = selectedPart === 'all' || judged === undefined ? undefined : (selectedPart ?? usualPart(judged))
  const scope = judged && scopeOf(judged, part)
  const labelNames = judged?.labels ?? ran?.labels
  const marks = useMemo(() => markLabels([...new Set(labelNames)]), [labelNames])
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const toggle = (label: string) => setHidden((previous) => previous.symmetricDifference(new Set([label])))
  const only = (label: string) => {
    setView('images')
    if (judged === undefined) setHidden(new Set([...marks.keys()].filter((other) => other !== label)))
    else setFilter({ ...filter, found: undefined, real: undefined, label: judged.labels.indexOf(label) })
  }
  const choose = ({ found, real }: Pick<ConfusionCell, 'found' | 'real'>) => {
    setFilter({ found, real })
    setView('images')
  }
  const figures = { report, evaluation: judged, scope, labelType: judged?.labelType ?? ran?.labelType }
  // Kept here, so that it survives a visit to the curves.
  const options = useReportDisplay(task, hidden, judged)
  const shared = { taskId: task.id, marks, options, onAll: () => setHidden(new Set()) }
  return (
    <div className={`${styles['report']} grid grow min-height-0`}>
      {judged !== undefined && (
        <ReportActions
          taskId={task.id}
          classes={{ name: `${task.name} ${t('perClass')}`, table: () => tableOf(figures, t, texts) }}
          onAdd={() => {
            setView('images')
            setAdding(true)
          }}
        />
      )}
      <ReportFigures {...figures} running={running} />
      <div className={`${styles['side']} row-2 min-height-0 padding-bottom-24 scroll column-2`}>
        <SourceLine report={report} />
        {judged !== undefined && (
          <PartTable
            evaluation={judged}
            part={part}
            onPart={(next) => setSelectedPart(next ?? 'all')}
            trainingId={ran?.taskId}
          />
        )}
        {judged !== undefined && scope !== undefined && report.tiles !== null && (
          <TilesCompared tiles={report.tiles} evaluation={judged} scope={scope} />
        )}
        {onReadAgain !== null && (
          <State title={t('evaluationUnread')} text={t('evaluationUnreadWords')}>
            <Button onClick={onReadAgain}>{t('readAgain')}</Button>
          </State>
        )}
        {!running && onReadAgain === null && (
          <EvaluationState
            marks={marks}
            taskId={task.id}
            evaluation={evaluation}
            scope={scope}
            onThreshold={(threshold) => options.setDisplay((now) => ({ ...now, threshold }))}
          />
        )}
        <ClassList
          marks={marks}
          {...classesOf(judged, scope, figures.labelType)}
          hidden={hidden}
          onToggle={toggle}
          onOnly={only}
        />
      </div>
      <section className={`${styles['gallery']} grid row-2 min-height-0`}>
        {judged !== undefined && judged.measured > 0 && (
          <Segmented
            className={`${styles['views']} margin-bottom-12`}
            value={view}
            onChange={setView}
            options={views
              .filter((key) => key !== 'curves' || measures[judged.labelType].hasConfidence)
              .map((value) => ({ value, label: t(`view-${value}`) }))}
            aria-label={t('reportViews')}
          />
        )}
        {judged !== undefined && view === 'confusion' && (
          <EvaluatedConfusion taskId={task.id} evaluation={judged} part={part} onCell={choose} />
        )}
        {judged !== undefined && view === 'curves' && (
          <CurvePanels taskId={task.id} name={task.name} labels={judged.labels} part={part} />
        )}
        {judged !== undefined && view === 'images' && (
          <JudgedImages
            {...shared}
            evaluation={judged}
            filter={{ ...filter, part }}
            onFilter={setFilter}
            order={order ?? (judged.measured > 0 ? '-badness' : 'path')}
            onOrder={setOrder}
            adding={adding}
            onAdded={() => setAdding(false)}
          />
        )}
        {judged === undefined && <PredictedImages {...shared} report={report} />}
      </section>
    </div>
  )
}

type DisplayPreferences = Omit<DisplayOptions, 'hiddenLabels' | 'threshold'> & { threshold: number | null }

/** A single confidence threshold for the whole report; pictures start with the one that mistakes are counted at. */
function useReportDisplay(
  task: Task,
  hiddenLabels: ReadonlySet<string>,
  evaluation: Evaluation | undefined,
): ReportDisplay {
  const minScore = Number(task.parameters['confidence'] ?? 0)
  const [preferences, setPreferences] = useState<DisplayPreferences>({ view: 'both', threshold: null, images: 'all' })
  const usual = evaluation?.countsByConfidence === true ? evaluation.confidence : Math.max(minScore, usualConfidence)
  const withThreshold = (now: DisplayPreferences) => ({ ...now, threshold: now.threshold ?? usual })
  return {
    minScore,
    display: { ...withThreshold(preferences), hiddenLabels },
    setDisplay: (change) => setPreferences((now) => change(withThreshold(now))),
  }
}

function ReportSkeleton() {
  return (
    <div className="grid gap-12" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))' }}>
      {Array.from({ length: 6 }, (_, index) => (
        <Bone key={index} height={96} />
      ))}
    </div>
  )
}
