import { readOnnxMetadata } from '../onnx-metadata.ts'
import { createFieldReader, textOf } from './protobuf.ts'
import type { Field } from './protobuf.ts'

/** An input or output: a number for each extent that is fixed, a word for each that is not. */
export interface TensorFacts {
  readonly name: string
  /** Of TensorProto.DataType: 1 is float32. */
  readonly elementType: number
  readonly shape: readonly (number | string)[]
}

/** What an ONNX file says of itself, without being run. */
export interface OnnxFacts {
  readonly producer: string
  readonly operatorSet: number
  readonly metadata: Readonly<Record<string, string>>
  readonly inputs: readonly TensorFacts[]
  readonly outputs: readonly TensorFacts[]
  /** Sets of operators beside those of ONNX, which a runtime would need a library for. */
  readonly foreignDomains: readonly string[]
  /** Whether weights lie in other files, by paths that the file names. */
  readonly hasExternalData: boolean
}

/** Graphs within graphs that are followed: branches and loops of real models have few. */
const mostDepth = 16
/** What onnxruntime has built in: the last are its own. */
const ownDomains = new Set(['', 'ai.onnx', 'ai.onnx.ml', 'com.microsoft'])

type FieldReader = ReturnType<typeof createFieldReader>

const contentsOf = (fields: readonly Field[], number: number): Uint8Array[] =>
  fields.flatMap(({ field, content }) => (field === number && content !== undefined ? [content] : []))
const first = (fields: readonly Field[], number: number) => fields.find(({ field }) => field === number)
const nameIn = (fields: readonly Field[], number: number) => textOf(first(fields, number)?.content)

/** Throws a RangeError on bytes that are no ONNX model. The numbers are those of `onnx.proto`. */
export function readOnnxFacts(bytes: Uint8Array): OnnxFacts {
  const read = createFieldReader()
  const model = read(bytes)
  const [graphBytes] = contentsOf(model, 7)
  if (graphBytes === undefined) throw new RangeError('the file holds no graph')
  const graph = read(graphBytes)
  const initializers = new Set(contentsOf(graph, 5).map((tensor) => nameIn(read(tensor), 8)))
  const operatorSets = contentsOf(model, 8).map((set) => {
    const fields = read(set)
    return { domain: nameIn(fields, 1), version: first(fields, 2)?.value ?? 0 }
  })
  const scan = { read, domains: new Set<string>(), hasExternalData: false }
  scanGraph(graph, scan, 0)
  for (const library of contentsOf(model, 25)) scanNodes(contentsOf(read(library), 7), scan, 0)
  return {
    producer: nameIn(model, 2),
    operatorSet: operatorSets.find(({ domain }) => domain === '' || domain === 'ai.onnx')?.version ?? 0,
    metadata: readOnnxMetadata(bytes),
    inputs: contentsOf(graph, 11)
      .map((value) => tensorOf(read, value))
      .filter(({ name }) => !initializers.has(name)),
    outputs: contentsOf(graph, 12).map((value) => tensorOf(read, value)),
    foreignDomains: [...scan.domains].filter((domain) => !ownDomains.has(domain)),
    hasExternalData: scan.hasExternalData,
  }
}

const nothing = new Uint8Array()

function tensorOf(read: FieldReader, value: Uint8Array): TensorFacts {
  const fields = read(value)
  const [type = nothing] = contentsOf(read(first(fields, 2)?.content ?? nothing), 1)
  const tensor = read(type)
  const shape = contentsOf(read(first(tensor, 2)?.content ?? nothing), 1).map((dimension) => {
    const parts = read(dimension)
    return first(parts, 1)?.value ?? (nameIn(parts, 2) || '?')
  })
  return { name: nameIn(fields, 1), elementType: first(tensor, 1)?.value ?? 0, shape }
}

interface Scan {
  readonly read: FieldReader
  readonly domains: Set<string>
  hasExternalData: boolean
}

function scanGraph(graph: readonly Field[], scan: Scan, depth: number): void {
  if (depth > mostDepth) throw new RangeError('graphs lie too deep within each other')
  for (const tensor of contentsOf(graph, 5)) scanTensor(tensor, scan)
  for (const sparse of contentsOf(graph, 15))
    for (const tensor of scan.read(sparse)) if (tensor.content !== undefined) scanTensor(tensor.content, scan)
  scanNodes(contentsOf(graph, 1), scan, depth)
}

function scanNodes(nodes: readonly Uint8Array[], scan: Scan, depth: number): void {
  for (const node of nodes) {
    const fields = scan.read(node)
    scan.domains.add(nameIn(fields, 7))
    for (const attribute of contentsOf(fields, 5)) {
      const parts = scan.read(attribute)
      for (const tensor of [...contentsOf(parts, 5), ...contentsOf(parts, 10)]) scanTensor(tensor, scan)
      for (const graph of [...contentsOf(parts, 6), ...contentsOf(parts, 11)])
        scanGraph(scan.read(graph), scan, depth + 1)
    }
  }
}

/** Of a tensor, `external_data` is 13 and `data_location` 14, where 1 means outside. */
function scanTensor(tensor: Uint8Array, scan: Scan): void {
  const fields = scan.read(tensor)
  if (first(fields, 13) !== undefined || first(fields, 14)?.value === 1) scan.hasExternalData = true
}
