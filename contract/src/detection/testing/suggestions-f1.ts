import type { ListedItem } from '../../datasets/items.ts'
import type { Shape, ShapeOf } from '../../labels/index.ts'
import { evaluateDetections, f1 } from '../metrics.ts'

export type Truth = ReadonlyMap<string, readonly Shape[]>

export function suggestionsF1(items: readonly ListedItem[], truth: Truth, labelIds: readonly string[]): number {
  const boxOf = (shape: Shape) => {
    const { box, labelId, score = 1 } = shape as ShapeOf<'box'>
    return { box, labelIndex: labelIds.indexOf(labelId), score }
  }
  const results = items
    .filter(({ status }) => status === 'to-label')
    .map(({ path, shapes = [] }) => ({
      truth: truth.get(path)!.map(boxOf),
      predictions: shapes.filter(({ source }) => source === 'model').map(boxOf),
    }))
  const { precision, recall } = evaluateDetections(results, labelIds.length).overall
  return f1(precision ?? 0, recall ?? 0)
}
