import { metadataKey, type ModelMetadata } from '@vermilion/contract/detection/model-metadata'

const text = (value: string) => [...new TextEncoder().encode(value)]
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
const message = (field: number, content: number[]) => [...varint(field * 8 + 2), ...varint(content.length), ...content]

/** A file that says of itself what a model does, and holds none. */
export function modelFile(facts: Partial<ModelMetadata> & { labels: string[] }): Buffer {
  const metadata = {
    version: 1,
    task: 'detection',
    input: { size: 64, channels: 'rgb', mean: [0, 0, 0], scale: [1, 1, 1], letterbox: { grey: 114 } },
    output: { layout: 'centre-size-probabilities', stride: 8 },
    thresholds: { confidence: 0.25, overlap: 0.45 },
    trainer: { name: 'test', version: '1' },
    training: { epoch: 1, seed: 1, width: 8, images: 1, validationImages: 1 },
    metrics: { precision: null, recall: null, mAP50: null, mAP50to95: null },
    ...facts,
  }
  const entry = [...message(1, text(metadataKey)), ...message(2, text(JSON.stringify(metadata)))]
  return Buffer.from(message(14, entry))
}
