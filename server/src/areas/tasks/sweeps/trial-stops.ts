import { Failure } from '@vermilion/contract/kernel/errors'
import type { TrialStop } from '@vermilion/contract/tasks/sweeps/sweeps'
import { readJson, writeJson } from '#platform/database/columns'
import type { Log } from '#platform/log'
import { sweepAccount } from '../running/reasons.ts'
import type { Measurement } from './measure.ts'
import { isOpen, signOf } from './rules.ts'
import { judgeTrials } from './stop-rules.ts'
import type { Curve } from './stop-rules.ts'
import type { SweepRow, SweepStore, TrialWithTask } from './store.ts'

interface StopNeeds {
  store: SweepStore
  log: Log
  measurement: Pick<Measurement, 'readCurve'>
  stop(taskId: string, account: string): Promise<void>
  wake(): void
  tell(sweepId: string): void
  isClosed(): boolean
}

export function createTrialStops(needs: StopNeeds) {
  const { store, log, measurement, wake, tell, isClosed } = needs
  /** Curves of trials that are over, of sweeps that run. */
  const endedCurves = new Map<string, Curve>()
  /** Tasks whose end is being waited for. */
  const stopping = new Set<string>()

  async function stopAll(trials: readonly TrialWithTask[]): Promise<void> {
    const stop: TrialStop = { rule: 'sweep', step: null, value: null, threshold: null }
    for (const trial of trials.filter(isOpen)) await stopTrial(trial, stop)
    for (const { taskId } of trials) endedCurves.delete(taskId ?? '')
  }

  /** Its reason is written first. */
  async function stopTrial(trial: TrialWithTask, stop: TrialStop): Promise<void> {
    const { sweepId, taskId } = trial
    if (taskId === null || stopping.has(taskId)) return
    if (trial.stop === null) {
      await store.changeTrial(trial, { stop: writeJson(stop) })
      tell(sweepId)
    }
    const { name } = (await store.find(sweepId)) ?? { name: '' }
    stopping.add(taskId)
    // A stop that failed is tried again at the next look.
    needs
      .stop(taskId, sweepAccount(name))
      .then(wake)
      .catch((error: unknown) => {
        if (!isClosed() && !(error instanceof Failure)) log.warn({ err: error, taskId }, 'a trial could not be stopped')
      })
      .finally(() => stopping.delete(taskId))
  }

  async function judge(sweep: SweepRow, trials: readonly TrialWithTask[]): Promise<void> {
    const rule = readJson(sweep.stopRule)
    if (rule.kind === 'none' || sweep.metric === null) return
    const sign = signOf(sweep.direction)
    const judged = await Promise.all(
      trials.map(async (trial) => {
        const { steps, values } = await curveOf(sweep, trial)
        return {
          number: trial.number,
          rungs: trial.rungs,
          curve: { steps, values: values.map((value) => sign * value) },
          isRunning: isOpen(trial) && trial.stop === null && trial.status === 'running',
          hasSucceeded: trial.outcome === 'success',
        }
      }),
    )
    for (const { number, rungs, stop } of judgeTrials(rule, judged)) {
      const trial = trials.find((one) => one.number === number)
      if (trial === undefined) continue
      if (rungs !== trial.rungs) await store.changeTrial(trial, { rungs })
      const signed = (value: number | null) => (value === null ? null : sign * value)
      if (stop !== null)
        await stopTrial(trial, { ...stop, value: signed(stop.value), threshold: signed(stop.threshold) })
    }
  }

  async function curveOf(sweep: SweepRow, trial: TrialWithTask): Promise<Curve> {
    const none = { steps: [], values: [] }
    if (trial.taskId === null || trial.status === 'queuing') return none
    const existing = endedCurves.get(trial.taskId)
    if (existing !== undefined) return existing
    const curve = await measurement.readCurve(trial.taskId, sweep).catch(() => none)
    if (!isOpen(trial)) endedCurves.set(trial.taskId, curve)
    return curve
  }

  return {
    stopAll,
    judge,
    /** A stop of an earlier server may be unfinished. */
    async stopAgain(trials: readonly TrialWithTask[]): Promise<void> {
      for (const trial of trials) if (isOpen(trial) && trial.stop !== null) await stopTrial(trial, readJson(trial.stop))
    },
  }
}
