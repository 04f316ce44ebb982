import type { TrainingImage } from '@vermilion/contract/tasks'

export function defaultsOf(image: TrainingImage): Record<string, string | number | boolean> {
  return Object.fromEntries(Object.entries(image.parameters).map(([name, parameter]) => [name, parameter.default]))
}
