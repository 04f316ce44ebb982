import { readFileSync } from 'node:fs'
import protobuf from 'protobufjs'
import { z } from 'zod'
import type { Attribute, Constant, ElementType, Graph, Tensor } from '../graph/graph.ts'

const schema = protobuf.parse(readFileSync(new URL('onnx.proto', import.meta.url), 'utf8'), { keepCase: true }).root
const modelMetadata = z.object({
  metadata_props: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
})
export const modelProto = schema.lookupType('onnx.ModelProto')

/** Operator set 17 is supported by current onnxruntime builds (native and WebAssembly) and most converters. */
const operatorSet = 17
const irVersion = 8

const elementTypes: Record<ElementType, number> = { float: 1, int64: 7, bool: 9 }

function attribute(name: string, value: Attribute): object {
  if (typeof value === 'number') return { name, type: 2, i: value }
  if (typeof value === 'string') return { name, type: 3, s: new TextEncoder().encode(value) }
  if ('float' in value) return { name, type: 1, f: value.float }
  return { name, type: 7, ints: value }
}

function valueInfo({ name, shape, type }: Tensor): object {
  const dim = shape.map((extent) => ({ dim_value: extent }))
  return { name, type: { tensor_type: { elem_type: elementTypes[type], shape: { dim } } } }
}

function initializer({ tensor, values }: Constant): object {
  const raw_data = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  return { name: tensor.name, dims: tensor.shape, data_type: elementTypes[tensor.type], raw_data }
}

/** Nodes and constants the outputs depend on; unused gradients are dropped. */
function needed(graph: Graph, outputs: readonly Tensor[]) {
  const tensors = new Set(outputs)
  const nodes = graph.nodes.toReversed().filter((node) => {
    if (!tensors.has(node.output)) return false
    for (const input of node.inputs) tensors.add(input)
    return true
  })
  return { nodes: nodes.toReversed(), constants: graph.constants.filter(({ tensor }) => tensors.has(tensor)) }
}

/** Encodes a graph as ONNX. `outputs` names the outputs; `metadata` is stored in the file. */
export function encodeModel(
  graph: Graph,
  outputs: Readonly<Record<string, Tensor>>,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  const { nodes: used, constants } = needed(graph, Object.values(outputs))
  const nodes = used.map(({ operator, inputs, output, attributes }) => ({
    name: output.name,
    op_type: operator,
    input: inputs.map((input) => input.name),
    output: [output.name],
    attribute: Object.entries(attributes).map(([name, value]) => attribute(name, value)),
  }))
  const results = Object.entries(outputs).map(([name, tensor]) => ({
    node: { name, op_type: 'Identity', input: [tensor.name], output: [name] },
    info: valueInfo({ ...tensor, name }),
  }))
  const message = {
    ir_version: irVersion,
    producer_name: 'vermilion',
    opset_import: [{ domain: '', version: operatorSet }],
    metadata_props: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    graph: {
      name: 'vermilion',
      node: [...nodes, ...results.map((result) => result.node)],
      initializer: constants.map(initializer),
      input: graph.inputs.map(valueInfo),
      output: results.map((result) => result.info),
    },
  }
  return modelProto.encode(modelProto.fromObject(message)).finish()
}

export function decodeModelMetadata(bytes: Uint8Array): Record<string, string> {
  const message = modelMetadata.parse(modelProto.toObject(modelProto.decode(bytes)))
  return Object.fromEntries(message.metadata_props.map(({ key, value }) => [key, value]))
}
