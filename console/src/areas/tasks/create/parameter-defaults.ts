import type { TrainingImage } from '@vermilion/contract/tasks'

/** What the parameters of a training image are where nobody says otherwise. */
export function defaultsOf(image: TrainingImage): Record<string, string | number | boolean> {
  return Object.fromEntries(Object.entries(image.parameters).map(([name, parameter]) => [name, parameter.default]))
}
