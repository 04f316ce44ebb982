import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { type EvaluatedFilter, type Evaluation, measures } from '@vermilion/contract/evaluations'
import type { InferenceReport } from '@vermilion/contract/models/inference-report'
import { useDeferredValue } from 'react'
import { EvaluatedBar, Tools } from './evaluated-bar.tsx'
import { LabelLegend } from './label-legend.tsx'
import type { LabelMarks } from './label-marks.ts'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'
import { Threshold, useMinScoreNote } from './threshold.tsx'
import { ViewSwitch } from './view-switch.tsx'
import { ResultGallery } from '../results/result-gallery.tsx'
import { type DisplayOptions, type ImageChoice, imageChoices } from '../results/displayed.ts'
import { type EvaluatedOrder, useEvaluatedImages } from './use-evaluated-images.ts'
import { useResults } from '../results/use-results.ts'
import styles from './report.module.css'

const AddToDataset = lazyPart(async () => (await import('./add-to-dataset.tsx')).AddToDataset)

export interface ReportDisplay {
  minScore: number
  display: DisplayOptions
  setDisplay: (change: (now: Omit<DisplayOptions, 'hiddenLabels'>) => Omit<DisplayOptions, 'hiddenLabels'>) => void
}

interface ImagesProps {
  taskId: string
  marks: LabelMarks
  options: ReportDisplay
  onAll: () => void
}

export function PredictedImages({ taskId, report, marks, options, onAll }: ImagesProps & { report: InferenceReport }) {
  const { minScore, display, setDisplay } = options
  const results = useResults(taskId, report.images)
  const labeled = report.measured > 0 || results.items.some(({ truth }) => truth !== null)
  const drawn = useDeferredValue(labeled ? display : { ...display, view: 'found' as const })
  return (
    <>
      <ReportBar display={display} onDisplay={(next) => setDisplay(() => next)} labeled={labeled} minScore={minScore} />
      <div className={`${styles['key']} flex wrap gap-0-16 justify-between`}>
        <LabelLegend marks={marks} hasTruth={drawn.view === 'both'} />
      </div>
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
  adding: boolean
  onAdded: () => void
}

export function JudgedImages(props: JudgedImagesProps) {
  const { taskId, marks, options, onAll, evaluation, filter, onFilter, order, onOrder, adding, onAdded } = props
  const { minScore, display, setDisplay } = options
  const labeled = evaluation.measured > 0
  const results = useEvaluatedImages(taskId, filter, order)
  const drawn = useDeferredValue(labeled ? display : { ...display, view: 'found' as const })
  const onDisplay = (next: DisplayOptions) => setDisplay(() => next)
  const bar = { labels: evaluation.labels, display, onDisplay, filter, onFilter, order, onOrder }
  return (
    <>
      <EvaluatedBar
        {...bar}
        taskId={taskId}
        labeled={labeled}
        minScore={minScore}
        counted={labeled && evaluation.countsByConfidence ? evaluation.confidence : null}
        total={results.total}
      />
      <div className={`${styles['key']} flex wrap gap-0-16 justify-between`} data-told>
        <LabelLegend marks={marks} hasTruth={drawn.view === 'both'} />
      </div>
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
          taskId={taskId}
          filter={filter}
          images={results.total}
          threshold={display.threshold}
          minScore={minScore}
          onClose={onAdded}
        />
      )}
    </>
  )
}

interface ReportBarProps {
  display: DisplayOptions
  onDisplay: (display: DisplayOptions) => void
  labeled: boolean
  minScore: number
}

function ReportBar({ display, onDisplay, labeled, minScore }: ReportBarProps) {
  const t = useText(text)
  const scoreNote = useMinScoreNote(minScore)
  return (
    <Tools>
      {labeled && <ViewSwitch view={display.view} onView={(view) => onDisplay({ ...display, view })} />}
      <Select<ImageChoice>
        aria-label={t('imagesShown')}
        style={{ minWidth: 190 }}
        value={display.images}
        onChange={(images) => onDisplay({ ...display, images })}
        options={imageChoices
          .filter((choice) => labeled || choice === 'all' || choice === 'shown')
          .map((choice) => ({ value: choice, label: t(`images-${choice}`) }))}
      />
      <Threshold display={display} onDisplay={onDisplay} minScore={minScore} note={scoreNote} />
    </Tools>
  )
}
