import type { generationEstimateEndpoints } from '@vermilion/contract/generations/estimates'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Handlers } from '#platform/http/handler'
import type { Engines } from '../engines/registry.ts'
import type { PastGeneration, PastStore } from './past-store.ts'

const likeliest = 5

/** Estimates duration and size from past generations of the workflow, or from the engine's typical sizes. */
export function generationEstimateRoutes(
  past: PastStore,
  engines: Pick<Engines, 'find'>,
): Handlers<typeof generationEstimateEndpoints> {
  return {
    async estimateGeneration({ body: { workflow, width, height, count, byProducts } }) {
      const match = await engines.find(workflow)
      if (match === undefined) throw fail('generation.workflow-missing')
      const distance = (one: PastGeneration) => Math.abs(Math.log(pixelsOf(one) / pixelsOf({ width, height })))
      const finished = (await past.succeeded(workflow)).filter(({ attempts }) => attempts > 0)
      const alike = finished.toSorted((a, b) => distance(a) - distance(b)).slice(0, likeliest)
      const sizes = await Promise.all(alike.map((one) => past.meanSize(one.id)))
      const usual = match.engine.usualBytes
      const seconds = median(alike.map((one) => secondsOf(one) / one.attempts / pixelsOf(one)))
      const ofImage = median(alike.flatMap((one, at) => bytesOfPixel(one, sizes[at] ?? null))) ?? usual?.image
      const beside = byProducts.reduce((sum, name) => sum + (usual?.[name] ?? 0), 0)
      const pixels = count * pixelsOf({ width, height })
      return {
        seconds: seconds === null ? null : Math.round(seconds * pixels * 1_000) / 1_000,
        bytes: ofImage === undefined ? null : Math.round((ofImage + beside) * pixels),
        generations: alike.length,
      }
    },
  }
}

const pixelsOf = ({ width, height }: { width: number; height: number }) => width * height

const bytesOfPixel = (one: PastGeneration, meanSize: number | null) =>
  meanSize === null ? [] : [meanSize / pixelsOf(one)]

const secondsOf = ({ startedAt, endedAt }: PastGeneration) => (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}
