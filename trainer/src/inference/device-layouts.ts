import type { ModelMetadata } from '@vermilion/contract/detection/model-metadata'

const knownLayouts: ReadonlySet<string> = new Set([
  'centre-size-probabilities',
  'centre-size-objectness-probabilities',
  'corners-score-label',
  'probabilities',
  'logits',
])

/** Throws with advice when a device cannot read the layout. */
export function requireReadOnDevices({ task, input, output }: ModelMetadata): void {
  const isKnown =
    knownLayouts.has(output.layout) &&
    !(task === 'classification' && output.layout === 'logits') &&
    !(task === 'segmentation' && (output.background !== 'last' || input.fit === 'crop'))
  if (!isKnown) throw new Error(`devices do not read outputs of the layout ${output.layout} yet: run it in the cloud`)
  if (input.layout !== 'nchw' || input.channels !== 'rgb' || input.sizesName !== undefined)
    throw new Error('devices give models one input, red first, plane by plane: export it so, or run it in the cloud')
}
