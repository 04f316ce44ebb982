import type { ModelMetadata, ModelTask } from '@vermilion/contract/detection/model-metadata'

/** Layouts that `images/board-inference/infer.py` reads. */
const readLayouts: Readonly<Record<ModelTask, ReadonlySet<string>>> = {
  detection: new Set([
    'centre-size-probabilities',
    'centre-size-objectness-probabilities',
    'corners-score-label',
    'query-probabilities',
    'query-score-label',
    'query-logits',
    'boxes-labels-scores',
  ]),
  classification: new Set(['probabilities', 'logits', 'top-probabilities']),
  segmentation: new Set(['logits', 'class-map']),
}

/** Throws with advice when a device cannot read the layout. */
export function requireReadOnDevices({ task, input, output }: ModelMetadata): void {
  const isRead = readLayouts[task].has(output.layout) && !(task === 'segmentation' && input.fit === 'crop')
  if ('upsampling' in output && output.layout === 'logits' && output.upsampling === 'linear')
    throw new Error(
      'devices do not interpolate coarse logits yet: run it in the cloud, or export the interpolation with it',
    )
  if (!isRead) throw new Error(`devices do not read outputs of the layout ${output.layout} yet: run it in the cloud`)
  if (input.layout !== 'nchw' || input.channels !== 'rgb')
    throw new Error('devices give models one input, red first, plane by plane: export it so, or run it in the cloud')
}
