import { inputExtent } from '@vermilion/contract/detection/input-settings'
import { letterbox, type Letterbox, type Size } from '@vermilion/contract/detection/letterbox'
import {
  metadataKey,
  modelMetadata,
  type ModelInput,
  type ModelMetadata,
} from '@vermilion/contract/detection/model-metadata'
import { letterboxPixels } from '@vermilion/contract/detection/resample'
import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import type { Box } from '@vermilion/contract/labels/box'
import type { PredictionLine, TruthShape } from '@vermilion/contract/predictions'
import type { Pixels } from '../data/decode-image.ts'
import { decodeModelMetadata } from '../onnx/model-file.ts'
import type { Runner } from '../runtime.ts'

/** Prediction thresholds; from the model's own metadata by default. */
export interface ReadOptions {
  confidence?: number | undefined
  overlap?: number | undefined
  /** Read at once by default. */
  tiles?: TileOptions | null | undefined
  /** True when results will be evaluated, which needs predictions below the display threshold. */
  isMeasured: boolean
}

export type Reading = Pick<PredictionLine, 'predictions' | 'faint' | 'scores' | 'untiled'>

/** A processed image with its truth. */
export interface MeasuredImage {
  width: number
  height: number
  truth: readonly TruthShape[]
  reading: Reading
}

export interface MeasuredReport {
  images: number
  metrics: Readonly<Record<string, number | null>>
  classes: readonly { label: string; instances: number }[]
  /** `matrix[found][true]`. */
  confusion: { labels: readonly string[]; matrix: readonly (readonly number[])[] }
  confidence?: number
}

export interface Measurement<Report extends MeasuredReport = MeasuredReport> {
  add(image: MeasuredImage): void
  /** Report and figures (SVG documents by file name). */
  result(): { report: Report; figures: Readonly<Record<string, string>> }
}

export interface MarkOptions {
  scale: number
  confidence?: number | undefined
}

/** Readings of a picture's tiles, row by row and in pixels of each tile, and of the full picture. */
export interface TiledReadings {
  picture: Size
  full: Reading | null
  parts: readonly { tile: Box; reading: Reading }[]
}

export interface ModelReader<Metadata extends ModelMetadata> {
  open(runner: Runner, metadata: Metadata): (pixels: Pixels, options: ReadOptions) => Promise<Reading>
  /** Null where predictions have no place in the picture. */
  mergeTiles: ((readings: TiledReadings, metadata: Metadata, options: ReadOptions) => Reading) | null
  measurement(metadata: Metadata): Measurement
  /** SVG elements over an image with truth and predictions. */
  marks(image: MeasuredImage, metadata: Metadata, options: MarkOptions): string[]
}

/** Metadata of one of our model files. Throws for other files and later versions. */
export function readModelMetadata(bytes: Uint8Array): ModelMetadata {
  const text = decodeModelMetadata(bytes)[metadataKey]
  if (text === undefined) throw new Error(`the model has no "${metadataKey}" metadata, so its labels are unknown`)
  const parsed = modelMetadata.safeParse(parsedText(text))
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path ?? []
  throw new Error(
    `the model describes itself as another version would: its "${metadataKey}" metadata is not understood at ${path.join('.') || 'its beginning'}`,
  )
}

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Input values `(byte - mean) * scale` from RGB bytes, in the model's order. */
export function inputValues(rgb: Uint8Array, input: ModelInput): Float32Array {
  const { mean, scale, channels, layout } = input
  const { width, height } = inputExtent(input)
  const plane = width * height
  const [toPixel, toChannel] = layout === 'nhwc' ? [3, 1] : [1, plane]
  const values = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel++) {
    const to = (channels === 'bgr' ? 2 - channel : channel) * toChannel
    for (let i = 0; i < plane; i++)
      values[to + i * toPixel] = (rgb[i * 3 + channel]! - mean[channel]!) * scale[channel]!
  }
  return values
}

const shapes: Readonly<Record<ModelInput['layout'], (extent: Size) => number[]>> = {
  nchw: ({ width, height }) => [1, 3, height, width],
  nhwc: ({ width, height }) => [1, height, width, 3],
  chw: ({ width, height }) => [3, height, width],
}

/** Runs the model on an image. Returns the outputs in the order of the metadata, and the letterbox of the image. */
export async function runOn(runner: Runner, { rgb, width, height }: Pixels, { input, output }: ModelMetadata) {
  const { fit, resampling, letterbox: padding, layout, name, sizesName } = input
  const extent = inputExtent(input)
  const bytes = letterboxPixels(rgb, { width, height }, extent, { fit, resampling, grey: padding.grey })
  const edges = { values: BigInt64Array.from([BigInt(extent.width), BigInt(extent.height)]), shape: [1, 2] }
  const results = await runner.run({
    [name]: { values: inputValues(bytes, input), shape: shapes[layout](extent) },
    ...(sizesName !== undefined && { [sizesName]: edges }),
  })
  const outputs = output.names.map((one) => {
    const values = results[one]
    if (values === undefined) throw new Error(`the model has no output "${one}"`)
    return values
  })
  return { outputs, fit: letterbox({ width, height }, extent, fit) } satisfies { fit: Letterbox; outputs: unknown }
}
