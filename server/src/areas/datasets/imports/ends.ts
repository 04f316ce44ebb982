import type { Text } from '@vermilion/contract/kernel/text'
import type { JobHandler } from '#platform/jobs/handler'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { ImportStore } from './import-store.ts'

export interface EndNeeds {
  readonly datasets: Pick<DatasetStore, 'workOf'>
  readonly store: Pick<ImportStore, 'find'>
  finish(importId: string, how: 'failed' | 'stopped', error: Text | null): Promise<void>
}

type Ends = Pick<JobHandler<{ importId: string }, never>, 'failed' | 'stopped' | 'work' | 'isWaitedFor'>

export function endsOf({ datasets, store, finish }: EndNeeds): Ends {
  return {
    isWaitedFor: true,
    failed: ({ importId }, error) => finish(importId, 'failed', { en: error, zh: error }),
    stopped: ({ importId }) => finish(importId, 'stopped', null),
    work: {
      kind: 'import',
      async describe({ importId }) {
        const row = await store.find(importId)
        return row && datasets.workOf(row.datasetId, row.startedBy)
      },
    },
  }
}
