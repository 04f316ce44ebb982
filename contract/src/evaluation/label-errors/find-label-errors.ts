import type { LabelType } from '../../labels/dataset-labels.ts'
import { findBoxErrors } from './boxes.ts'
import { findClassErrors } from './classes.ts'
import { type JudgedImage, type LabelErrorFinding, maxFindingsPerImage, minFindingScore } from './finding.ts'
import { findPixelErrors } from './pixels.ts'

const finders: Readonly<Record<LabelType, (image: JudgedImage) => LabelErrorFinding[]>> = {
  'target-detection': findBoxErrors,
  'picture-classification': findClassErrors,
  'semantic-segmentation': findPixelErrors,
}

/** The most probable first. The predictions are of a model that did not learn from these labels. */
export function findLabelErrors(labelType: LabelType, image: JudgedImage): LabelErrorFinding[] {
  return finders[labelType](image)
    .map((finding) => ({ ...finding, score: Math.min(1, finding.score) }))
    .filter(({ score }) => score >= minFindingScore)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxFindingsPerImage)
}
