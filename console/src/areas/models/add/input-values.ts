import type { InputSettings } from '@vermilion/contract/detection/input-settings'

type Values = Pick<InputSettings, 'mean' | 'scale'>

const alike = (mean: number, scale: number): Values => ({ mean: [mean, mean, mean], scale: [scale, scale, scale] })

/** Common pixel normalizations: `(byte - mean) * scale`. */
export const valuePresets = {
  unit: alike(0, 1 / 255),
  imageNet: { mean: [123.675, 116.28, 103.53], scale: [1 / 58.395, 1 / 57.12, 1 / 57.375] },
  signed: alike(127.5, 1 / 127.5),
  bytes: alike(0, 1),
} as const satisfies Readonly<Record<string, Values>>
export type ValuePreset = keyof typeof valuePresets

const isNear = (one: readonly number[], other: readonly number[]) =>
  one.every((value, index) => Math.abs(value - (other[index] ?? Number.NaN)) <= 1e-6 * Math.max(1, Math.abs(value)))

export const isSameValues = (one: Values, other: Values): boolean =>
  isNear(one.mean, other.mean) && isNear(one.scale, other.scale)
