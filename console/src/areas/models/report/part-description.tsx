import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Status } from '#ui/feedback/status.tsx'
import { partText } from './part-text.ts'

interface PartWordsProps {
  part: TrainingPart | undefined
  images: number
  learned: number | null
}

/** Describes the images behind figures by the training's use of them, with a warning when figures are too good. */
export function useAboutPart(trainingId: string | null | undefined) {
  const t = useText(partText)
  const { data: training } = useQuery({
    ...read(taskEndpoints.getTask, { params: { taskId: trainingId ?? '' } }),
    enabled: typeof trainingId === 'string',
  })
  const epoch = training?.headline?.keptEpoch
  return (part: TrainingPart | undefined) =>
    part === 'validation' && epoch !== undefined ? t('about-validation-epoch', { epoch }) : t(`about-${part ?? 'all'}`)
}

interface FigureNoteProps extends PartWordsProps {
  threshold: number | undefined
}

export function FigureNote({ threshold, ...images }: FigureNoteProps) {
  const t = useText(partText)
  return (
    <>
      {threshold !== undefined && <div>{t('from', { value: threshold.toFixed(2) })}</div>}
      <PartDescription {...images} />
    </>
  )
}

export function PartDescription({ part, images: count, learned }: PartWordsProps) {
  const t = useText(partText)
  const label =
    part !== undefined
      ? t(`on-${part}`, { count })
      : (learned ?? 0) > 0
        ? t('onLearned', { count, learned: `${learned}` })
        : t('on', { count })
  return (learned ?? 0) > 0 ? <Status tone="warning">{label}</Status> : label
}
