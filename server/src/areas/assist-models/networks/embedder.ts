import type { AssistNetwork } from '@vermilion/contract/assist-models/catalogue'
import type { NetworkCalls, OpenNetwork } from '../process/protocol.ts'
import { pictureInput } from './pixels.ts'
import { floats, floatsOf, openSession } from './session.ts'
import { openTokenizer } from './tokenizer.ts'

type Network = Extract<AssistNetwork, { kind: 'siglip' }>

const normalization = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] } as const

export async function openEmbedder(folder: string, { inputSize: side, tokens }: Network): Promise<OpenNetwork> {
  const tokenizer = await openTokenizer(folder, tokens)
  const vision = await openSession(folder, 'vision.onnx', {
    inputs: ['pixel_values'],
    outputs: ['pooler_output', 'image_embeds'],
  })
  const textTower = await openSession(folder, 'text.onnx', {
    inputs: ['input_ids'],
    outputs: ['pooler_output', 'text_embeds'],
  })

  async function embedPixels(values: Float32Array): Promise<Float32Array> {
    const outputs = await vision.run({ pixel_values: floats(values, [1, 3, side, side]) })
    return unitOf(floatsOf(outputs, 'pooler_output', 'image_embeds').values)
  }

  async function embedText({ text }: NetworkCalls['embedText']['input']): Promise<Float32Array> {
    // It was trained on lowercase text.
    const outputs = await textTower.run(tokenizer.read([text.toLowerCase()]))
    return unitOf(floatsOf(outputs, 'pooler_output', 'text_embeds').values)
  }

  return {
    async tryOut() {
      const { length: dimensions } = await embedPixels(new Float32Array(3 * side * side))
      const { length } = await embedText({ text: 'a' })
      if (length !== dimensions) throw new Error(`pictures have ${dimensions} values and texts ${length}`)
      return { dimensions }
    },
    async embedPicture({ picture, region }) {
      const input = await pictureInput(picture, { side, normalization, region })
      return input === undefined ? null : embedPixels(input.values)
    },
    embedText,
    async release() {
      await vision.release()
      await textTower.release()
    },
  }
}

function unitOf(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  if (!Number.isFinite(length)) throw new Error('the network answered no numbers')
  return length === 0 ? vector : vector.map((value) => value / length)
}
