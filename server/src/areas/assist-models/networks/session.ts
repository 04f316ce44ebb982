import { join } from 'node:path'
import { sessionOptions } from '@vermilion/contract/models/session-options'
import { InferenceSession, Tensor } from 'onnxruntime-node'

export { Tensor }

export type Tensors = Readonly<Record<string, Tensor>>

export interface Session {
  readonly inputNames: readonly string[]
  /** Drops inputs that the network does not have; returns the outputs by name. */
  run(inputs: Tensors): Promise<Tensors>
  release(): Promise<void>
}

interface Expected {
  /** All of these are required. */
  readonly inputs: readonly string[]
  /** At least one of these is required. */
  readonly outputs: readonly string[]
}

export async function openSession(folder: string, name: string, expected: Expected): Promise<Session> {
  const session = await InferenceSession.create(join(folder, name), sessionOptions(2))
  const lacking = expected.inputs.find((input) => !session.inputNames.includes(input))
  if (lacking !== undefined) throw await unfit(session, `${name} has no input ${lacking}`)
  if (!expected.outputs.some((output) => session.outputNames.includes(output)))
    throw await unfit(session, `${name} has no output ${expected.outputs.join(' or ')}`)
  return {
    inputNames: session.inputNames,
    async run(inputs) {
      const feeds = session.inputNames.map((input): [string, Tensor] => {
        const tensor = inputs[input]
        if (tensor === undefined) throw new Error(`${name} wants ${input}, which is not known here`)
        return [input, tensor]
      })
      return session.run(Object.fromEntries(feeds))
    },
    release: () => session.release(),
  }
}

async function unfit(session: InferenceSession, problem: string): Promise<Error> {
  await session.release()
  return new Error(problem)
}

export const floats = (values: Float32Array, shape: readonly number[]) => new Tensor('float32', values, shape)

export function floatsOf(
  outputs: Tensors,
  ...names: readonly string[]
): { values: Float32Array; shape: readonly number[] } {
  const name = names.find((each) => outputs[each] !== undefined)
  const tensor = name === undefined ? undefined : outputs[name]
  if (!(tensor?.data instanceof Float32Array)) throw new Error(`${names.join(' or ')} is no tensor of floats`)
  return { values: tensor.data, shape: tensor.dims }
}
