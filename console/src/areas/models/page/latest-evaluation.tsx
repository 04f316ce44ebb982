import {
  type ConfusionCell,
  type EvaluatedFilter,
  evaluationEndpoints,
  measures,
} from '@vermilion/contract/evaluations'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import Button from 'antd/es/button'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { LabelLegend } from '../report/label-legend.tsx'
import { markLabels } from '../report/label-marks.ts'
import { scopeOf, usualPart } from '../report/scope.ts'
import { text } from '../report/text.ts'
import styles from './page.module.css'
import { maxSamples, SamplePredictions } from './sample-predictions.tsx'
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
