import type { Text } from '@vermilion/contract/kernel/text'
import type { JobHandler } from '#platform/jobs/handler'

export interface EndNeeds {
  finish(importId: string, how: 'failed' | 'stopped', error: Text | null): Promise<void>
  describe(importId: string): Promise<{ name: string; owner: string | null; datasetId: string } | undefined>
}

type Ends = Pick<JobHandler<{ importId: string }, never>, 'failed' | 'stopped' | 'work' | 'isWaitedFor'>

export function endsOf(needs: EndNeeds): Ends {
  return {
    isWaitedFor: true,
    failed: ({ importId }, error) => needs.finish(importId, 'failed', { en: error, zh: error }),
    stopped: ({ importId }) => needs.finish(importId, 'stopped', null),
    work: {
      kind: 'import',
      async describe({ importId }) {
        const described = await needs.describe(importId)
        return described && { ...described, leadsTo: { page: 'dataset', id: described.datasetId } }
      },
    },
  }
}
