import { InferenceSession, Tensor } from 'onnxruntime-node'

/** A model made ready by onnxruntime: named float tensors in, named float tensors out. */
export interface Runner {
  run(inputs: Readonly<Record<string, FloatTensor>>): Promise<Record<string, Float32Array>>
  release(): Promise<void>
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
        feeds[name] = new TensorOf('float32', values, shape)
      }
      const results = await session.run(feeds)
      return Object.fromEntries(
        Object.entries(results).map(([name, { data }]) => {
          if (!(data instanceof Float32Array)) throw new Error(`${name} is not a tensor of floats`)
          return [name, data]
        }),
      )
    },
    release: () => session.release(),
  }
}

/**
 * Threads that spin while they wait would burn the cores of a shared machine: spinning is off. So are the arena and its
 * plans: they hold a quarter more memory and save no time here.
 */
export async function createRunner(model: Uint8Array, threads = 2): Promise<Runner> {
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  return runnerOf(session, Tensor)
}
