import {
  floatsOf,
  nodeOf,
  NotConvertible,
  numberOf,
  type OnnxDocument,
  type OnnxNode,
  operatorSetOf,
  type OnnxTensor,
  shapeOf,
  tensorOf,
} from './document.ts'

export interface Range {
  low: number
  high: number
}

const minOperatorSet = 13
const quantized: ReadonlySet<string> = new Set(['Conv', 'Gemm', 'MatMul'])

interface Layer {
  readonly node: OnnxNode
  readonly weights: OnnxTensor
  readonly bias: OnnxTensor | undefined
}

/** Layers with constant weights, which can be computed in 8 bits. */
function layersOf({ graph }: OnnxDocument): Layer[] {
  const constants = new Map(graph.initializer.map((tensor) => [tensor.name, tensor]))
  return graph.node.flatMap((node): Layer[] => {
    const weights = constants.get(node.input[1] ?? '')
    const isPlain = (node.domain ?? '') === '' && quantized.has(node.op_type)
    if (!isPlain || weights === undefined || floatsOf(weights) === undefined || shapeOf(weights).length < 2) return []
    return [{ node, weights, bias: constants.get(node.input[2] ?? '') }]
  })
}

export function tensorsToMeasure(document: OnnxDocument): string[] {
  const set = operatorSetOf(document)
  if (set < minOperatorSet)
    throw new NotConvertible('operators', `operator set ${set}; export it with ${minOperatorSet} or later`)
  const layers = layersOf(document)
  if (layers.length === 0) {
    const operators = [...new Set(document.graph.node.map((node) => node.op_type))].slice(0, 20)
    throw new NotConvertible('operators', `no Conv, Gemm or MatMul with constant weights, only ${operators.join(', ')}`)
  }
  return [...new Set(layers.flatMap(({ node }) => [node.input[0]!, node.output[0]!]))]
}

/** Weights per channel, activations per tensor (QDQ): supporting runtimes compute in 8 bits, others as written. */
export function toInt8(document: OnnxDocument, ranges: ReadonlyMap<string, Range>): void {
  const { graph } = document
  const layers = layersOf(document)
  const constants: OnnxTensor[] = []
  const outputs = new Set(graph.output.map(({ name }) => name))
  /** Quantized counterparts by tensor name. */
  const rounded = new Map<string, string>()
  const nodes = new Map<OnnxNode, { before: OnnxNode[]; after: OnnxNode[] }>()

  function scaleOf(name: string): number {
    const { low, high } = ranges.get(name) ?? { low: 0, high: 1 }
    return Math.max((Math.max(high, 0) - Math.min(low, 0)) / 255, 1e-8)
  }

  function roundTrip(name: string, from: string, to: string): OnnxNode[] {
    const scale = scaleOf(name)
    const zero = Math.min(255, Math.max(0, Math.round(-Math.min(ranges.get(name)?.low ?? 0, 0) / scale)))
    constants.push(tensorOf(`${to}_scale`, Float32Array.of(scale), [], 'float'))
    constants.push(tensorOf(`${to}_zero`, Uint8Array.of(zero), [], 'uint8'))
    const parameters = [`${to}_scale`, `${to}_zero`]
    return [
      nodeOf('QuantizeLinear', [from, ...parameters], `${to}_8bit`),
      nodeOf('DequantizeLinear', [`${to}_8bit`, ...parameters], to),
    ]
  }

  for (const [index, { node, weights, bias }] of layers.entries()) {
    const around = { before: [] as OnnxNode[], after: [] as OnnxNode[] }
    nodes.set(node, around)
    const source = node.input[0]!
    if (!rounded.has(source)) {
      rounded.set(source, `${source}_rounded`)
      around.before.push(...roundTrip(source, source, `${source}_rounded`))
    }
    const name = `${weights.name}_${index}`
    const biases = bias === undefined ? undefined : floatsOf(bias)
    const minScales = biases?.map((value) => Math.abs(value) / (scaleOf(source) * maxBias))
    const { values, scales, axis } = weightsOf(node, weights, minScales)
    constants.push(tensorOf(`${name}_8bit`, values, shapeOf(weights), 'int8'))
    constants.push(tensorOf(`${name}_scale`, scales, [scales.length], 'float'))
    constants.push(tensorOf(`${name}_zero`, new Int8Array(scales.length), [scales.length], 'int8'))
    around.before.push(
      nodeOf('DequantizeLinear', [`${name}_8bit`, `${name}_scale`, `${name}_zero`], `${name}_rounded`, { axis }),
    )
    node.input[1] = `${name}_rounded`
    if (bias !== undefined && biases?.length === scales.length) {
      const inputScale = scaleOf(source)
      const biasScales = scales.map((scale) => scale * inputScale)
      const biasValues = Int32Array.from(biases, (value, at) => Math.round(value / biasScales[at]!))
      constants.push(tensorOf(`${name}_bias`, biasValues, [biasValues.length], 'int32'))
      constants.push(tensorOf(`${name}_bias_scale`, biasScales, [biasValues.length], 'float'))
      constants.push(tensorOf(`${name}_bias_zero`, new Int32Array(biasValues.length), [biasValues.length], 'int32'))
      const parameters = [`${name}_bias_scale`, `${name}_bias_zero`]
      around.before.push(
        nodeOf('DequantizeLinear', [`${name}_bias`, ...parameters], `${name}_bias_rounded`, { axis: 0 }),
      )
      node.input[2] = `${name}_bias_rounded`
    }
    const result = node.output[0]!
    if (outputs.has(result)) continue
    node.output[0] = `${result}_exact`
    around.after.push(...roundTrip(result, `${result}_exact`, result))
    rounded.set(result, result)
  }
  for (const { node } of layers) node.input[0] = rounded.get(node.input[0]!) ?? node.input[0]!
  graph.node = graph.node.flatMap((node) => {
    const around = nodes.get(node)
    return around === undefined ? [node] : [...around.before, node, ...around.after]
  })
  graph.initializer = [...graph.initializer, ...constants]
  dropUnused(document)
}

