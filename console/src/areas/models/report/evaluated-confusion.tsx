import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import { background, type ConfusionCell, type Evaluation, evaluationEndpoints } from '@vermilion/contract/evaluations'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ConfusionMatrix } from '#ui/chart/confusion/confusion-matrix.tsx'
import { QueryState } from '#ui/feedback/states.tsx'
import { partText } from './part-text.ts'
import { PartDescription } from './part-description.tsx'
import { scopeOf } from './scope.ts'
import { text } from './text.ts'

interface EvaluatedConfusionProps {
  taskId: string
  evaluation: Evaluation
  part: TrainingPart | undefined
  onCell: (cell: Pick<ConfusionCell, 'found' | 'real'>) => void
}

export function EvaluatedConfusion({ taskId, evaluation, part, onCell }: EvaluatedConfusionProps) {
  const t = useText(text)
  const texts = useText(partText)
  const confusion = useQuery(read(evaluationEndpoints.evaluationConfusion, { params: { taskId }, query: { part } }))
  if (confusion.error !== null || confusion.data === undefined) return <QueryState query={confusion} height={240} />
  const { labels, countsByConfidence, confidence } = evaluation
  const { onlyPart, measured, learned } = scopeOf(evaluation, part)
  return (
    <ConfusionMatrix
      cells={confusion.data.cells}
      name={(index) => (index === background ? t('background') : (labels[index] ?? '?'))}
      note={
        <>
          {countsByConfidence && `${texts('from', { value: confidence.toFixed(2) })} · `}
          <PartDescription part={onlyPart} images={measured} learned={learned} />
        </>
      }
      onCell={onCell}
    />
  )
}
