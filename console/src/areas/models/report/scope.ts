import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import { honestPartOf, learnedImages, type TrainingPart } from '@vermilion/contract/models/training-parts'
import type { Evaluation, FigureName, PartEvaluation } from '@vermilion/contract/evaluations'

export interface Scope extends Omit<PartEvaluation, 'part'> {
  part: TrainingPart | undefined
  /** The training part of all these images; undefined when it differs or is unknown. */
  onlyPart: TrainingPart | undefined
  /** The number of images that the model has learned from; null when unknown. */
  learned: number | null
}

export const measuredParts = ({ parts }: Pick<Evaluation, 'parts'>) => parts.filter(({ measured }) => measured > 0)

/** The initial part: with several parts, the one that the model has learned from least. */
export function usualPart(evaluation: Pick<Evaluation, 'parts'>): TrainingPart | undefined {
  const parts = measuredParts(evaluation)
  return parts.length > 1 ? honestPartOf(parts)?.part : undefined
}

export function scopeOf(evaluation: Evaluation, part: TrainingPart | undefined): Scope {
  const parts = measuredParts(evaluation)
  const own = part === undefined ? undefined : parts.find((one) => one.part === part)
  const of = own === undefined ? parts : [own]
  const onlyPart = of.length === 1 ? of[0]?.part : undefined
  return { ...(own ?? evaluation), part: own?.part, onlyPart, learned: learnedImages(of) }
}

/** True when the model has learned from some of these images, which makes figures too good. */
export const isFlattering = ({ learned }: Pick<Scope, 'learned'>) => (learned ?? 0) > 0

const byThreshold: Readonly<Record<LabelType, ReadonlySet<FigureName>>> = {
  'target-detection': new Set<FigureName>(['precision', 'recall', 'f1']),
  'picture-classification': new Set<FigureName>(['precision', 'recall', 'f1']),
  'semantic-segmentation': new Set<FigureName>(),
}

export const dependsOnThreshold = (
  name: FigureName,
  { labelType, countsByConfidence }: Pick<Evaluation, 'labelType' | 'countsByConfidence'>,
) => countsByConfidence && byThreshold[labelType].has(name)
