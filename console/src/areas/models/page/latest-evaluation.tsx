import {
  type ConfusionCell,
  type EvaluatedFilter,
  evaluationEndpoints,
  measures,
  type EvaluatedImage,
  type Evaluation,
} from '@vermilion/contract/evaluations'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState, type CSSProperties } from 'react'
import Button from 'antd/es/button'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { LabelLegend } from '../report/label-legend.tsx'
import { markLabels, type LabelMarks } from '../report/label-marks.ts'
import { scopeOf, usualPart } from '../report/scope.ts'
import { text } from '../report/text.ts'
import styles from './page.module.css'
import { usualConfidence } from '@vermilion/contract/detection/usual-confidence'
import { fileEndpoints } from '@vermilion/contract/files'
import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import { addressOf } from '#lib/api.ts'
import { visibleName } from '#lib/visible-name.ts'
import { partText } from '../report/part-text.ts'
import { useEvaluatedImages } from '../report/use-evaluated-images.ts'
import { DetectedImage } from '../results/detected-image.tsx'
import { type DisplayOptions, displayedBoxes } from '../results/displayed.ts'
import { pageText } from './text.ts'
import { EvaluatedConfusion } from '../report/evaluated-confusion.tsx'
import { PrecisionRecall } from '../report/curve-panels.tsx'

interface LatestEvaluationProps {
  taskId: string
  curve: ReactNode
  onEvaluation: () => void
}

export function LatestEvaluation({ taskId, curve, onEvaluation }: LatestEvaluationProps) {
  const t = useText(pageText)
  const named = useText(text)
  const evaluations = read(evaluationEndpoints.getEvaluation, { params: { taskId } })
  const { data: evaluation, error, refetch } = useQuery(evaluations)
  const [cell, setCell] = useState<Pick<EvaluatedFilter, 'found' | 'real'>>({})
  const labels = evaluation?.labels
  const marks = useMemo(() => markLabels([...new Set(labels)]), [labels])
  if (evaluation === undefined) {
    return error === null ? <Bone height={260} /> : <ProblemState problem={error} onRetry={() => void refetch()} />
  }
  const part = usualPart(evaluation)
  // The strip shows all images, each with its verdict, when there are too few mistakes to fill it.
  const isEnough = scopeOf(evaluation, part).measured >= maxSamples || cell.found !== undefined
  const choose = ({ found, real }: Pick<ConfusionCell, 'found' | 'real'>) => setCell({ found, real })
  return (
    <>
      <Panel
        title={t('samples')}
        extra={
          <span className="inline-row wrap gap-8-16">
            {cell.found !== undefined && (
              <Button size="small" icon={<CloseOutlined aria-hidden />} iconPlacement="end" onClick={() => setCell({})}>
                {t('ofCell')}
              </Button>
            )}
            <Button size="small" onClick={onEvaluation}>
              {t('allImages')}
            </Button>
          </span>
        }
      >
        <LabelLegend marks={marks} hasTruth />
        <SamplePredictions
          taskId={taskId}
          evaluation={evaluation}
          filter={{ ...cell, part: isEnough ? part : undefined }}
          marks={marks}
          onOpen={onEvaluation}
        />
      </Panel>
      <div className={`${styles['pair']} grid gap-0-16 align-start`}>
        <div className={`${styles['matrix']} all-columns`}>
          <Panel title={named('confusion')}>
            <EvaluatedConfusion taskId={taskId} evaluation={evaluation} part={part} onCell={choose} />
          </Panel>
        </div>
        {measures[evaluation.labelType].hasConfidence && (
          <PrecisionRecall taskId={taskId} name={t('quality')} labels={evaluation.labels} part={part} />
        )}
        {curve}
      </div>
    </>
  )
}

const maxSamples = 8

/** Cells take the aspect of the first image, so that equal images have no margins. */
const ratioOf = ([first]: readonly Pick<EvaluatedImage, 'width' | 'height'>[]) =>
  first === undefined ? 4 / 3 : first.width / first.height

interface SamplePredictionsProps {
  taskId: string
  evaluation: Evaluation
  filter: EvaluatedFilter
  marks: LabelMarks
  onOpen: () => void
}

function SamplePredictions({ taskId, evaluation, filter, marks, onOpen }: SamplePredictionsProps) {
  const texts = useText(partText)
  const results = useEvaluatedImages(taskId, filter, 'path')
  const best = scopeOf(evaluation, usualPart(evaluation)).bestConfidence ?? evaluation.confidence
  const threshold = evaluation.countsByConfidence ? best : usualConfidence
  const display: DisplayOptions = { view: 'both', threshold, hiddenLabels: new Set(), images: 'all' }
  if (results.problem !== null) return <ProblemState problem={results.problem} onRetry={results.retry} />
  if (!results.loaded) return <Bone height={150} />
  return (
    <ul className={`${styles['samples']} grid gap-12`} style={{ '--ratio': ratioOf(results.items) } as CSSProperties}>
      {results.items.slice(0, maxSamples).map((result) => (
        <li key={result.fileId}>
          <button
            className="block full-width padding-0 border-0 radius-8 ground-tertiary clip cursor-pointer"
            style={{ aspectRatio: 'var(--ratio)' }}
            type="button"
            title={visibleName(result.path)}
            onClick={onOpen}
          >
            <DetectedImage
              result={result}
              boxes={displayedBoxes(result, display)}
              view="both"
              marks={marks}
              source={addressOf(fileEndpoints.fileThumbnail, { params: { fileId: result.fileId } })}
            />
          </button>
          <small className="ellipsis block text-tertiary" title={visibleName(result.path)} translate="no">
            {visibleName(result.path.slice(result.path.lastIndexOf('/') + 1))}
          </small>
          {'part' in result && (
            <small className="ellipsis block text-tertiary">{texts(`part-${result.part as TrainingPart}`)}</small>
          )}
        </li>
      ))}
    </ul>
  )
}
