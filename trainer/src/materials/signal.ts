import { floorKinds, lightKinds, type FloorKind, type LightKind } from '@vermilion/contract/scenes'

/** Condition of a picture. Fine-tuning learns and samples with both fields null. */
export interface Condition {
  floor: FloorKind | null
  light: LightKind | null
}

export const unconditional: Condition = { floor: null, light: null }

const waves = 16
/** Length of the encoded time and condition. */
export const signalLength = 2 * waves + floorKinds.length + lightKinds.length

/** Writes the time (0 noise, 1 picture) as sinusoids of many wavelengths, and the condition one-hot. */
export function writeSignal(out: Float32Array, offset: number, time: number, { floor, light }: Condition): void {
  out.fill(0, offset, offset + signalLength)
  for (let wave = 0; wave < waves; wave++) {
    const angle = time * 1000 * 10_000 ** (-wave / waves)
    out[offset + 2 * wave] = Math.sin(angle)
    out[offset + 2 * wave + 1] = Math.cos(angle)
  }
  if (floor !== null) out[offset + 2 * waves + floorKinds.indexOf(floor)] = 1
  if (light !== null) out[offset + 2 * waves + floorKinds.length + lightKinds.indexOf(light)] = 1
}
