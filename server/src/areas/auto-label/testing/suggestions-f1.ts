import { evaluateDetections, f1 } from '@vermilion/contract/detection/metrics'
import type { Shape, ShapeOf } from '@vermilion/contract/labels/index'
import type { Client } from '../../../testing/client.ts'
import { itemsOf } from './red-dataset.ts'

/** What images show, by their paths. */
export type Truth = ReadonlyMap<string, readonly Shape[]>

/** How right suggested boxes are on the images that nobody has labelled, at the score that a person would choose. */
export async function suggestionsF1(
  server: Pick<Client, 'call'>,
  datasetId: string,
  truth: Truth,
  labelIds: readonly string[],
): Promise<number> {
  const boxOf = (shape: Shape) => {
    const { box, labelId, score = 1 } = shape as ShapeOf<'box'>
    return { box, labelIndex: labelIds.indexOf(labelId), score }
  }
  const open = [...(await itemsOf(server, datasetId)).values()].filter(({ status }) => status === 'to-label')
  const results = open.map(({ path, shapes }) => ({
    truth: truth.get(path)!.map(boxOf),
    predictions: shapes.filter(({ source }) => source === 'model').map(boxOf),
  }))
  const { precision, recall } = evaluateDetections(results, labelIds.length).overall
  return f1(precision ?? 0, recall ?? 0)
}
