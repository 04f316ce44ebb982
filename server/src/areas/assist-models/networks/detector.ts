import type { AssistNetwork } from '@vermilion/contract/assist-models/catalogue'
import { type Prediction, suppress } from '@vermilion/contract/detection/prediction'
import type { Box } from '@vermilion/contract/labels/box'
import type { OpenNetwork } from '../process/protocol.ts'
import { type PictureInput, pictureInput } from './pixels.ts'
import { floats, floatsOf, openSession } from './session.ts'
import { openTokenizer } from './tokenizer.ts'

type Network = Extract<AssistNetwork, { kind: 'owl' }>

const normalization = {
  mean: [0.481_454_66, 0.457_827_5, 0.408_210_73],
  deviation: [0.268_629_54, 0.261_302_58, 0.275_777_11],
} as const
const promptsAtOnce = 64
const sameFrom = 0.5
const maxDetections = 300

export async function openDetector(folder: string, network: Network): Promise<OpenNetwork> {
  const { inputSize: side, tokens, isPadded } = network
  const tokenizer = await openTokenizer(folder, tokens)
  const session = await openSession(folder, 'detector.onnx', {
    inputs: ['pixel_values', 'input_ids'],
    outputs: ['logits'],
  })

  async function predict(values: Float32Array, prompts: readonly string[]): Promise<Patch[]> {
    const outputs = await session.run({
      ...tokenizer.read(prompts.map((prompt) => prompt.toLowerCase())),
      pixel_values: floats(values, [1, 3, side, side]),
    })
    const { values: logits } = floatsOf(outputs, 'logits')
    const { values: boxes } = floatsOf(outputs, 'pred_boxes')
    const patches = boxes.length / 4
    if (logits.length !== patches * prompts.length)
      throw new Error(`${logits.length} scores for ${patches} boxes and ${prompts.length} prompts`)
    return Array.from({ length: patches }, (_, patch) => {
      const scores = logits.subarray(patch * prompts.length, (patch + 1) * prompts.length)
      const prompt = scores.reduce((best, score, index) => (score > scores[best]! ? index : best), 0)
      return { prompt, score: 1 / (1 + Math.exp(-scores[prompt]!)), box: [...boxes.subarray(patch * 4, patch * 4 + 4)] }
    })
  }

  return {
    async tryOut() {
      await predict(new Float32Array(3 * side * side), ['a', 'b'])
      return {}
    },
    async detect({ picture, prompts, minScore }) {
      const input = await pictureInput(picture, { side, normalization, isPadded })
      if (input === undefined) return null
      const predictions: Prediction[] = []
      for (let from = 0; from < prompts.length; from += promptsAtOnce) {
        const patches = await predict(input.values, prompts.slice(from, from + promptsAtOnce))
        for (const { prompt, score, box } of patches) {
          const inside = score >= minScore ? boxInside(box, input.size, isPadded) : undefined
          if (inside !== undefined) predictions.push({ labelIndex: prompt + from, score, box: inside })
        }
      }
      return suppress(predictions, sameFrom)
        .slice(0, maxDetections)
        .map(({ labelIndex: prompt, score, box }) => ({ prompt, score, box }))
    },
    release: () => session.release(),
  }
}

interface Patch {
  readonly prompt: number
  readonly score: number
  /** Center and size, as shares of the network's input. */
  readonly box: readonly number[]
}

/** Converts to image pixels; undefined when the box lies entirely in the padding. */
function boxInside(
  box: readonly number[],
  { width, height }: PictureInput['size'],
  isPadded: boolean,
): Box | undefined {
  const [centreX = 0, centreY = 0, boxWidth = 0, boxHeight = 0] = box
  const side = Math.max(width, height)
  const scale = isPadded ? { x: side, y: side } : { x: width, y: height }
  const x = Math.max(0, (centreX - boxWidth / 2) * scale.x)
  const y = Math.max(0, (centreY - boxHeight / 2) * scale.y)
  const right = Math.min(width, (centreX + boxWidth / 2) * scale.x)
  const bottom = Math.min(height, (centreY + boxHeight / 2) * scale.y)
  const inside = { x, y, width: right - x, height: bottom - y }
  return inside.width > 0 && inside.height > 0 ? inside : undefined
}
