import { checkConfig } from '@vermilion/contract/generations/check-config'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import type {
  Generation,
  GeneratedImage,
  GeneratedImageQuery,
  ImageInProgress,
  Lineage,
  ListedGeneration,
  DetailedGeneration,
} from '@vermilion/contract/generations'
import type { KeptWorkflow } from '@vermilion/contract/generations/engines'
import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Page } from '@vermilion/contract/kernel/page'
import type { ImageScorers } from '#areas/data-evaluation'
import type { Files, FileOperations } from '#areas/files'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import { readJson, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import { jobWorkName } from '#platform/jobs/work'
import type { Platform } from '#platform/platform'
import type { Engines } from './engines/registry.ts'
import { imageOf, lineageOf, lineageRows } from './lineage/lineage.ts'
import { folderNameOf, generationStatus, imageFileName } from './rules.ts'
import { openReferences, type ReferenceNeeds } from './running/references.ts'
import type { ImageStore } from './images/image-store.ts'
import type { ImagesInProgress } from './running/images-in-progress.ts'
import { fillWorkflow } from './workflows/fill-workflow.ts'
import type { ImportedWorkflows } from './workflows/workflows.ts'
import type { GenerationQuery, GenerationRow, GenerationStore } from './store.ts'

interface Needs extends Pick<Platform, 'database' | 'clock' | 'work'> {
  readonly spaces: Spaces
  readonly files: Files
  readonly pixels: ReferenceNeeds['pixels']
  readonly operations: Pick<FileOperations, 'remove'>
  readonly store: GenerationStore
  readonly images: ImageStore
  readonly engines: Engines
  readonly scorers: ImageScorers
  readonly workflows: Pick<ImportedWorkflows, 'stored'>
  readonly inProgress: Pick<ImagesInProgress, 'list'>
  enqueue(generationId: string): Promise<string>
  changed(row: Pick<GenerationRow, 'id' | 'spaceId'>): void
}

const toGeneration = ({
  jobId: _job,
  deletedAt: _deleted,
  name: _name,
  config,
  ...row
}: GenerationRow): Generation => ({
  ...row,
  config: readJson(config),
})

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createGenerationService(needs: Needs) {
  const { database, clock, work, spaces, files, operations, store, images, engines, scorers, enqueue, changed } = needs
  const { workflows, inProgress } = needs

  async function find(id: string): Promise<GenerationRow> {
    const row = await store.byId(id)
    if (row === undefined || row.deletedAt !== null) throw fail('generation.not-found')
    return row
  }

  async function findWorkflow({ workflow: id, workflowVersion }: GenerationConfig) {
    const current = await engines.find(id)
    if (workflowVersion === null) return current
    const name = current?.workflow.name ?? (await store.workflowName(workflowVersion)) ?? id
    return engines.open({ id, name }, workflowVersion)
  }

  async function check(config: GenerationConfig) {
    const match = await findWorkflow(config)
    if (match === undefined) throw fail('generation.workflow-missing')
    const [problem] = checkConfig(config, match.workflow.capabilities)
    if (problem !== undefined) throw fail(problem.error, { ...problem.values })
    if (config.score !== null) await scorers.require(config.score.model)
    if (config.depthReference !== null) await spaces.get(config.depthReference.spaceId)
    await openReferences(needs, config)
    await match.engine.check(match.workflow, config)
    return match
  }

  async function generatedImage(fileId: string) {
    const { checksum } = await files.get(fileId)
    const image = await images.ofFile(fileId, checksum)
    const row = image && (await store.byId(image.generationId))
    return row && { row, image }
  }

  async function freeFolder(spaceId: string, name: string): Promise<string> {
    const base = folderNameOf(name)
    for (let number = 1; ; number += 1) {
      const folder = number === 1 ? base : `${base}-${number}`
      if (await store.hasFolder(spaceId, folder)) continue
      const { existing, refused } = await files.checkPaths(spaceId, [folder])
      if (existing.length === 0 && refused.length === 0) return folder
    }
  }

  return {
    workflows: () => engines.workflows(),

    async keptWorkflow(version: string): Promise<KeptWorkflow> {
      const name = await store.workflowName(version)
      const match = name === undefined ? undefined : await engines.open({ id: version, name }, version)
      if (match === undefined) throw fail('generation.workflow-missing')
      return { version, name: match.workflow.name, capabilities: match.workflow.capabilities }
    },

    async get(id: string): Promise<DetailedGeneration> {
      const generation = toGeneration(await find(id))
      const [means, scoredBy] = await Promise.all([images.meansOf([id]), images.evaluationsOf(id)])
      return { ...generation, meanScore: means.get(id) ?? null, scoredBy }
    },

    async list(spaceId: string, query: GenerationQuery): Promise<Page<ListedGeneration>> {
      await spaces.get(spaceId)
      const page = await store.page(spaceId, query)
      const ids = page.items.map(({ id }) => id)
      const [means, covers] = await Promise.all([images.meansOf(ids), images.coversOf(ids)])
      const items = page.items.map((row) => ({
        ...toGeneration(row),
        covers: covers.get(row.id) ?? [],
        meanScore: means.get(row.id) ?? null,
      }))
      return { ...page, items }
    },

    async create(spaceId: string, config: GenerationConfig, startedBy: string): Promise<Generation> {
      refuseInPlace(await spaces.get(spaceId))
      const { workflow, engine } = await check(config)
      return database.transaction(async () => {
        const id = newId()
        const folder = await freeFolder(spaceId, config.name)
        const jobId = await enqueue(id)
        const counts = { made: 0, kept: 0, aside: 0, failed: 0 }
        const none = { error: null, startedAt: null, endedAt: null, deletedAt: null }
        const row: GenerationRow = {
          ...counts,
          ...none,
          id,
          spaceId,
          name: config.name,
          config: writeJson(config),
          workflowName: workflow.name,
          workflowVersion: config.workflowVersion ?? (await engine.keepVersion(workflow.id)),
          status: 'queuing',
          folder,
          startedBy,
          jobId,
          createdAt: clock.time(),
        }
        await store.add(row)
        await images.addLineages(lineageRows(row, config))
        await spaces.setStatus(spaceId, 'generating', { done: 0, total: config.count, unit: 'images' })
        changed(row)
        return toGeneration(row)
      })
    },

    async listImages(id: string, query: GeneratedImageQuery): Promise<Page<GeneratedImage>> {
      const config = readJson((await find(id)).config)
      const page = await images.page(id, query)
      return { ...page, items: page.items.map((row) => imageOf(config, row)) }
    },

    async stop(id: string, by: string): Promise<Generation> {
      const row = await find(id)
      if (generationStatus.isEnd(row.status)) throw fail('generation.ended')
      await work.stop(`${jobWorkName}.${row.jobId}`, by)
      return toGeneration(await find(id))
    },

    async remove(id: string, { withImages, by }: { withImages: boolean; by: string }): Promise<void> {
      const row = await find(id)
      if (!generationStatus.isEnd(row.status)) throw fail('generation.not-ended')
      await store.update(id, { deletedAt: clock.time() })
      changed(row)
      if (!withImages) return
      const selection = { fileIds: [], folders: [row.folder], except: [] }
      await operations.remove(row.spaceId, selection, by).catch((error: unknown) => {
        if (!(error instanceof Failure) || error.reason !== 'file.none-selected') throw error
      })
    },

    async listInProgress(id: string): Promise<ImageInProgress[]> {
      await find(id)
      return inProgress.list(id)
    },

    /** The workflow as filled for an image, with a file name. Fails as `workflow.not-kept`. */
    async filledWorkflow(fileId: string): Promise<{ name: string; content: WorkflowContent }> {
      const { row, image } = (await generatedImage(fileId)) ?? { row: undefined, image: undefined }
      const workflow = row?.workflowVersion ? await workflows.stored(row.workflowVersion) : undefined
      if (!workflow || !row || !image?.workflowValues) throw fail('workflow.not-kept')
      return {
        name: `${folderNameOf(row.name)}-${imageFileName(image.number, image.attempt, 'json')}`,
        content: fillWorkflow(workflow.content, workflow.slots, readJson(image.workflowValues)),
      }
    },

    /** Null for a file that was not generated. */
    async lineage(fileId: string): Promise<Lineage | null> {
      const match = await generatedImage(fileId)
      return match === undefined ? null : lineageOf(match.row, match.image)
    },
  }
}

export type GenerationService = ReturnType<typeof createGenerationService>
