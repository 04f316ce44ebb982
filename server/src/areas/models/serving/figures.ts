import type { Metrics, MetricSource, Sample } from '#platform/http/metrics'
import type { Serving } from './serving.ts'

export interface CountedPrediction {
  readonly model: string
  readonly version: string
  readonly status: string
  readonly seconds: number
}

const definitions = {
  vermilion_predictions_total: ['Pictures that models were asked about', ['model', 'version', 'status']],
  vermilion_prediction_queue_length: ['Pictures that wait for a model', []],
  vermilion_prediction_workers: ['Processes that run models', []],
  vermilion_prediction_loaded_models: ['Models that the processes hold open', []],
  vermilion_prediction_worker_restarts_total: ['Processes that ended while they ran a model', []],
} as const satisfies MetricSource['definitions']

export type ServingFigures = ReturnType<typeof createServingFigures>

/** Counts predictions, which the audit log omits. */
export function createServingFigures() {
  const counts = new Map<string, Sample & { value: number }>()
  let observeDuration: ((seconds: number) => void) | undefined
  let observeBatch: ((pictures: number) => void) | undefined

  return {
    ran: (pictures: number) => observeBatch?.(pictures),
    count({ seconds, ...labels }: CountedPrediction): void {
      const key = JSON.stringify(labels)
      const sample = counts.get(key) ?? { labels, value: 0 }
      counts.set(key, { labels, value: sample.value + 1 })
      if (labels.status === 'success') observeDuration?.(seconds)
    },
    tell(metrics: Metrics, serving: Pick<Serving, 'figures'>): void {
      observeDuration = metrics.addHistogram({
        name: 'vermilion_prediction_duration_seconds',
        help: 'Time from a picture to what a model says of it, with the wait for its turn',
        buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      })
      observeBatch = metrics.addHistogram({
        name: 'vermilion_prediction_batch_size',
        help: 'Pictures that a model was run on at once',
        buckets: [1, 2, 4, 8],
      })
      metrics.add({
        definitions,
        async collect() {
          const { waiting, workers, openModels, restarts } = serving.figures()
          const single = (value: number) => [{ labels: {}, value }]
          return new Map<string, readonly Sample[]>([
            ['vermilion_predictions_total', [...counts.values()]],
            ['vermilion_prediction_queue_length', single(waiting)],
            ['vermilion_prediction_workers', single(workers)],
            ['vermilion_prediction_loaded_models', single(openModels)],
            ['vermilion_prediction_worker_restarts_total', single(restarts)],
          ])
        },
      })
    },
  }
}
