import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boxOverlap, type Box, type Point } from '@vermilion/contract/labels/box'
import { maskBounds, type Mask } from '@vermilion/contract/labels/mask'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Sharp } from 'sharp'
import { z } from 'zod'
import { withPicture } from '#platform/pictures/open-picture'
import { maskOfLogits, type Logits } from './mask-of-logits.ts'
import { decodeTensors, encodeTensors } from './tensors-file.ts'

export interface SegmentPrompt {
  /** Size of the upright image, in whose pixels prompts are given. */
  readonly size: { readonly width: number; readonly height: number }
  readonly points: readonly (Point & { readonly isPositive: boolean })[]
  readonly box?: Box | undefined
}

export interface FoundSegment {
  readonly mask: Mask | null
  readonly score: number
}

export const segmenterFiles = { encoder: 'encoder.onnx', decoder: 'decoder.onnx' } as const

/** Preprocessing defaults are those of SAM. */
const preprocessing = z.object({
  image_mean: z.array(z.number()).length(3).default([0.485, 0.456, 0.406]),
  image_std: z.array(z.number().positive()).length(3).default([0.229, 0.224, 0.225]),
  /** True pads the square with 0; otherwise the image is stretched. */
  do_pad: z.boolean().optional(),
  size: z.object({ longest_edge: z.number().optional() }).default({}),
})

const usualEdge = 1024
const positive = 1n
const negative = 0n
/** The label of a padding point: decoders require at least one point. */
const noPoint = -1n

interface Prepared {
  /** Side of the encoder's input, and the part of it that the image covers. */
  edge: number
  width: number
  height: number
}

export type SegmenterNetwork = Awaited<ReturnType<typeof openSegmenter>>

/** Opens a model of the SAM family. Tensors are matched by name, which supports exports with additional features. */
export async function openSegmenter(
  folder: string,
  files: { readonly encoder: string; readonly decoder: string } = segmenterFiles,
) {
  const settings = await preprocessingOf(folder)
  const encoder = await openSession(join(folder, files.encoder))
  const decoder = await openSession(join(folder, files.decoder))
  requireNames('encoder', encoder.inputNames, ['pixel_values'])
  requireNames('decoder', decoder.inputNames, ['input_points', 'input_labels'])
  requireNames('decoder', decoder.outputNames, ['iou_scores', 'pred_masks'])
  const features = decoder.inputNames.filter((name) => !name.startsWith('input_'))
  requireNames('encoder', encoder.outputNames, features)
  const takesBoxes = decoder.inputNames.includes('input_boxes')
  const edge = edgeOf(encoder)

  return {
    async prepare(picture: Uint8Array): Promise<Uint8Array | undefined> {
      const pixels = await pixelsOf(picture, edge, settings).catch(() => undefined)
      if (pixels === undefined) return undefined
      const { values, width, height } = pixels
      const results = await encoder.run({ pixel_values: new Tensor('float32', values, [1, 3, edge, edge]) }, features)
      const tensors = features.map(
        (name) => [name, { values: floatsOf(results, name), dims: results[name]!.dims }] as const,
      )
      const about: Prepared = { edge, width, height }
      return encodeTensors({ about, tensors: Object.fromEntries(tensors) })
    },
    async segment(bytes: Uint8Array, prompt: SegmentPrompt): Promise<FoundSegment> {
      const { about, tensors } = decodeTensors<Prepared>(bytes)
      const feeds: Record<string, Tensor> = promptTensors(prompt, about, takesBoxes)
      for (const name of features) {
        const tensor = tensors[name]
        if (tensor === undefined) throw new Error(`the features are of another network: ${name} is missing`)
        feeds[name] = new Tensor('float32', tensor.values, tensor.dims)
      }
      const results = await decoder.run(feeds, ['iou_scores', 'pred_masks'])
      const cutTo = takesBoxes ? undefined : prompt.box
      return bestOf(floatsOf(results, 'iou_scores'), { masks: results['pred_masks']!, about, size: prompt.size, cutTo })
    },
    async release(): Promise<void> {
      await encoder.release()
      await decoder.release()
    },
  }
}

async function preprocessingOf(folder: string) {
  const text = await readFile(join(folder, 'preprocessor_config.json'), 'utf8').catch(() => '{}')
  const { image_mean: mean, image_std: deviation, do_pad: pads, size } = preprocessing.parse(JSON.parse(text))
  return { mean, deviation, keepsProportions: pads ?? (text === '{}' || size.longest_edge !== undefined) }
}
type Preprocessing = Awaited<ReturnType<typeof preprocessingOf>>

