import type { TrainingImage } from '../tasks.ts'

/** Presets by effort on a CPU, or by accelerator memory in GB. */
export const fineTuningPresets = ['quick', 'usual', 'thorough', '12', '16', '24', '48'] as const
export type FineTuningPreset = (typeof fineTuningPresets)[number]

type Values = Readonly<Record<string, number>>

const ofProcessor: Readonly<Partial<Record<FineTuningPreset, Values>>> = {
  quick: { rank: 4, alpha: 4, steps: 150, batch: 8, sampleEvery: 25 },
  usual: { rank: 8, alpha: 8, steps: 400, batch: 16, sampleEvery: 50 },
  thorough: { rank: 16, alpha: 16, steps: 800, batch: 16, sampleEvery: 100 },
}
const ofAccelerator: Readonly<Partial<Record<FineTuningPreset, Values>>> = {
  12: { rank: 8, alpha: 8, resolution: 512, batch: 1 },
  16: { rank: 16, alpha: 16, resolution: 768, batch: 1 },
  24: { rank: 32, alpha: 16, resolution: 1024, batch: 2 },
  48: { rank: 64, alpha: 32, resolution: 1024, batch: 4 },
}

type PresetImage = Pick<TrainingImage, 'accelerators' | 'parameters'>

export function presetsOf({ accelerators, parameters }: PresetImage): { preset: FineTuningPreset; values: Values }[] {
  const presets = accelerators.length === 0 ? ofProcessor : ofAccelerator
  return fineTuningPresets.flatMap((preset) => {
    const values = Object.entries(presets[preset] ?? {}).filter(([name, value]) => {
      const definition = parameters[name]
      return definition !== undefined && value >= definition.minimum && value <= definition.maximum
    })
    return values.length === 0 ? [] : [{ preset, values: Object.fromEntries(values) }]
  })
}
