import { readOnnxMetadata } from './onnx-metadata.ts'
import { createProtobufReader, decodeText, unpackIntegers, type ProtobufField } from '#platform/protobuf'

export interface TensorFacts {
  readonly name: string
  /** Value of TensorProto.DataType: 1 is float32. */
  readonly elementType: number
  readonly shape: readonly (number | string)[]
  /** Operator that computed its values; those that only change their shape or type are passed over. */
  readonly madeBy: string
  /** The operation that made the values from which `TopK` chooses. */
  readonly chosenFrom?: string
}

export interface OnnxFacts {
  readonly producer: string
  readonly operatorSet: number
  readonly metadata: Readonly<Record<string, string>>
  readonly inputs: readonly TensorFacts[]
  readonly outputs: readonly TensorFacts[]
  readonly foreignDomains: readonly string[]
  readonly hasExternalData: boolean
  /** Elements of the largest tensor created by an operator, as far as shapes are constant. */
  readonly largestTensor: number
}

/** Maximum nesting of subgraphs: branches and loops of real models are shallow. */
const maxDepth = 16
const ownDomains = new Set(['', 'ai.onnx', 'ai.onnx.ml', 'com.microsoft'])

type FieldReader = ReturnType<typeof createProtobufReader>

/** Characters of one property: class names need a fraction of it. */
const maxPropertyLength = 4 * 1024 ** 2

function readShortMetadata(bytes: Uint8Array): Record<string, string> {
  const metadata = readOnnxMetadata(bytes)
  if (Object.values(metadata).some(({ length }) => length > maxPropertyLength))
    throw new RangeError('what it says of itself is too long')
  return metadata
}

const contentsOf = (fields: readonly ProtobufField[], number: number): Uint8Array[] =>
  fields.flatMap((field) => (field.number === number && field.content !== undefined ? [field.content] : []))
const first = (fields: readonly ProtobufField[], number: number) => fields.find((field) => field.number === number)
const nameIn = (fields: readonly ProtobufField[], number: number) => decodeText(first(fields, number)?.content)

/** Throws a RangeError for invalid files. Field numbers are those of `onnx.proto`. */
export function readOnnxFacts(bytes: Uint8Array): OnnxFacts {
  const read = createProtobufReader()
  const model = read(bytes)
  const [graphBytes, ...otherGraphs] = contentsOf(model, 7)
  if (graphBytes === undefined) throw new RangeError('the file holds no graph')
  // A runtime would merge them, and run an unchecked graph.
  if (otherGraphs.length > 0) throw new RangeError('the file holds several graphs')
  const graph = read(graphBytes)
  const initializers = new Set(contentsOf(graph, 5).map((tensor) => nameIn(read(tensor), 8)))
  const operatorSets = contentsOf(model, 8).map((set) => {
    const fields = read(set)
    return { domain: nameIn(fields, 1), version: first(fields, 2)?.unsigned ?? 0 }
  })
  const scan: Scan = {
    read,
    fileSize: bytes.length,
    domains: new Set<string>(),
    extents: new Map(),
    hasExternalData: false,
    largestTensor: 0,
  }
  scanGraph(graph, scan, 0)
  for (const library of contentsOf(model, 25)) scanNodes(contentsOf(read(library), 7), scan, 0)
  const makers = new Map(
    contentsOf(graph, 1).flatMap((node) => {
      const fields = read(node)
      const maker = { operator: nameIn(fields, 4), from: decodeText(contentsOf(fields, 1)[0]) }
      return contentsOf(fields, 2).map((output) => [decodeText(output), maker] as const)
    }),
  )
  const described = (value: Uint8Array): TensorFacts => {
    const tensor = tensorOf(read, value)
    const maker = makerOf(tensor.name, makers)
    if (maker?.operator !== 'TopK') return { ...tensor, madeBy: maker?.operator ?? '' }
    return { ...tensor, madeBy: 'TopK', chosenFrom: makerOf(maker.from, makers)?.operator ?? '' }
  }
  return {
    producer: nameIn(model, 2),
    operatorSet: operatorSets.find(({ domain }) => domain === '' || domain === 'ai.onnx')?.version ?? 0,
    metadata: readShortMetadata(bytes),
    inputs: contentsOf(graph, 11)
      .map(described)
      .filter(({ name }) => !initializers.has(name)),
    outputs: contentsOf(graph, 12).map(described),
    foreignDomains: [...scan.domains].filter((domain) => !ownDomains.has(domain)),
    hasExternalData: scan.hasExternalData,
    largestTensor: scan.largestTensor,
  }
}

interface Maker {
  readonly operator: string
  readonly from: string
}