/** Spinning threads would waste the cores of a shared machine. */
function openSession(path: string): Promise<InferenceSession> {
  return InferenceSession.create(path, {
    graphOptimizationLevel: 'all',
    enableMemPattern: false,
    logSeverityLevel: 3,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
}

function requireNames(part: string, names: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((name) => !names.includes(name))
  if (missing.length > 0)
    throw new Error(`this is no segmenter: its ${part} lacks ${missing.join(', ')} beside ${names.join(', ')}`)
}

function edgeOf({ inputMetadata }: InferenceSession): number {
  const pixels = inputMetadata.find(({ name }) => name === 'pixel_values')
  const extent = pixels?.isTensor === true ? pixels.shape.at(-1) : undefined
  return typeof extent === 'number' && extent > 0 ? extent : usualEdge
}

function floatsOf(results: InferenceSession.OnnxValueMapType, name: string): Float32Array {
  const values = results[name]?.data
  if (!(values instanceof Float32Array)) throw new Error(`this is no segmenter: ${name} holds no floats`)
  return values
}

function pixelsOf(picture: Uint8Array, edge: number, preprocessing: Preprocessing) {
  return withPicture(picture, (opened) => inputOf(opened, edge, preprocessing))
}

async function inputOf(picture: Sharp, edge: number, { mean, deviation, keepsProportions }: Preprocessing) {
  const { autoOrient: size } = await picture.metadata()
  const scale = edge / Math.max(size.width, size.height)
  const width = keepsProportions ? Math.max(1, Math.round(size.width * scale)) : edge
  const height = keepsProportions ? Math.max(1, Math.round(size.height * scale)) : edge
  const rgb = await picture
    .autoOrient()
    .flatten({ background: '#808080' })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer()
  const values = new Float32Array(3 * edge * edge)
  for (let channel = 0; channel < 3; channel += 1) {
    const [factor, shift] = [1 / (255 * deviation[channel]!), mean[channel]! / deviation[channel]!]
    for (let y = 0; y < height; y += 1) {
      const row = (channel * edge + y) * edge
      for (let x = 0; x < width; x += 1) values[row + x] = rgb[(y * width + x) * 3 + channel]! * factor - shift
    }
  }
  return { values, width, height }
}

function promptTensors({ size, points, box }: SegmentPrompt, about: Prepared, takesBoxes: boolean) {
  const scaled = ({ x, y }: Point) => [(x * about.width) / size.width, (y * about.height) / size.height]
  const clicks = points.map((point) => ({ at: scaled(point), label: point.isPositive ? positive : negative }))
  // A decoder without box input gets the center of the box as a point.
  if (box !== undefined && !takesBoxes && !points.some(({ isPositive }) => isPositive))
    clicks.unshift({ at: scaled({ x: box.x + box.width / 2, y: box.y + box.height / 2 }), label: positive })
  if (clicks.length === 0) clicks.push({ at: [0, 0], label: noPoint })
  const boxes = box === undefined ? [] : [box]
  const corners = boxes.flatMap(({ x, y, width, height }) => [
    ...scaled({ x, y }),
    ...scaled({ x: x + width, y: y + height }),
  ])
  const count = clicks.length
  return {
    input_points: new Tensor('float32', Float32Array.from(clicks.flatMap(({ at }) => at)), [1, 1, count, 2]),
    input_labels: new Tensor('int64', BigInt64Array.from(clicks.map(({ label }) => label)), [1, 1, count]),
    ...(takesBoxes && { input_boxes: new Tensor('float32', Float32Array.from(corners), [1, boxes.length, 4]) }),
  }
}

interface Candidates {
  readonly masks: InferenceSession.OnnxValueMapType[string]
  readonly about: Prepared
  readonly size: SegmentPrompt['size']
  readonly cutTo: Box | undefined
}

/** Picks the candidate with the highest score; for a box that the decoder did not receive, the one that fills it best. */
function bestOf(scores: Float32Array, { masks, about, size, cutTo }: Candidates): FoundSegment {
  const values = floatsOf({ pred_masks: masks }, 'pred_masks')
  const [height, width] = masks.dims.slice(-2) as [number, number]
  const cells = width * height
  if (values.length !== scores.length * cells) throw new Error('this is no segmenter: not as many masks as scores')
  const covered = { width: (width * about.width) / about.edge, height: (height * about.height) / about.edge }
  const segmentOf = (candidate: number): FoundSegment => {
    const logits: Logits = {
      values: values.subarray(candidate * cells, (candidate + 1) * cells),
      width,
      height,
      covered,
    }
    const mask = maskOfLogits(logits, size, cutTo)
    return { mask, score: Math.min(1, Math.max(0, scores[candidate]!)) }
  }
  const all = [...scores.keys()].toSorted((a, b) => scores[b]! - scores[a]!)
  if (cutTo === undefined) return segmentOf(all[0]!)
  const fit = ({ mask, score }: FoundSegment) => (mask === null ? 0 : score * boxOverlap(maskBounds(mask), cutTo))
  return all.map(segmentOf).reduce((best, each) => (fit(each) > fit(best) ? each : best))
}
