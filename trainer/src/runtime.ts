import { sessionOptions } from '@vermilion/contract/models/session-options'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/** A model loaded by onnxruntime: named tensors in, named values out. */
export interface Runner {
  run(inputs: Inputs): Promise<Outputs>
  release(): Promise<void>
}

export interface BatchRunner extends Runner {
  readonly takesBatches: boolean
  /** Runs equal-shaped inputs as a batch. Undefined when an output has no batch dimension. */
  runBatch(inputs: readonly Inputs[]): Promise<Outputs[] | undefined>
}

export type Inputs = Readonly<Record<string, InputTensor>>
type Outputs = Record<string, Float32Array>

type InputTensor = FloatTensor | IntegerTensor

export interface IntegerTensor {
  values: BigInt64Array
  shape: readonly number[]
}

export interface FloatTensor {
  values: Float32Array
  shape: readonly number[]
}

/** Wraps a session of any onnxruntime (native or WebAssembly, each with its own tensor class). */
export function runnerOf(session: InferenceSession, TensorOf: typeof Tensor): BatchRunner {
  const types = new Map(session.inputMetadata.flatMap((input) => (input.isTensor ? [[input.name, input.type]] : [])))
  const tensorOf = (name: string, { values, shape }: InputTensor) => {
    if (!(values instanceof Float32Array)) return new TensorOf('int64', values, shape)
    const type = types.get(name)
    if (type === 'uint8') return new TensorOf('uint8', new Uint8Array(values), shape)
    return type === 'float16' ? halfTensor(values, shape) : new TensorOf('float32', values, shape)
  }
  function halfTensor(values: Float32Array, shape: readonly number[]): Tensor {
    const bits = new Uint16Array(new Float16Array(values).buffer)
    const tensor = new TensorOf('float16', bits, shape)
    // Its class converts the bits to Float16Array, which the native library does not read.
    Reflect.set(tensor, 'cpuData', bits)
    return tensor
  }
  const runTensors = (inputs: Inputs) =>
    session.run(Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, tensorOf(name, input)])))
  return {
    takesBatches: session.inputMetadata.every(
      (input) => input.isTensor && input.shape.length > 1 && typeof input.shape[0] === 'string',
    ),
    async run(inputs) {
      const results = await runTensors(inputs)
      return Object.fromEntries(Object.entries(results).map(([name, tensor]) => [name, numbersOf(name, tensor)]))
    },
    async runBatch(inputs) {
      const results = Object.entries(await runTensors(joined(inputs)))
      if (results.some(([, { dims }]) => dims[0] !== inputs.length)) return undefined
      const parts = results.map(([name, tensor]) => {
        const values = numbersOf(name, tensor)
        const length = values.length / inputs.length
        return inputs.map((_, at) => [name, values.subarray(at * length, (at + 1) * length)] as const)
      })
      return inputs.map((_, at) => Object.fromEntries(parts.map((part) => part[at]!)))
    },
    release: () => session.release(),
  }
}

function joined(inputs: readonly Inputs[]): Inputs {
  const [first = {}] = inputs
  return Object.fromEntries(
    Object.entries(first).map(([name, { values, shape }]) => {
      const total = values.length * inputs.length
      const all = values instanceof Float32Array ? new Float32Array(total) : new BigInt64Array(total)
      for (const [at, each] of inputs.entries()) all.set(each[name]!.values as never, at * values.length)
      return [name, { values: all, shape: [inputs.length * shape[0]!, ...shape.slice(1)] } as InputTensor]
    }),
  )
}

/** Converts integer labels, and float16 values that runtimes return as such or as bits. */
function numbersOf(name: string, { data, type }: Pick<Tensor, 'data' | 'type'>): Float32Array {
  if (type === 'float16') {
    const { buffer, byteOffset, length } = data as Uint16Array<ArrayBuffer>
    return Float32Array.from(new Float16Array(buffer, byteOffset, length))
  }
  if (data instanceof Float32Array) return data
  if (data instanceof BigInt64Array) return Float32Array.from(data, Number)
  if (data instanceof Int32Array || data instanceof Uint8Array) return Float32Array.from(data)
  throw new Error(`${name} holds neither floats nor whole numbers`)
}

export async function createRunner(model: Uint8Array, threads = 2): Promise<BatchRunner> {
  const session = await InferenceSession.create(model, sessionOptions(threads))
  return runnerOf(session, Tensor)
}

/** A runner for the steps of a training, between which the memory stays with the process. */
export async function createTrainingRunner(model: Uint8Array, threads: number): Promise<Runner> {
  const session = await InferenceSession.create(model, sessionOptions(threads, true))
  return runnerOf(session, Tensor)
}
