import { type Figures, measures } from '@vermilion/contract/evaluations'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Progress } from '@vermilion/contract/kernel/fields'
import type { Page } from '@vermilion/contract/kernel/page'
import {
  type Compared,
  type ComparedFigure,
  type ComparedFigures,
  type ComparedQuery,
  type comparisonEndpoints,
  type ContrastedImage,
  mainFigure,
  type ModelComparison,
} from '@vermilion/contract/models/comparisons'
import type { Datasets } from '#areas/datasets'
import type { Lifecycle } from '#platform/lifecycle'
import type { Handlers } from '#platform/http/handler'
import { createMutex } from '#platform/mutex'
import type { EvaluationContent } from '../evaluation/evaluation-store.ts'
import type { Inferences } from '../inference/inferences.ts'
import { pageOfList } from '../inference/numbered-page.ts'
import type { ModelService } from '../service.ts'
import type { ComparisonFindings, ComparisonOrder, Uncertainty } from './messages.ts'
import type { ModelRun, RunOf } from './runs.ts'
import { compareOnThread } from './thread.ts'

interface ComparisonNeeds {
  datasets: Datasets
  lifecycle: Pick<Lifecycle, 'onStop'>
  runnable: Pick<ModelService['runnable'], 'get'>
  inferences: Pick<Inferences, 'resultsAt'>
  runOf: RunOf
}

interface Counting {
  progress: Progress
  findings: ComparisonFindings | undefined
  problem: Error | undefined
}

/** Cached comparisons: ended inferences do not change. */
const maxCached = 4
/** Milliseconds that a failure is cached, so repeated requests start no thread. */
const failureStands = 10_000

/** Limit of comparisons, which are computed one at a time. */
const maxPending = 8
const isUnderWay = ({ findings, problem }: Counting) => findings === undefined && problem === undefined

export function comparisonRoutes(needs: ComparisonNeeds): Handlers<typeof comparisonEndpoints> {
  const { datasets, lifecycle, runnable, inferences, runOf } = needs
  const held = new Map<string, Counting>()
  const waitForTurn = createMutex()
  const stopping = new AbortController()
  lifecycle.onStop(async () => stopping.abort(new Error('the server stops')))

  async function count(order: ComparisonOrder, counting: Counting): Promise<void> {
    const release = await waitForTurn()
    try {
      const tell = (progress: Progress) => {
        counting.progress = { ...progress, total: progress.total || counting.progress.total }
      }
      counting.findings = await compareOnThread(order, tell, stopping.signal)
    } catch (problem) {
      counting.problem = problem instanceof Error ? problem : new Error(String(problem))
    } finally {
      release()
    }
  }

  /** Throws a cached failure. */
  function countingOf(order: ComparisonOrder, images: number): Counting {
    const key = JSON.stringify(order.map(({ taskId, round }) => [taskId, round]))
    let counting = held.get(key)
    if (counting === undefined) {
      if ([...held.values()].filter(isUnderWay).length >= maxPending) throw fail('comparison.too-many')
      counting = { progress: { done: 0, total: images, unit: 'images' }, findings: undefined, problem: undefined }
      const started = counting
      const forget = () => held.get(key) === started && held.delete(key)
      void count(order, started).then(() => started.problem && setTimeout(forget, failureStands).unref())
    }
    held.delete(key)
    held.set(key, counting)
    const [oldest] = [...held].find(([, one]) => !isUnderWay(one)) ?? []
    if (held.size > maxCached && oldest !== undefined && oldest !== key) held.delete(oldest)
    if (counting.problem !== undefined) throw counting.problem
    return counting
  }

  async function open({ dataset, version: versionId, models: ids }: ComparedQuery) {
    const models = await Promise.all(ids.map(runnable.get))
    const [{ labelType } = { labelType: undefined }] = models
    if (models.some((one) => one.labelType !== labelType)) throw fail('comparison.other-kinds')
    const version = await datasets.versions.ready(versionId, dataset)
    const runs = await Promise.all(models.map((one) => runOf(one, version.checksum)))
    const ready = runs.flatMap((run) => run?.ready ?? [])
    const order = ready.map(({ run }) => run)
    const counting = ready.length < models.length ? undefined : countingOf(order, version.images)
    return { models, version, runs, ready, counting }
  }

  return {
    async compareModels({ query }): Promise<ModelComparison> {
      const { models, version, runs, ready, counting } = await open(query)
      const { findings } = counting ?? {}
      return {
        models: models.map(({ id: modelId, name, version: number, size }, at) => {
          return { modelId, name, version: number, size, run: runs[at]?.about ?? null }
        }),
        images: version.images,
        progress: findings === undefined ? (counting?.progress ?? null) : null,
        result:
          findings === undefined
            ? null
            : comparedOf(
                ready.map(({ content }) => content),
                findings,
              ),
      }
    },

    async contrastedImages({ query: { label, ...query } }) {
      const { ready, counting } = await open(query)
      const findings = counting?.findings
      if (findings === undefined) throw fail('comparison.not-ready')
      const position = label === undefined ? undefined : findings.labels.indexOf(label)
      const all = findings.contrasts.filter(({ labels }) => position === undefined || labels.includes(position))
      const { items: some, ...page } = await pageOfList(all, query)
      const items = await contrastedOf(some, ready, inferences)
      return { ...page, items } satisfies Page<ContrastedImage>
    },
  }
}

