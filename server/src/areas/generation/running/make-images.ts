import { setTimeout as wait } from 'node:timers/promises'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import type { Workflow } from '@vermilion/contract/generations/engines'
import { type ImagePlan, itemOfEachImage, planImage } from '@vermilion/contract/generations/plan'
import type { ImageScorers } from '#areas/data-evaluation'
import { type EngineImage, type GenerationEngine, ImageFailed } from '../engines/engine.ts'
import type { GenerationRow } from '../store.ts'
import type { FairTurns } from './fair-turns.ts'
import type { ImagesInProgress } from './images-in-progress.ts'
import type { KeepImage, MadeImage } from './keep-image.ts'
import type { PendingImage, PendingImages } from './pending-images.ts'
import type { References } from './references.ts'

/** Attempts per image after engine errors, and the first delay in milliseconds, which doubles. */
const maxTries = 3
const firstDelay = 500
/** Consecutive failed images before the generation fails. */
const maxFailures = 20

export interface GenerationRun {
  readonly row: GenerationRow
  readonly config: GenerationConfig
  readonly workflow: Workflow
  readonly engine: GenerationEngine
  readonly references: References
  readonly turns: FairTurns
  readonly pending: PendingImages
  readonly keep: Pick<KeepImage, 'failed'>
  readonly scorers: ImageScorers
  readonly inProgress: ImagesInProgress
  readonly signal: AbortSignal
  keepMade(made: MadeImage): Promise<void>
  /** Called in the transaction that stores a failure. */
  saveProgress(): Promise<void>
  setPhase(phase: 'generating' | 'calculating'): Promise<void>
}

export async function makeImages(run: GenerationRun): Promise<void> {
  const { config, pending, engine, workflow } = run
  const items = itemOfEachImage(config)
  const stop = new AbortController()
  const signal = AbortSignal.any([run.signal, stop.signal])
  const phases = createPhases(run)
  let failures = 0

  async function makeOne(image: PendingImage): Promise<void> {
    const plan = planImage(config, items[image.number]!, image.number, image.attempt)
    const failure = await makeImage(run, plan, phases, signal)
    failures = failure === undefined ? 0 : failures + 1
    // Final: another attempt of the job would fail as often.
    if (failures >= maxFailures) throw fail('generation.gave-up', { count: failures, reason: failure })
  }

  async function work(): Promise<void> {
    for (let image = pending.next(); image !== undefined; image = pending.next()) {
      signal.throwIfAborted()
      await makeOne(image)
    }
  }

  // One more worker than concurrent images keeps the engine busy while an image is stored, plus one per waiting image.
  const workers = Math.min(engine.concurrency(workflow) + 1 + engine.maxUnwritten, config.count)
  const results = await Promise.allSettled(
    Array.from({ length: workers }, () =>
      work().catch((error: unknown) => {
        stop.abort(error)
        throw error
      }),
    ),
  )
  run.signal.throwIfAborted()
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw stop.signal.aborted ? stop.signal.reason : failed.reason
  await work()
}

/** Shows `calculating` while images are only being scored (R4.06). */
function createPhases({ setPhase }: GenerationRun) {
  let making = 0
  let calculating = 0
  const tell = () => setPhase(making === 0 && calculating > 0 ? 'calculating' : 'generating')
  return {
    async make<Result>(work: () => Promise<Result>): Promise<Result> {
      making += 1
      await tell()
      return work().finally(() => (making -= 1))
    },
    async calculate<Result>(work: () => Promise<Result>): Promise<Result> {
      calculating += 1
      await tell()
      return work().finally(() => (calculating -= 1))
    },
  }
}

type Phases = ReturnType<typeof createPhases>

async function makeImage(
  run: GenerationRun,
  plan: ImagePlan,
  phases: Phases,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { row, config, keep, keepMade, pending, scorers, saveProgress } = run
  try {
    const image = await tryEngine(run, plan, phases, signal)
    if (config.score === null) {
      await keepMade({ plan, image, status: 'kept', score: null })
      return undefined
    }
    const { model, minimum, maximum } = config.score
    const scored = { content: image.content, prompt: plan.prompt }
    const score = await phases.calculate(() => scorers.score(model, scored, signal).catch(failImage))
    const status = score >= minimum && score <= maximum ? 'kept' : 'aside'
    await keepMade({ plan, image, status, score })
    return undefined
  } catch (error) {
    if (signal.aborted || !(error instanceof ImageFailed)) throw error
    pending.settle({ ...plan, status: 'failed' })
    await keep.failed(row, plan, error.message, saveProgress)
    return error.message
  }
}

/** An unresponsive scorer only fails one image. */
function failImage(error: unknown): never {
  if (!(error instanceof Failure) || error.reason !== 'generation.score-failed') throw error
  throw new ImageFailed(error.text.en)
}

async function tryEngine(
  run: GenerationRun,
  plan: ImagePlan,
  phases: Phases,
  signal: AbortSignal,
): Promise<EngineImage> {
  const { row, config, workflow, engine, turns, references, inProgress } = run
  const { workflowVersion } = row
  const limit = engine.concurrency(workflow)
  for (let tries = 1; ; tries += 1) {
    const release = await turns(row.startedBy, limit, signal)
    const progress = inProgress.begin(row.id, plan)
    try {
      const pictures = await references.of(plan)
      const order = { generationId: row.id, workflow, workflowVersion, config, plan, ...pictures }
      return await phases.make(() => engine.make(order, signal, progress.tell))
    } catch (error) {
      if (signal.aborted || error instanceof Failure || error instanceof ImageFailed) throw error
      if (tries >= maxTries) throw new ImageFailed(error instanceof Error ? error.message : String(error))
    } finally {
      progress.end()
      release()
    }
    await wait(firstDelay * 2 ** (tries - 1), undefined, { signal })
  }
}
