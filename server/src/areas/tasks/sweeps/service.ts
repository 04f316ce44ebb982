import { fail } from '@vermilion/contract/kernel/errors'
import type { Language } from '@vermilion/contract/kernel/text'
import { gridSize, maxTrials, valueAt } from '@vermilion/contract/tasks/sweeps/space'
import type { SearchSpace } from '@vermilion/contract/tasks/sweeps/space'
import type { Sweep, SweepMethod, sweepCreate, TaskSweep } from '@vermilion/contract/tasks/sweeps/sweeps'
import type { z } from 'zod'
import { readJson, writeJson } from '#platform/database/columns'
import type { createCreation } from '../creation/creation.ts'
import type { ImageDefinition } from '../images/image-definition.ts'
import { checkParameters } from '../rules.ts'
import { createSweepController, modelWanted } from './controller.ts'
import type { ControllerNeeds } from './controller.ts'
import { comparisonOf, groupOf, sweepOf } from './present.ts'
import { isBudgetSpent } from './rules.ts'
import type { SweepQuery, SweepRow } from './store.ts'

interface SweepNeeds extends Omit<ControllerNeeds, 'creation'> {
  creation: Pick<ReturnType<typeof createCreation>, 'plan' | 'addCopy'>
}

interface SweepChange {
  count?: number | undefined
  timeBudgetSeconds?: number | null | undefined
}

const usualTrials: Readonly<Record<Exclude<SweepMethod, 'grid'>, number>> = { random: 20, tpe: 20, seeds: 5 }

