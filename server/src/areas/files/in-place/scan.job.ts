import { isInPlace } from '@vermilion/contract/spaces'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import { spaceCreated, spaceRestored } from '#areas/spaces'
import { runScan } from './scan-run.ts'
import type { ScanRunNeeds } from './scan-run.ts'
import { scanJob } from './scans.ts'
import type { Scans } from './scans.ts'

interface ScanJobNeeds extends ScanRunNeeds {
  readonly jobs: Jobs
  readonly lifecycle: Lifecycle
  readonly scans: Scans
}

export function registerScans(needs: ScanJobNeeds): void {
  const { events, jobs, lifecycle, spaces, scans } = needs

  jobs.register(scanJob, {
    isWaitedFor: true,
    async run(job) {
      try {
        return await runScan(needs, job)
      } finally {
        scans.restartPause(job.payload.spaceId)
      }
    },
    failed({ spaceId }) {
      scans.restartPause(spaceId)
      return spaces.setStatus(spaceId, 'failed')
    },
    stopped({ spaceId }) {
      scans.restartPause(spaceId)
      return spaces.setStatus(spaceId, 'normal')
    },
    work: {
      kind: 'scan',
      async describe({ spaceId, owner }) {
        const { name } = await spaces.get(spaceId)
        return { name, owner, leadsTo: { page: 'space', id: spaceId } }
      },
    },
  })

  events.listen(spaceCreated, async ({ space }) => {
    if (isInPlace(space)) await scans.enqueue({ spaceId: space.id, acceptEmpty: false, owner: null })
  })
  events.listen(spaceRestored, async ({ spaceId }) => {
    if (isInPlace(await spaces.get(spaceId))) await scans.enqueue({ spaceId, acceptEmpty: false, owner: null })
  })
  lifecycle.onStart(async () => {
    for (const { id } of await spaces.inPlace()) await scans.enqueue({ spaceId: id, acceptEmpty: false, owner: null })
  })
}
