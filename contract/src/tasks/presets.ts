import type { TrainingImage } from '../tasks.ts'

/** How long somebody wants to wait for how good a model. */
export const trainingPresets = ['quick', 'balanced', 'thorough'] as const
export type TrainingPreset = (typeof trainingPresets)[number]

/** Of the length that the image proposes. */
const lengths: Readonly<Record<TrainingPreset, number>> = { quick: 1 / 3, balanced: 1, thorough: 3 }
/** What says how long a training is. */
const lengthNames = ['epochs', 'steps'] as const

export interface PresetValues {
  readonly preset: TrainingPreset
  /** What it sets of the parameters of the image; the others are as the image proposes them. */
  readonly values: Readonly<Record<string, number>>
}

/** The presets that an image can be trained with: none where it does not say how long it trains. */
export function trainingPresetsOf({ parameters }: Pick<TrainingImage, 'parameters'>): PresetValues[] {
  const name = lengthNames.find((each) => parameters[each] !== undefined)
  const length = name === undefined ? undefined : parameters[name]
  if (name === undefined || length === undefined) return []
  return trainingPresets.map((preset) => {
    const value = Math.round(length.default * lengths[preset])
    return { preset, values: { [name]: Math.min(length.maximum, Math.max(length.minimum, value)) } }
  })
}
