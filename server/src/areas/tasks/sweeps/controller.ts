import { Failure, fail } from '@vermilion/contract/kernel/errors'
import type { SweepEnd } from '@vermilion/contract/tasks/sweeps/sweeps'
import { readJson, writeJson } from '#platform/database/columns'
import { topic } from '#platform/events/events'
import type { Platform } from '#platform/platform'
import { orderId } from '../creation/order-id.ts'
import type { createCreation } from '../creation/creation.ts'
import type { ImageCatalogue } from '../images/images.ts'
import { taskLeaves } from '../removal/removal.job.ts'
import { taskEnded } from '../scheduling/settlement.ts'
import type { Measurement } from './measure.ts'
import { propose } from './proposals/propose.ts'
import { bestFirst, bestOf, endOf, isOpen, isUnwritten, spentMsOf, usualDirection } from './rules.ts'
import { createTrialStops } from './trial-stops.ts'
import type { SweepRow, SweepStore, TrialRow, TrialWithTask } from './store.ts'

/** Published in the transaction that ends a sweep, or where somebody wants the model of a trial: its training made one. */
export const modelWanted = topic<{ taskId: string }>('model-wanted')

export interface ControllerNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'log'> {
  store: SweepStore
  images: ImageCatalogue
  creation: Pick<ReturnType<typeof createCreation>, 'addCopy'>
  measurement: Measurement
  stop(taskId: string, account: string): Promise<void>
}

/** Milliseconds between two looks at the curves of running trials and at the time that is spent. */
const interval = 2_000