export type Sweeps = ReturnType<typeof createSweeps>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createSweeps(needs: SweepNeeds) {
  const { clock, events, store, creation } = needs
  const controller = createSweepController(needs)

  async function row(sweepId: string): Promise<SweepRow> {
    const match = await store.find(sweepId)
    if (match === undefined) throw fail('sweep.not-found', { sweepId })
    return match
  }

  const withTrials = async (sweepId: string) => ({ row: await row(sweepId), trials: await store.trialsOf([sweepId]) })

  async function get(sweepId: string, language: Language): Promise<Sweep> {
    const { row: sweep, trials } = await withTrials(sweepId)
    return sweepOf(sweep, trials, clock.now(), language)
  }

  return {
    get,

    async create(
      body: z.output<typeof sweepCreate>,
      { id, creator }: { id: string; creator: string },
      language: Language,
    ): Promise<Sweep> {
      if ((await store.find(id)) !== undefined) return get(id, language)
      const { task, space, stopRule, ...fields } = body
      const { row: plan, parameters, keep } = await creation.plan(task, creator)
      checkSpace(space, parameters)
      const now = clock.time()
      const sweep: SweepRow = {
        ...fields,
        id,
        creator,
        count: countOf(body, parameters),
        space: writeJson(space),
        stopRule: writeJson(stopRule),
        template: writeJson(plan),
        state: 'running',
        end: null,
        problem: null,
        spentMs: 0,
        runningSince: now,
        createdAt: now,
        endedAt: null,
      }
      // The first trial holds the data that later ones read.
      await controller.createTrial(sweep, [], 1, async () => {
        await keep()
        await store.add(sweep)
      })
      controller.wake()
      return get(id, language)
    },

    async page(request: SweepQuery) {
      const page = await store.page(request)
      const trials = await resultsById(page.items.map(({ id }) => id))
      return { ...page, items: page.items.map((sweep) => groupOf(sweep, trials.get(sweep.id) ?? [])) }
    },

    async stop(sweepId: string): Promise<void> {
      const sweep = await row(sweepId)
      if (sweep.state !== 'running') throw fail('sweep.not-running')
      await controller.finish(sweep, { end: 'account' })
      controller.wake()
    },

    async continue(sweepId: string, change: SweepChange): Promise<void> {
      const sweep = await row(sweepId)
      if (sweep.state === 'running') throw fail('sweep.running')
      const { count = sweep.count, timeBudgetSeconds = sweep.timeBudgetSeconds } = change
      const changed = { ...sweep, timeBudgetSeconds, count: sweep.method === 'grid' ? sweep.count : count }
      const made = (await store.trialsOf([sweepId])).length
      if (made >= changed.count || isBudgetSpent(changed, clock.now())) throw fail('sweep.nothing-left')
      await store.step(sweepId, sweep.state, {
        count: changed.count,
        timeBudgetSeconds,
        state: 'running',
        end: null,
        problem: null,
        endedAt: null,
        runningSince: clock.time(),
      })
      controller.tell(sweepId)
      controller.wake()
    },

    /** Inside a transaction. */
    async register(sweepId: string, taskId: string): Promise<void> {
      await row(sweepId)
      const [trial] = await store.trialsOfTasks([taskId])
      if (trial?.sweepId !== sweepId || trial.outcome !== 'success') throw fail('sweep.trial-unfit')
      await events.emit(modelWanted, { taskId })
    },

    /** Inside a transaction. */
    async remove(sweepId: string): Promise<void> {
      const { row: sweep, trials } = await withTrials(sweepId)
      if (sweep.state === 'running' || trials.some(({ outcome }) => outcome === null)) throw fail('sweep.running')
      await store.remove(sweepId)
      controller.tell(sweepId)
    },

    async compare(first: string, second: string) {
      const sides = [await withTrials(first), await withTrials(second)] as const
      if (sides.some(({ row: { method } }) => method !== 'seeds')) throw fail('sweep.other-method')
      return comparisonOf(...sides)
    },

    isTrial: async (taskId: string) => (await store.trialsOfTasks([taskId])).length > 0,

    /** The places of tasks in their sweeps, by the ids of those that are trials. */
    async ofTasks(taskIds: readonly string[]): Promise<Map<string, TaskSweep>> {
      const own = taskIds.length === 0 ? [] : await store.trialsOfTasks(taskIds)
      if (own.length === 0) return new Map()
      const ids = [...new Set(own.map(({ sweepId }) => sweepId))]
      const trials = await resultsById(ids)
      const groups = new Map(
        (await store.byIds(ids)).map((sweep) => [sweep.id, groupOf(sweep, trials.get(sweep.id) ?? [])]),
      )
      return new Map(
        own.flatMap(({ taskId, sweepId, number, stop }) => {
          const group = groups.get(sweepId)
          if (taskId === null || group === undefined) return []
          return [[taskId, { number, stop: stop === null ? null : readJson(stop), group }] as const]
        }),
      )
    },
  }

  async function resultsById(sweepIds: readonly string[]) {
    return Map.groupBy(sweepIds.length === 0 ? [] : await store.resultsOf(sweepIds), ({ sweepId }) => sweepId)
  }
}

type Parameters = ImageDefinition['parameters']

function countOf(
  { method, count, space }: Pick<z.output<typeof sweepCreate>, 'method' | 'count' | 'space'>,
  parameters: Parameters,
): number {
  if (method !== 'grid') return count ?? usualTrials[method]
  const size = gridSize(space, parameters)
  if (size > maxTrials && count === null) throw fail('sweep.grid-too-large', { size, most: maxTrials })
  return Math.min(size, count ?? size)
}

/** Both ends of each range, and each value that is tried, must fit the image. */
function checkSpace(space: SearchSpace, parameters: Parameters): void {
  for (const [name, one] of Object.entries(space)) {
    const definition = parameters[name]
    if (one.kind === 'list' || definition === undefined || !Object.hasOwn(parameters, name)) {
      const values = one.kind === 'list' ? one.values : [one.minimum]
      for (const value of values) checkParameters(parameters, { [name]: value })
      continue
    }
    const { step: _, ...ends } = { ...definition, kind: 'number' as const }
    for (const end of [one.minimum, one.maximum]) checkParameters({ [name]: ends }, { [name]: end })
    // A range between two steps holds no value.
    const within = { ...definition, minimum: one.minimum, maximum: one.maximum }
    for (const share of [0, 1]) checkParameters({ [name]: within }, { [name]: valueAt(one, share, definition) })
  }
}