const reshaping = new Set(['Identity', 'Cast', 'Reshape', 'Flatten', 'Squeeze', 'Unsqueeze'])
/** Operators passed over: a damaged file may have them in a circle. */
const maxReshaping = 16

function makerOf(name: string, makers: ReadonlyMap<string, Maker>): Maker | undefined {
  let maker = makers.get(name)
  for (let step = 0; step < maxReshaping && maker !== undefined && reshaping.has(maker.operator); step += 1)
    maker = makers.get(maker.from) ?? maker
  return maker
}

const nothing = new Uint8Array()

function tensorOf(read: FieldReader, value: Uint8Array): Omit<TensorFacts, 'madeBy'> {
  const fields = read(value)
  const [type = nothing] = contentsOf(read(first(fields, 2)?.content ?? nothing), 1)
  const tensor = read(type)
  const shape = contentsOf(read(first(tensor, 2)?.content ?? nothing), 1).map((dimension) => {
    const parts = read(dimension)
    const extent = first(parts, 1)?.unsigned
    // Negative numbers mean unknown, and appear as very large unsigned numbers.
    return extent !== undefined && extent <= Number.MAX_SAFE_INTEGER ? extent : nameIn(parts, 2) || '?'
  })
  return { name: nameIn(fields, 1), elementType: first(tensor, 1)?.unsigned ?? 0, shape }
}

interface Scan {
  readonly read: FieldReader
  readonly fileSize: number
  readonly domains: Set<string>
  readonly extents: Map<string, readonly number[]>
  hasExternalData: boolean
  largestTensor: number
}

function scanGraph(graph: readonly ProtobufField[], scan: Scan, depth: number): void {
  if (depth > maxDepth) throw new RangeError('graphs lie too deep within each other')
  for (const tensor of contentsOf(graph, 5)) scanTensor(tensor, scan)
  for (const sparse of contentsOf(graph, 15))
    for (const tensor of scan.read(sparse)) if (tensor.content !== undefined) scanTensor(tensor.content, scan)
  scanNodes(contentsOf(graph, 1), scan, depth)
}

const shapeInputs: Readonly<Record<string, number>> = { ConstantOfShape: 0, Expand: 1 }

function scanNodes(nodes: readonly Uint8Array[], scan: Scan, depth: number): void {
  for (const node of nodes) {
    const fields = scan.read(node)
    scan.domains.add(nameIn(fields, 7))
    const shapeInput = contentsOf(fields, 1)[shapeInputs[nameIn(fields, 4)] ?? Number.NaN]
    const extents = shapeInput === undefined ? undefined : scan.extents.get(decodeText(shapeInput))
    if (extents !== undefined) scan.largestTensor = Math.max(scan.largestTensor, productOf(extents))
    for (const attribute of contentsOf(fields, 5)) {
      const parts = scan.read(attribute)
      const output = decodeText(contentsOf(fields, 2)[0])
      for (const tensor of [...contentsOf(parts, 5), ...contentsOf(parts, 10)]) scanTensor(tensor, scan, output)
      for (const graph of [...contentsOf(parts, 6), ...contentsOf(parts, 11)])
        scanGraph(scan.read(graph), scan, depth + 1)
    }
  }
}

const productOf = (extents: readonly number[]) => extents.reduce((product, extent) => product * extent, 1)
const maxExtents = 16
const int64 = 7

/** TensorProto: `external_data` is 13, `data_location` 14 with 1 for external; two 4-bit numbers share a byte. */
function scanTensor(tensor: Uint8Array, scan: Scan, name?: string): void {
  const fields = scan.read(tensor)
  if (fields.some(({ number, unsigned }) => number === 13 || (number === 14 && unsigned === 1)))
    scan.hasExternalData = true
  const count = productOf(integersOf(fields, 1))
  if (count > 2 * scan.fileSize) throw new RangeError('it says of a tensor that it is larger than the file')
  if (count > maxExtents || first(fields, 2)?.unsigned !== int64) return
  const raw = first(fields, 9)?.content
  const values = raw === undefined ? integersOf(fields, 7) : wholeNumbers(raw)
  scan.extents.set(name ?? nameIn(fields, 8), values)
}

function integersOf(fields: readonly ProtobufField[], number: number): number[] {
  return fields.flatMap((field) =>
    field.number === number ? (field.content === undefined ? [field.unsigned] : unpackIntegers(field.content)) : [],
  )
}

function wholeNumbers(raw: Uint8Array): number[] {
  const count = Math.min(maxExtents, Math.floor(raw.byteLength / 8))
  const view = new DataView(raw.buffer, raw.byteOffset, count * 8)
  return Array.from({ length: count }, (_, at) => Number(view.getBigInt64(at * 8, true)))
}
