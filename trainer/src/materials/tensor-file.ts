import { readFileSync } from 'node:fs'
import { readSafetensorsHeader, type SafetensorsHeader, type TensorEntry } from '@vermilion/contract/safetensors/header'

export interface TensorFile {
  readonly header: SafetensorsHeader
  /** Values of a tensor with any floating-point type. */
  numbersOf(tensor: TensorEntry): Float32Array
}

/** Reads a safetensors file. Throws an error with the problem. */
export function readTensorFile(path: string | URL): TensorFile {
  // Copies, because slices of a Buffer share memory at unaligned offsets.
  const file = new Uint8Array(readFileSync(path))
  return {
    header: readSafetensorsHeader(file, file.length),
    numbersOf({ name, type, begin, end }) {
      const bytes = file.slice(begin, end).buffer
      if (type === 'F32') return new Float32Array(bytes)
      if (type === 'F16') return Float32Array.from(new Float16Array(bytes))
      if (type === 'F64') return Float32Array.from(new Float64Array(bytes))
      if (type === 'BF16') {
        const bits = Uint32Array.from(new Uint16Array(bytes), (half) => half << 16)
        return new Float32Array(bits.buffer)
      }
      throw new Error(`${name} is of type ${type}, which is none of F16, BF16, F32 and F64`)
    },
  }
}
