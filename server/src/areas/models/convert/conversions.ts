import { measuresOf } from '@vermilion/contract/predictions'
import type { DatasetVersion } from '@vermilion/contract/datasets/versions'
import type { InferenceModel } from '@vermilion/contract/models'
import type { Conversion, conversionEndpoints } from '@vermilion/contract/models/conversions'
import type { Handlers } from '#platform/http/handler'
import { newId } from '#platform/ids'
import type { ModelRun } from '../compare/runs.ts'
import type { ModelService } from '../service.ts'
import type { ConversionRow } from './conversion-store.ts'
import { type ConversionJobNeeds, conversionJob, registerConverting } from './convert.job.ts'

interface ConversionNeeds extends ConversionJobNeeds {
  runnable: Pick<ModelService['runnable'], 'get'>
}

type Run = ModelRun | null | undefined

function figureOf(run: Run): Conversion['result'] {
  const content = run?.ready?.content
  if (content === undefined) return null
  const [figure] = measuresOf[content.labelType]
  return { figure, value: content.figures[figure] ?? null }
}

/** A run missing while none is being started was deleted, or never began. */
function measuringOf(runs: readonly Run[], isStarting: boolean): Conversion['measuring'] {
  if (runs.includes(undefined)) return 'removed'
  if (runs.every((run) => run?.about.state === 'ready')) return 'done'
  if (isStarting) return 'running'
  return runs.some((run) => run === null || run?.about.state === 'failed') ? 'failed' : 'running'
}

export function conversionRoutes(needs: ConversionNeeds): Handlers<typeof conversionEndpoints> {
  const { store, conversions, datasets, database, clock, jobs, runnable, runOf } = needs
  const { isStarting } = registerConverting(needs)

  const runOn = async (of: InferenceModel | undefined, version: DatasetVersion | undefined): Promise<Run> =>
    of === undefined || version === undefined ? undefined : runOf(of, version.checksum)

  async function present(row: ConversionRow): Promise<Conversion> {
    const { sourceId: _source, sourceName: _name, pictures: _pictures, modelId, ...about } = row
    // Read before the runs: those that were being started are not missing.
    const isBegun = isStarting(row.id)
    const version = await datasets.versions.get(row.versionId).catch(() => undefined)
    const [source, result] = await Promise.all([
      store.runnable.find(row.sourceId),
      modelId === null ? undefined : store.runnable.find(modelId),
    ])
    const runs = [await runOn(source, version), await runOn(result, version)] as const
    const report = row.status === 'processing' ? await jobs.report(conversionJob, row.id) : undefined
    return {
      ...about,
      jobId: report?.id ?? null,
      progress: report === undefined ? null : { done: report.done, total: report.total ?? 0, unit: 'images' },
      modelId: result?.id ?? null,
      modelVersion: result?.version ?? null,
      modelSize: result?.size ?? null,
      previous: figureOf(runs[0]),
      result: figureOf(runs[1]),
      measuring: row.status === 'success' ? measuringOf(runs, isBegun) : null,
    }
  }

  return {
    async convertModel({ params: { modelId }, body: { kind, datasetId, versionId, pictures }, account }) {
      const source = await runnable.get(modelId)
      await datasets.service.require(datasetId)
      await datasets.versions.ready(versionId, datasetId)
      const row: ConversionRow = {
        id: newId(),
        sourceId: source.id,
        sourceName: `${source.name} v${source.version}`,
        kind,
        datasetId,
        versionId,
        pictures,
        status: 'processing',
        problem: null,
        detail: '',
        modelId: null,
        largestDifference: null,
        meanDifference: null,
        creator: account.username,
        createdAt: clock.time(),
      }
      await database.transaction(async () => {
        await conversions.add(row)
        await jobs.enqueue(conversionJob, row.id, { conversionId: row.id })
      })
      return present(row)
    },

    async listConversions({ params: { modelId }, query }) {
      await runnable.get(modelId)
      const page = await conversions.page(modelId, query)
      return { ...page, items: await Promise.all(page.items.map(present)) }
    },
  }
}
