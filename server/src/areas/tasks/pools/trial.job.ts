import { join } from 'node:path'
import type { Text } from '@vermilion/contract/kernel/text'
import type { PoolTrial } from '@vermilion/contract/tasks/pools'
import { startProblem } from '#areas/executors'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import { forgetTrial } from '../own-images/try-image.ts'
import type { Executors, Location } from './executors.ts'
import { problemOf } from './problem.ts'
import { runTrial } from './trial-run.ts'

interface TrialNeeds extends Pick<Platform, 'jobs'> {
  executors: Executors
  tasksFolder: string
  /** In milliseconds. */
  patience?: number | undefined
}

interface Order {
  trialId: string
  location: Location
  image: string | undefined
}

const trying = jobKind<Order, 'begun'>('pool-trial')
const maxRemembered = 100
const none: Text = { en: '', zh: '' }
const forgotten: Text = {
  en: 'This server was started again meanwhile. Run it once more',
  zh: '服务器在此期间重新启动，请再次试运行',
}

/** What a trial runs in a cluster is removed by its job, which goes on after a crash. */
export function createTrials({ jobs, executors, tasksFolder, patience = 60_000 }: TrialNeeds) {
  const trials = new Map<string, PoolTrial>()

  jobs.register(trying, {
    concurrency: 4,
    async run({ payload: { trialId, location, image }, resumePoint, signal, saveProgress }) {
      const executor = executors.at(location)
      const run = { executor, name: `trial-${trialId}` }
      const tell = (status: PoolTrial['status'], text: Text) => trials.set(trialId, { id: trialId, status, text })
      if (resumePoint === undefined) {
        await saveProgress({ done: 1, resumePoint: 'begun' })
        const folder = join(tasksFolder, run.name)
        await runTrial({ ...run, folder, image, patience, signal, tell: (text) => tell('running', text) }).then(
          () => tell('passed', none),
          (error: unknown) => tell('failed', textOf(error)),
        )
      }
      // The next server removes what a shutdown leaves.
      if (!signal.aborted) await forgetTrial({ ...run, tasksFolder })
    },
  })

  return {
    async start(location: Location, image: string | undefined): Promise<PoolTrial> {
      const trial: PoolTrial = { id: newId(), status: 'running', text: none }
      trials.set(trial.id, trial)
      for (const id of [...trials.keys()].slice(0, -maxRemembered)) trials.delete(id)
      await jobs.enqueue(trying, trial.id, { trialId: trial.id, location, image })
      return trial
    },
    of: (id: string): PoolTrial => trials.get(id) ?? { id, status: 'failed', text: forgotten },
  }
}

function textOf(error: unknown): Text {
  const own = startProblem(error)
  return typeof own === 'string' ? problemOf(error).text : own
}
