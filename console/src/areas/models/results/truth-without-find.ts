import { boxOverlap } from '@vermilion/contract/labels/box'
import { boundsOfShape } from './result-shape.tsx'
import { type DisplayedBoxes, rightOverlap } from './displayed.ts'

/** True shapes that no shown prediction of their label covers. It decides which labels are drawn, not what is counted. */
export function truthWithoutFind({ predictions, truth }: Pick<DisplayedBoxes, 'predictions' | 'truth'>) {
  return truth.filter((real) => {
    const bounds = boundsOfShape(real)
    if (bounds === null) return false
    return !predictions.some((prediction) => {
      const predicted = prediction.label === real.label ? boundsOfShape(prediction) : null
      return predicted !== null && boxOverlap(predicted, bounds) >= rightOverlap
    })
  })
}
