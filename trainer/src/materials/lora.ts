import { elements } from '../graph/graph.ts'
import type { Parameter, Plan } from '../network/plan.ts'
import { layersOf, materialsPlan, type MaterialsShape } from './layout.ts'

/** Rank, and alpha: the product is scaled by alpha / rank. */
export interface LoraScale {
  rank: number
  alpha: number
}

export interface LoraModule extends LoraScale {
  name: string
  /** `(rank, inputs, 3, 3)` and `(outputs, rank, 1, 1)`. */
  down: Float32Array
  up: Float32Array
}

export function loraLayers(shape: MaterialsShape) {
  return layersOf(shape).filter(({ kernel }) => kernel === 3)
}

/** Layout of a LoRA's flat vector in training. Its initial change is zero. */
export function loraPlan(shape: MaterialsShape, rank: number): Pick<Plan, 'parameters'> {
  let offset = 0
  const add = (name: string, extents: readonly number[], initial: Parameter['initial']): Parameter => {
    offset += elements(extents)
    return { name, shape: extents, offset: offset - elements(extents), decays: false, initial }
  }
  const parameters = loraLayers(shape).flatMap(({ name, inputs, outputs, kernel }) => {
    const deviation = Math.sqrt(1 / (3 * inputs * kernel * kernel))
    return [
      add(`${name}.down`, [rank, inputs, kernel, kernel], (random) => random.normal() * deviation),
      add(`${name}.up`, [outputs, rank, 1, 1], () => 0),
    ]
  })
  return { parameters }
}

export function loraModules(shape: MaterialsShape, scale: LoraScale, flat: Float32Array): LoraModule[] {
  const { parameters } = loraPlan(shape, scale.rank)
  const values = (name: string) => {
    const { shape: extents, offset } = parameters.find((parameter) => parameter.name === name)!
    return flat.subarray(offset, offset + elements(extents))
  }
  return loraLayers(shape).map(({ name }) => ({
    ...scale,
    name,
    down: values(`${name}.down`),
    up: values(`${name}.up`),
  }))
}

/** Adds the modules' changes to the base, scaled by `strength`. */
export function applyLora(
  shape: MaterialsShape,
  base: Float32Array,
  modules: readonly LoraModule[],
  strength: number,
): Float32Array {
  const flat = Float32Array.from(base)
  if (strength === 0) return flat
  const { parameters } = materialsPlan(shape)
  for (const { name, down, up, rank, alpha } of modules) {
    const { shape: extents, offset } = parameters.find((parameter) => parameter.name === `${name}.weight`)!
    const [outputs] = extents as [number]
    const columns = elements(extents) / outputs
    for (let output = 0; output < outputs; output++) {
      for (let inner = 0; inner < rank; inner++) {
        const factor = (strength * alpha * up[output * rank + inner]!) / rank
        const row = offset + output * columns
        for (let i = 0; i < columns; i++) flat[row + i] = flat[row + i]! + factor * down[inner * columns + i]!
      }
    }
  }
  return flat
}
