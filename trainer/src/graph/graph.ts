/** ONNX operators over tensors of known shape, in evaluation order; `model-file.ts` writes the graph for onnxruntime. */
export type ElementType = 'float' | 'int64' | 'bool'

export interface Tensor {
  readonly name: string
  readonly shape: readonly number[]
  readonly type: ElementType
}

export type Attribute = number | string | readonly number[] | { readonly float: number }

export interface Node {
  readonly operator: string
  readonly inputs: readonly Tensor[]
  readonly output: Tensor
  readonly attributes: Readonly<Record<string, Attribute>>
}

export interface Constant {
  readonly tensor: Tensor
  readonly values: Float32Array | BigInt64Array
}

/** Backward pass of a tensor: for each input, its gradient as an expression of the output's gradient. */
export interface Derivation {
  readonly output: Tensor
  readonly inputs: readonly { readonly tensor: Tensor; readonly gradient: (output: Tensor) => Tensor }[]
}

export interface Graph {
  readonly nodes: readonly Node[]
  readonly inputs: readonly Tensor[]
  readonly constants: readonly Constant[]
  readonly derivations: readonly Derivation[]
  input(name: string, shape: readonly number[]): Tensor
  constant(values: Float32Array, shape: readonly number[]): Tensor
  scalar(value: number): Tensor
  integers(values: readonly number[]): Tensor
  /** Adds a node; equal operators on equal inputs share one. */
  node(
    operator: string,
    inputs: readonly Tensor[],
    shape: readonly number[],
    attributes?: Readonly<Record<string, Attribute>>,
    type?: ElementType,
  ): Tensor
  /** Registers how gradients flow from the tensor to its inputs, and returns the tensor. */
  derive(output: Tensor, inputs: Derivation['inputs']): Tensor
}

export const elements = (shape: readonly number[]) => shape.reduce((product, extent) => product * extent, 1)

/** A programming error: the requested graph is invalid. */
export function shapeError(operator: string, ...tensors: readonly Tensor[]): Error {
  return new Error(`${operator}: shapes ${tensors.map((t) => `(${t.shape.join(', ')})`).join(' and ')} do not fit`)
}

export function createGraph(): Graph {
  const nodes: Node[] = []
  const inputs: Tensor[] = []
  const constants: Constant[] = []
  const derivations: Derivation[] = []
  const derived = new Set<Tensor>()
  const existing = new Map<string, Tensor>()
  let names = 0
  const name = (kind: string) => `${kind}_${(names += 1)}`

  function once(key: string, make: () => Tensor): Tensor {
    const tensor = existing.get(key) ?? make()
    existing.set(key, tensor)
    return tensor
  }
  function constant(values: Float32Array | BigInt64Array, shape: readonly number[], type: ElementType): Tensor {
    if (values.length !== elements(shape)) throw new Error(`${values.length} values for shape (${shape.join(', ')})`)
    const tensor = { name: name('constant'), shape, type }
    constants.push({ tensor, values })
    return tensor
  }

  return {
    nodes,
    inputs,
    constants,
    derivations,
    input(inputName, shape) {
      const tensor: Tensor = { name: inputName, shape, type: 'float' }
      inputs.push(tensor)
      return tensor
    },
    constant: (values, shape) => constant(values, shape, 'float'),
    scalar: (value) => once(`scalar ${value}`, () => constant(Float32Array.of(value), [], 'float')),
    integers: (values) =>
      once(`integers ${values.join()}`, () =>
        constant(BigInt64Array.from(values.map(BigInt)), [values.length], 'int64'),
      ),
    node(operator, nodeInputs, shape, attributes = {}, type = 'float') {
      const key = `${operator}(${nodeInputs.map((t) => t.name).join()}) ${JSON.stringify(attributes)}`
      return once(key, () => {
        const output = { name: name(operator), shape, type }
        nodes.push({ operator, inputs: nodeInputs, output, attributes })
        return output
      })
    },
    derive(output, from) {
      // Equal expressions share a node, whose gradient must flow back once.
      if (!derived.has(output)) derivations.push({ output, inputs: from })
      derived.add(output)
      return output
    },
  }
}
