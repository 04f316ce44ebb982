import type { LabeledImages } from '@vermilion/contract/formats/labeled-images'
import { sceneLabels } from './config.ts'

/** `coco`: one document beside the images. `yolo`: images and labels split into train and val. */
export const sampleFormats = ['coco', 'yolo'] as const
export type SampleFormat = (typeof sampleFormats)[number]

export const sampleLabels = (): LabeledImages['labels'] => sceneLabels.map((name) => ({ name }))

/** `scene-00017.jpg`: sorts as it is numbered. */
export const sceneFileName = (index: number): string => `scene-${String(index).padStart(5, '0')}.jpg`
