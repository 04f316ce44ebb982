import type { ImageDefinition } from './image-definition.ts'

/** What every inference is asked, wherever it runs: the figures of both are of the same findings. */
export const inferenceParameters = {
  confidence: {
    kind: 'number',
    label: { en: 'Minimum confidence', zh: '最低置信度' },
    default: 0.25,
    minimum: 0.01,
    maximum: 1,
  },
  overlap: {
    kind: 'number',
    label: { en: 'Maximum overlap (IoU)', zh: '最大重叠（IoU）' },
    default: 0.45,
    minimum: 0.1,
    maximum: 1,
  },
} as const satisfies ImageDefinition['parameters']