/** Limit of a quantized bias: half the 32-bit range. */
const maxBias = 2 ** 30

function channelAxis(node: OnnxNode, weights: OnnxTensor): number {
  if (node.op_type === 'Conv') return 0
  if (node.op_type === 'MatMul') return shapeOf(weights).length - 1
  return numberOf(node.attribute.find(({ name }) => name === 'transB')?.i) === 1 ? 0 : 1
}

/** 8-bit weights and per-channel scales, at least so large that the bias in steps of scale and input fits 32 bits. */
function weightsOf(node: OnnxNode, weights: OnnxTensor, minScales: ArrayLike<number> = []) {
  const floats = floatsOf(weights) ?? new Float32Array()
  const shape = shapeOf(weights)
  const axis = channelAxis(node, weights)
  const inner = shape.slice(axis + 1).reduce((product, extent) => product * extent, 1)
  const channels = shape[axis]!
  const channelOf = (at: number) => Math.floor(at / inner) % channels
  const scales = new Float32Array(channels)
  for (const [at, value] of floats.entries()) {
    const channel = channelOf(at)
    scales[channel] = Math.max(scales[channel]!, Math.abs(value) / 127)
  }
  for (const [channel, scale] of scales.entries()) scales[channel] = Math.max(scale, minScales[channel] ?? 0, 1e-8)
  const values = Int8Array.from(floats, (value, at) =>
    Math.min(127, Math.max(-127, Math.round(value / scales[channelOf(at)]!))),
  )
  return { values, scales, axis }
}

function dropUnused({ graph }: OnnxDocument): void {
  const used = new Set([...graph.node.flatMap(({ input }) => input), ...graph.output.map(({ name }) => name)])
  const hasGraphs = graph.node.some(({ op_type: operator }) => ['If', 'Loop', 'Scan'].includes(operator))
  if (hasGraphs) return
  const names = new Set(graph.initializer.map(({ name }) => name))
  graph.initializer = graph.initializer.filter(({ name }) => used.has(name))
  graph.input = graph.input.filter(({ name }) => !names.has(name) || used.has(name))
}
