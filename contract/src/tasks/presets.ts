import type { TrainingImage } from '../tasks.ts'

export const trainingPresets = ['quick', 'balanced', 'thorough'] as const
export type TrainingPreset = (typeof trainingPresets)[number]

/** Factor on the image's default length. */
const lengths: Readonly<Record<TrainingPreset, number>> = { quick: 1 / 3, balanced: 1, thorough: 3 }
const lengthNames = ['epochs', 'steps'] as const

export interface PresetValues {
  readonly preset: TrainingPreset
  readonly values: Readonly<Record<string, number>>
}

export function trainingPresetsOf({ parameters }: Pick<TrainingImage, 'parameters'>): PresetValues[] {
  const name = lengthNames.find((each) => parameters[each] !== undefined)
  const length = name === undefined ? undefined : parameters[name]
  if (name === undefined || length === undefined) return []
  return trainingPresets.map((preset) => {
    const value = Math.round(length.default * lengths[preset])
    return { preset, values: { [name]: Math.min(length.maximum, Math.max(length.minimum, value)) } }
  })
}
