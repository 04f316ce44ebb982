import type { AssistNetwork } from '@vermilion/contract/assist-models/catalogue'
import { type Prediction, suppress } from '@vermilion/contract/detection/prediction'
import { boxWithin } from '@vermilion/contract/labels/box'
import { type Mask, maskBounds, maskOf, maskPixels } from '@vermilion/contract/labels/mask'
import type { AssistRegion } from '../serving/assist.ts'
import type { OpenNetwork } from '../process/protocol.ts'
import { maskOfLogits } from './mask-of-logits.ts'
import { type PictureInput, pictureInput } from './pixels.ts'
import { floats, floatsOf, openSession, type Tensors } from './session.ts'
import { openTokenizer } from './tokenizer.ts'

type Network = Extract<AssistNetwork, { kind: 'sam-words' }>

const normalization = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] } as const
const sameFrom = 0.7
const maxRegions = 100

interface Candidate extends Prediction {
  readonly logits: Float32Array
  readonly grid: { readonly width: number; readonly height: number }
}

export async function openWordSegmenter(folder: string, network: Network): Promise<OpenNetwork> {
  const { inputSize: side, tokens, padding } = network
  const tokenizer = await openTokenizer(folder, tokens, padding)
  const vision = await openSession(folder, 'vision_encoder_int4.onnx', {
    inputs: ['pixel_values'],
    outputs: ['fpn_hidden_state_0'],
  })
  const text = await openSession(folder, 'text_encoder_int4.onnx', {
    inputs: ['input_ids'],
    outputs: ['text_features'],
  })
  const decoder = await openSession(folder, 'decoder_int4.onnx', {
    inputs: ['fpn_hidden_state_0', 'text_features'],
    outputs: ['pred_masks'],
  })

  const see = (values: Float32Array) => vision.run({ pixel_values: floats(values, [1, 3, side, side]) })

  async function predict(features: Tensors, prompt: string, labelIndex: number): Promise<Candidate[]> {
    const tokenRows = tokenizer.read([prompt])
    const outputs = await decoder.run({ ...features, ...tokenRows, ...(await text.run(tokenRows)) })
    return candidatesOf(outputs, labelIndex)
  }

  return {
    async tryOut() {
      await predict(await see(new Float32Array(3 * side * side)), 'a', 0)
      return {}
    },
    async segmentByWords({ picture, prompts, minScore, needsMasks }) {
      const input = await pictureInput(picture, { side, normalization })
      if (input === undefined) return null
      const features = await see(input.values)
      const all: Candidate[] = []
      for (const [index, prompt] of prompts.entries())
        all.push(...(await predict(features, prompt, index)).filter(({ score }) => score >= minScore))
      const distinct = suppress(all, sameFrom).slice(0, maxRegions)
      return regionsOf(distinct, input.size, needsMasks)
    },
    async release() {
      await vision.release()
      await text.release()
      await decoder.release()
    },
  }
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

function candidatesOf(outputs: Tensors, labelIndex: number): Candidate[] {
  const { values: scores } = floatsOf(outputs, 'pred_logits')
  const { values: boxes } = floatsOf(outputs, 'pred_boxes')
  const { values: masks, shape } = floatsOf(outputs, 'pred_masks')
  const [height = 0, width = 0] = shape.slice(-2)
  const cells = width * height
  if (boxes.length !== scores.length * 4 || masks.length !== scores.length * cells)
    throw new Error(`${scores.length} scores for ${boxes.length / 4} boxes and ${masks.length / cells} masks`)
  const presence =
    outputs['presence_logits'] === undefined ? 1 : sigmoid(floatsOf(outputs, 'presence_logits').values[0]!)
  return Array.from(scores, (score, at) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(at * 4, at * 4 + 4)
    return {
      labelIndex,
      score: sigmoid(score) * presence,
      box: { x: left, y: top, width: right - left, height: bottom - top },
      logits: masks.subarray(at * cells, (at + 1) * cells),
      grid: { width, height },
    }
  })
}

/** Converts to image pixels. A pixel claimed twice belongs to the higher score. */
function regionsOf(candidates: readonly Candidate[], size: PictureInput['size'], needsMasks: boolean): AssistRegion[] {
  const occupied = needsMasks ? new Uint8Array(size.width * size.height) : undefined
  return candidates.flatMap(({ labelIndex: prompt, score, box, logits, grid }): AssistRegion[] => {
    const scaled = {
      x: box.x * size.width,
      y: box.y * size.height,
      width: box.width * size.width,
      height: box.height * size.height,
    }
    const inside = boxWithin(scaled, size)
    if (occupied === undefined) return inside === null ? [] : [{ prompt, score, box: inside, mask: null }]
    const full = maskOfLogits({ values: logits, ...grid, covered: grid }, size)
    const mask = full && withoutOccupied(full, occupied, size.width)
    return mask === null || inside === null ? [] : [{ prompt, score, box: inside, mask }]
  })
}

function withoutOccupied(mask: Mask, occupied: Uint8Array, width: number): Mask | null {
  const pixels = maskPixels(mask)
  for (let at = 0; at < pixels.length; at += 1) {
    if (pixels[at] === 0) continue
    const index = (mask.y + Math.floor(at / mask.width)) * width + mask.x + (at % mask.width)
    if (occupied[index] === 1) pixels[at] = 0
    else occupied[index] = 1
  }
  return maskOf(pixels, maskBounds(mask))
}