/**
 * Brings every sweep forward from its rows: writes down what ended trials came to, stops the hopeless, creates the next. Each step is
 * one transaction, so a kill at any moment repeats or loses none.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createSweepController(needs: ControllerNeeds) {
  const { database, clock, events, lifecycle, log, store, images, creation, measurement } = needs
  const { stopAll, stopAgain, judge } = createTrialStops({ ...needs, wake, tell, isClosed: () => isClosed })
  let isAsked = false
  let isClosed = true
  let round: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function tell(sweepId: string): void {
    events.publish({ type: 'sweep-changed', sweepId })
  }

  function wake(): void {
    isAsked = true
    if (isClosed) return
    round ??= tendAll().finally(() => {
      round = undefined
      if (isAsked) wake()
    })
  }

  async function tendAll(): Promise<void> {
    isAsked = false
    try {
      for (const sweep of await store.open()) {
        if (isClosed) return
        await tend(sweep).catch((error: unknown) => {
          if (!isClosed) log.error({ err: error, sweepId: sweep.id }, 'a sweep could not go on; it is tried again')
        })
      }
    } catch (error) {
      if (!isClosed) log.error({ err: error }, 'the sweeps could not be read; it is tried again')
    }
  }

  async function tend(row: SweepRow): Promise<void> {
    const sweep = await learnMetric(row, await store.trialsOf([row.id]))
    for (const trial of (await store.trialsOf([sweep.id])).filter(isUnwritten))
      await writeEnd(sweep, trial).catch((error: unknown) => {
        // The other trials go on; this one stays open.
        if (isClosed) throw error
        log.warn(
          { err: error, sweepId: sweep.id, trial: trial.number },
          'a trial could not be measured; it is tried again',
        )
      })
    const trials = await store.trialsOf([sweep.id])
    if (sweep.state !== 'running') return stopAll(trials)
    const end = endOf(sweep, trials, clock.now())
    if (end !== null) {
      await finish(sweep, { end })
      return stopAll(trials)
    }
    await stopAgain(trials)
    await judge(sweep, trials)
    await createNext(sweep, trials)
  }

  /** The metric is that of the first trial that has a headline, unless somebody chose one. */
  async function learnMetric(sweep: SweepRow, trials: readonly TrialWithTask[]): Promise<SweepRow> {
    if (sweep.metric !== null && sweep.direction !== null) return sweep
    const [first] = trials.flatMap(({ headline }) => headline ?? [])
    const metric = sweep.metric ?? (first === undefined ? null : readJson(first).metric)
    if (metric === null) return sweep
    const change = { metric, direction: sweep.direction ?? usualDirection(metric) }
    await store.change(sweep.id, change)
    return { ...sweep, ...change }
  }

  async function writeEnd(sweep: SweepRow, trial: TrialWithTask): Promise<void> {
    const { taskId, status } = trial
    const isOver = status === 'success' || status === 'failed' || status === 'stopped'
    const outcome = isOver ? status : 'failed'
    const measured = taskId === null ? null : await measurement.measure(taskId, sweep)
    await database.transaction(async () => {
      await store.changeTrial(trial, {
        outcome,
        endedAt: clock.time(),
        ...(measured === null
          ? {}
          : {
              value: outcome === 'failed' ? null : measured.value,
              figures: writeJson(measured.figures),
              curve: writeJson(measured.curve),
            }),
      })
      await registerBest(sweep.id)
      tell(sweep.id)
    })
  }

  /** Once nothing of an ended sweep is under way. */
  async function registerBest(sweepId: string): Promise<void> {
    const [sweep, trials] = [await store.find(sweepId), await store.trialsOf([sweepId])]
    if (sweep === undefined || sweep.state === 'running' || trials.some(isOpen)) return
    const taskId = bestOf(trials, sweep.direction)?.taskId ?? null
    if (taskId !== null) await events.emit(modelWanted, { taskId })
  }

  async function finish(sweep: SweepRow, { end, problem }: { end: SweepEnd; problem?: Failure }): Promise<void> {
    await database.transaction(async () => {
      const isEnded = await store.step(sweep.id, 'running', {
        state: end === 'count' || end === 'budget' ? 'completed' : 'stopped',
        end,
        problem: problem === undefined ? null : writeJson(problem.text),
        spentMs: spentMsOf(sweep, clock.now()),
        runningSince: null,
        endedAt: clock.time(),
      })
      if (!isEnded) return
      await registerBest(sweep.id)
      tell(sweep.id)
    })
    log.info({ sweepId: sweep.id, end }, 'a sweep ended')
  }

  async function createNext(sweep: SweepRow, trials: readonly TrialWithTask[]): Promise<void> {
    const free = sweep.concurrency - trials.filter(isOpen).length
    const missing = sweep.count - trials.length
    for (let more = 1; more <= Math.min(free, missing); more += 1) {
      try {
        await createTrial(sweep, trials, trials.length + more)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        // It was stopped meanwhile.
        if (error.reason === 'sweep.not-running') return
        return finish(sweep, { end: 'problem', problem: error })
      }
    }
  }

  async function createTrial(
    sweep: SweepRow,
    trials: readonly TrialRow[],
    number: number,
    noteFirst?: () => Promise<void>,
  ): Promise<void> {
    const { id: sweepId, method, space, seed, direction } = sweep
    const plan = readJson(sweep.template)
    const parameters = propose({
      method,
      space: readJson(space),
      steps: images[plan.image]?.parameters ?? {},
      seed,
      number,
      observations: bestFirst(trials, direction).map((trial) => readJson(trial.parameters)),
    })
    const own = method === 'seeds' ? seed + number - 1 : plan.seed
    const id = orderId({ id: sweepId }, { id: String(number) })
    const copy = { id, name: `${sweep.name}-${number}`, seed: own, parameters }
    await creation.addCopy(plan, copy, async () => {
      await noteFirst?.()
      if ((await store.find(sweepId))?.state !== 'running') throw fail('sweep.not-running')
      await store.addTrial({
        ...newTrial,
        sweepId,
        number,
        taskId: id,
        parameters: writeJson(parameters),
        seed: own,
        createdAt: clock.time(),
      })
      tell(sweepId)
    })
  }

  events.listen(taskEnded, async () => database.afterCommit(wake))
  events.listen(taskLeaves, async ({ taskId }) => {
    // Its figures are not written down yet.
    const [trial] = await store.trialsOfTasks([taskId])
    if (trial !== undefined && isOpen(trial)) throw fail('task.not-ended', { taskId })
    if (trial !== undefined) tell(trial.sweepId)
  })
  lifecycle.onStart(() => {
    isClosed = false
    timer = setInterval(wake, interval).unref()
    wake()
  })
  lifecycle.onStop(async () => {
    isClosed = true
    isAsked = false
    clearInterval(timer)
    await round
  })

  return { wake, createTrial, finish, tell }
}

const newTrial = {
  outcome: null,
  stop: null,
  value: null,
  figures: '{}',
  curve: '[]',
  rungs: 0,
  endedAt: null,
} as const satisfies Partial<TrialRow>
