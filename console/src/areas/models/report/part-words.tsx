import type { TrainingPart } from '@vermilion/contract/evaluation/training-parts'
import { useText } from '#lib/i18n.ts'
import { Status } from '#ui/feedback/status.tsx'
import { partText } from './part-text.ts'

interface PartWordsProps {
  /** What the training did with all of the images; undefined where that differs or is not looked at. */
  part: TrainingPart | undefined
  /** Labeled images that a figure is of, and those among them that the model has learned from. */
  images: number
  learned: number | null
}

/** On which images a figure is: one that flatters says so. */
export function PartWords({ part, images: count, learned }: PartWordsProps) {
  const t = useText(partText)
  const words =
    part !== undefined
      ? t(`on-${part}`, { count })
      : (learned ?? 0) > 0
        ? t('onLearned', { count, learned: `${learned}` })
        : t('on', { count })
  return (learned ?? 0) > 0 ? <Status tone="warning">{words}</Status> : words
}
