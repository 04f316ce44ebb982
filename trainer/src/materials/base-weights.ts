import { encodeSafetensors } from '@vermilion/contract/safetensors/encode'
import { materialsBase } from '@vermilion/contract/safetensors/lora-family'
import { elements } from '../graph/graph.ts'
import { parameterCount } from '../network/plan.ts'
import { materialsPlan, materialsShape, type MaterialsShape } from './layout.ts'
import { readTensorFile } from './tensor-file.ts'

/** Weights shipped with the product, described in weights/README.md. */
const shipped = new URL('../../weights/materials-1.safetensors', import.meta.url)

/** Encodes parameters as a safetensors file of float16 values. */
export function encodeBaseWeights(shape: MaterialsShape, flat: Float32Array): Uint8Array {
  const tensors = materialsPlan(shape).parameters.map(({ name, shape: extents, offset }) => {
    const values = Float16Array.from(flat.subarray(offset, offset + elements(extents)))
    return { name, type: 'F16' as const, shape: extents, bytes: new Uint8Array(values.buffer) }
  })
  return encodeSafetensors(tensors, { 'modelspec.architecture': materialsBase })
}

export function readBaseWeights(path: URL | string = shipped): Float32Array {
  const { header, numbersOf } = readTensorFile(path)
  const byName = new Map(header.tensors.map((tensor) => [tensor.name, tensor]))
  const plan = materialsPlan(materialsShape)
  const flat = new Float32Array(parameterCount(plan))
  for (const { name, shape, offset } of plan.parameters) {
    const tensor = byName.get(name)
    if (tensor?.shape.join() !== shape.join()) throw new Error(`the base weights lack ${name}`)
    flat.set(numbersOf(tensor), offset)
  }
  return flat
}
