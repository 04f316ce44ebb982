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

/** Smaller constants are thresholds and scales, and stay. */
const fewest = 32
/** Largest float16 value. */
const largest = 65_504

/** Stores weights as float16 constants with a cast back to float32, so that computations are unchanged. */
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
  // Older files list constants among the inputs as well.
  const converted = new Set(casts.flatMap(({ output }) => output))
  graph.input = graph.input.filter(({ name }) => !converted.has(name))
  graph.node = [...casts, ...graph.node]
}
