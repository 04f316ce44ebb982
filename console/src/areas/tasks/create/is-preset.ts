import type { TrainingImage } from '@vermilion/contract/tasks'
import { trainingPresetsOf } from '@vermilion/contract/tasks/presets'
import type { TypedTask } from './form-values.ts'
import { defaultsOf } from './parameter-defaults.ts'

type Parameters = Readonly<Record<string, unknown>>

const fits = (parameters: Parameters, values: Parameters) =>
  Object.entries(values).every(([name, value]) => parameters[name] === value)

export function presetOf(image: TrainingImage, parameters: Parameters) {
  return trainingPresetsOf(image).find(({ values }) => fits(parameters, values))
}

export function isPreset({ image, parameters }: TypedTask, images: readonly TrainingImage[]): boolean {
  const selected = images.find(({ name }) => name === image)
  if (selected === undefined) return true
  return fits(parameters, { ...defaultsOf(selected), ...presetOf(selected, parameters)?.values })
}
