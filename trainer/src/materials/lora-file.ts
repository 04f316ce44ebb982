import { encodeSafetensors, type TensorContent } from '@vermilion/contract/safetensors/encode'
import { inspectLora } from '@vermilion/contract/safetensors/lora'
import { elements } from '../graph/graph.ts'
import { loraLayers, type LoraModule } from './lora.ts'
import type { MaterialsShape } from './layout.ts'
import { readTensorFile, type TensorFile } from './tensor-file.ts'

/** Layer name in kohya's scheme: `down.0.blocks.1.conv2` becomes `lora_unet_down_0_blocks_1_conv2`. */
const keyOf = (layer: string) => `lora_unet_${layer.replaceAll('.', '_')}`

function halves(name: string, shape: readonly number[], values: ArrayLike<number>): TensorContent {
  return { name, type: 'F16', shape, bytes: new Uint8Array(Float16Array.from(values).buffer) }
}

export function encodeLora(
  shape: MaterialsShape,
  modules: readonly LoraModule[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const layers = new Map(loraLayers(shape).map((layer) => [layer.name, layer]))
  const tensors = modules.flatMap(({ name, down, up, rank, alpha }) => {
    const { inputs, outputs, kernel } = layers.get(name)!
    return [
      halves(`${keyOf(name)}.alpha`, [], [alpha]),
      halves(`${keyOf(name)}.lora_down.weight`, [rank, inputs, kernel, kernel], down),
      halves(`${keyOf(name)}.lora_up.weight`, [outputs, rank, 1, 1], up),
    ]
  })
  return encodeSafetensors(tensors, metadata)
}

/** Reads a LoRA of this network. Throws an error with the problem. */
export function readLora(path: string, shape: MaterialsShape): LoraModule[] {
  const file = readTensorFile(path)
  const family = inspectLora(file.header)?.family
  if (family !== 'materials') {
    const reason = family === undefined ? 'is no LoRA' : `is a LoRA of another base model (${family})`
    throw new Error(`${path} ${reason}; this engine takes those of vermilion-materials-1`)
  }
  const modules = loraLayers(shape).flatMap((layer) => readModule(file, layer))
  if (modules.length === 0) throw new Error(`${path} changes no layer of vermilion-materials-1`)
  return modules
}

function readModule(
  { header: { tensors, metadata }, numbersOf }: TensorFile,
  { name, inputs, outputs, kernel }: ReturnType<typeof loraLayers>[number],
): LoraModule[] {
  const entry = (end: string) => tensors.find((tensor) => tensor.name === `${keyOf(name)}.${end}`)
  const [down, up, alpha] = [entry('lora_down.weight'), entry('lora_up.weight'), entry('alpha')]
  if (down === undefined || up === undefined) return []
  const rank = down.shape[0] ?? 0
  const isFitting =
    rank > 0 &&
    down.shape.join() === [rank, inputs, kernel, kernel].join() &&
    elements(up.shape) === outputs * rank &&
    up.shape[0] === outputs
  if (!isFitting) throw new Error(`${down.name} has another shape than its layer`)
  const stated = alpha === undefined ? Number(metadata.get('ss_network_alpha') ?? rank) : numbersOf(alpha)[0]
  const numbers = { down: numbersOf(down), up: numbersOf(up), alpha: stated ?? rank }
  if (![...numbers.down, ...numbers.up, numbers.alpha].every(Number.isFinite)) {
    throw new Error(`${down.name} holds what is no number`)
  }
  return [{ name, rank, ...numbers }]
}
