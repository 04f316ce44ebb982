import type { ImageDefinition } from './image-definition.ts'

/** Parameters of every inference, on servers and devices, so that their metrics are comparable. */
export const inferenceParameters = {
  confidence: {
    kind: 'number',
    label: { en: 'Confidence threshold', zh: '置信度阈值' },
    default: 0.25,
    minimum: 0.01,
    maximum: 1,
  },
  overlap: {
    kind: 'number',
    label: { en: 'IoU threshold (NMS)', zh: 'IoU 阈值（NMS）' },
    default: 0.45,
    minimum: 0.1,
    maximum: 1,
  },
} as const satisfies ImageDefinition['parameters']
