import { sessionOptions } from '@vermilion/contract/models/session-options'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/** A model made ready by onnxruntime: named tensors in, named numbers out. */
export interface Runner {
  run(inputs: Readonly<Record<string, InputTensor>>): Promise<Record<string, Float32Array>>
  release(): Promise<void>
}

type InputTensor = FloatTensor | IntegerTensor

export interface IntegerTensor {
  values: BigInt64Array
  shape: readonly number[]
}

export interface FloatTensor {
  values: Float32Array
  shape: readonly number[]
}

/** A session of any onnxruntime (native or WebAssembly, each with its own tensor class) as a runner. */
export function runnerOf(session: InferenceSession, TensorOf: typeof Tensor): Runner {
  return {
    async run(inputs) {
      const feeds: Record<string, Tensor> = {}
      for (const [name, { values, shape }] of Object.entries(inputs)) {
        feeds[name] =
          values instanceof Float32Array ? new TensorOf('float32', values, shape) : new TensorOf('int64', values, shape)
      }
      const results = await session.run(feeds)
      return Object.fromEntries(Object.entries(results).map(([name, { data }]) => [name, numbersOf(name, data)]))
    },
    release: () => session.release(),
  }
}

/** Labels are whole numbers in most models. */
function numbersOf(name: string, data: Tensor['data']): Float32Array {
  if (data instanceof Float32Array) return data
  if (data instanceof BigInt64Array) return Float32Array.from(data, Number)
  if (data instanceof Int32Array || data instanceof Uint8Array) return Float32Array.from(data)
  throw new Error(`${name} holds neither floats nor whole numbers`)
}

export async function createRunner(model: Uint8Array, threads = 2): Promise<Runner> {
  const session = await InferenceSession.create(model, sessionOptions(threads))
  return runnerOf(session, Tensor)
}