async function contrastedOf(
  contrasts: ComparisonFindings['contrasts'],
  ready: readonly NonNullable<ModelRun['ready']>[],
  { resultsAt }: ComparisonNeeds['inferences'],
): Promise<ContrastedImage[]> {
  const numbers = contrasts.map(({ number }) => number)
  const results = await Promise.all(ready.map(({ run }) => resultsAt(run.taskId, numbers)))
  return contrasts.flatMap(({ number, difference, verdicts }, index): ContrastedImage[] => {
    const own = results.flatMap((side) => side[index] ?? [])
    const [first] = own
    if (first === undefined || own.length < results.length) return []
    const { fileId, path, width, height, truth } = first
    const messages = own.map(({ predictions, scores }, at) => ({
      predictions,
      ...(scores === undefined ? {} : { scores }),
      verdict: verdictOf(verdicts[at]),
    }))
    return [{ fileId, path, width, height, truth, number, difference, results: messages }]
  })
}

function verdictOf(counts: ComparisonFindings['contrasts'][number]['verdicts'][number] | undefined) {
  if (counts === undefined || counts === null) return null
  const [right, missed, wrong, extra] = counts
  return { right, missed, wrong, extra }
}

/** Values come from the evaluations, confidence intervals from the comparison. */
function comparedOf(contents: readonly EvaluationContent[], findings: ComparisonFindings): Compared {
  const { labelType } = contents[0]!
  const main = mainFigure[labelType]
  const names = new Set(contents.flatMap(({ labels }) => labels))
  const classOf = ({ labels, classes }: EvaluationContent, label: string) =>
    classes.find(({ labelIndex }) => labels[labelIndex] === label)
  return {
    labelType,
    images: findings.images,
    labeled: findings.labeled,
    different: findings.contrasts.filter(({ difference }) => difference > 0).length,
    draws: findings.draws,
    figures: contents.map(({ figures }, at): ComparedFigures => {
      const first = contents[0]!.figures
      return Object.fromEntries(
        measures[labelType].overall.map((name) => [
          name,
          comparedFigure({ figures, first, name, at }, findings.figures[at]?.[name]),
        ]),
      )
    }),
    classes: [...names].map((label) => {
      const own = contents.map((content) => classOf(content, label))
      const first = own[0]?.figures ?? {}
      return {
        label,
        instances: Math.max(0, ...own.map((one) => one?.instances ?? 0)),
        figures: own.map((one) => one?.figures ?? null),
        main: own.map((one, at) =>
          comparedFigure({ figures: one?.figures ?? {}, first, name: main, at }, findings.classes[label]?.[at]),
        ),
      }
    }),
  }
}

interface FigurePair {
  figures: Figures
  first: Figures
  name: keyof Figures
  /** The first is the baseline. */
  at: number
}

function comparedFigure(
  { figures, first, name, at }: FigurePair,
  uncertainty: Uncertainty | undefined,
): ComparedFigure {
  const [value, other] = [figures[name] ?? null, first[name] ?? null]
  return {
    value,
    interval: value === null ? null : (uncertainty?.interval ?? null),
    difference:
      at === 0 || value === null || other === null
        ? null
        : { value: value - other, interval: uncertainty?.difference ?? null },
  }
}
