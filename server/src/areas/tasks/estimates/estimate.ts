import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { estimateEndpoints, TaskEstimate } from '@vermilion/contract/tasks/estimates'
import type { TaskRow } from '../rows/task-row.ts'
import { readJson } from '#platform/database/columns'

export type EstimateRequest = Received<typeof estimateEndpoints.estimateTask>['body']

type Parameters = Readonly<Record<string, unknown>>
export type PastTask = Pick<TaskRow, 'parameters' | 'imageCount' | 'startedAt' | 'endedAt'>

const likeliest = 5

/** Exponent of each parameter's effect on the duration. */
const powers: Readonly<Record<string, number>> = {
  epochs: 1,
  inputSize: 2,
  resolution: 2,
  width: 1,
  trainWidth: 1,
}

const numberOf = (parameters: Parameters, name: string) => {
  const value = parameters[name]
  return typeof value === 'number' && value > 0 ? value : 1
}

export function workOf(parameters: Parameters, imageCount: number): number {
  // With `steps`, the duration does not depend on the number of images.
  const size = 'steps' in parameters ? numberOf(parameters, 'steps') * numberOf(parameters, 'batch') : imageCount
  return Object.entries(powers).reduce((work, [name, power]) => work * numberOf(parameters, name) ** power, size)
}

/** Images in tiles take as long as many: only tasks with the same tiles compare. */
const tileOverlapOf = ({ tileOverlap }: Parameters) => tileOverlap ?? 0

export function estimate(past: readonly PastTask[], { imageCount, choices }: EstimateRequest): TaskEstimate {
  const finished = past.flatMap(({ parameters, imageCount: images, startedAt, endedAt }) => {
    if (images === null || startedAt === null || endedAt === null) return []
    const work = workOf(readJson(parameters), images)
    return work > 0
      ? [
          {
            work,
            tileOverlap: tileOverlapOf(readJson(parameters)),
            seconds: (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000,
          },
        ]
      : []
  })
  const secondsOf = (parameters: Parameters): number | null => {
    const work = workOf(parameters, imageCount)
    if (work <= 0) return null
    const distance = (other: number) => Math.abs(Math.log(other / work))
    const alike = finished
      .filter(({ tileOverlap }) => tileOverlap === tileOverlapOf(parameters))
      .toSorted((a, b) => distance(a.work) - distance(b.work))
      .slice(0, likeliest)
    return median(alike.map((task) => (task.seconds * work) / task.work))
  }
  return { seconds: choices.map(secondsOf), tasks: finished.length }
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}
