import {
  elementTypes,
  floatsOf,
  nodeOf,
  NotConvertible,
  type OnnxDocument,
  type OnnxNode,
  shapeOf,
  tensorOf,
} from './document.ts'

/** Constants of fewer numbers stay: they are thresholds and scales, and weigh nothing. */
const fewest = 32
/** The largest number that 16 bits hold. */
const largest = 65_504

/** Halves the weights: constants of 16 bits, which a cast brings back to 32, so that all that is computed stays as it is. */
export function toFloat16(document: OnnxDocument): void {
  const casts: OnnxNode[] = []
  const { graph } = document
  graph.initializer = graph.initializer.map((tensor) => {
    const values = floatsOf(tensor)
    if (values === undefined || values.length < fewest || values.some((value) => Math.abs(value) > largest))
      return tensor
    const name = `${tensor.name}_float16`
    casts.push(nodeOf('Cast', [name], tensor.name, { to: elementTypes.float }))
    return tensorOf(name, new Float16Array(values), shapeOf(tensor), 'float16')
  })
  if (casts.length === 0) throw new NotConvertible('operators', 'no weights of 32 bits')
  // Older files list their constants among the inputs as well.
  const converted = new Set(casts.flatMap(({ output }) => output))
  graph.input = graph.input.filter(({ name }) => !converted.has(name))
  graph.node = [...casts, ...graph.node]
}
