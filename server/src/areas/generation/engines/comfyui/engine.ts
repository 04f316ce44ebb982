import { createHash } from 'node:crypto'
import { fail } from '@vermilion/contract/kernel/errors'
import type { GenerationConfig } from '@vermilion/contract/generations/config'
import { planImage } from '@vermilion/contract/generations/plan'
import type { WorkflowServer } from '@vermilion/contract/generations/workflows'
import type { SlotTarget } from '@vermilion/contract/generations/workflow-slots'
import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import type { Services } from '#areas/settings'
import type { Database } from '#platform/database/database'
import { fillWorkflow, hashWorkflow, modelsOf, type WorkflowValues } from '../../workflows/fill-workflow.ts'
import { capabilitiesOf } from '../../workflows/capabilities.ts'
import type { ImportedWorkflows, StoredWorkflow } from '../../workflows/workflows.ts'
import type { GenerationEngine, ImageOrder } from '../engine.ts'
import { checkPicture } from '../check-picture.ts'
import type { ComfyuiClient } from './client.ts'
import { findMissing } from './find-missing.ts'
import { missingText, problemText } from './missing-text.ts'
import { createPromptStore } from './prompt-store.ts'
import { runPrompt } from './run-prompt.ts'
import { ServerFailed } from './server-failed.ts'
import { createServers, type Servers, type ServerTimes, usualTimes } from './servers.ts'

const perServer = 2

interface Needs {
  readonly database: Database
  readonly services: Pick<Services, 'list' | 'ofKind'>
  readonly workflows: Pick<ImportedWorkflows, 'list' | 'get' | 'keep' | 'stored'>
  readonly times?: Partial<ServerTimes> | undefined
}

export interface ComfyuiEngine extends GenerationEngine {
  inspect(workflowId: string, signal: AbortSignal): Promise<WorkflowServer[]>
}

export function createComfyuiEngine({ database, services, workflows, times: own }: Needs): ComfyuiEngine {
  const times = { ...usualTimes, ...own }
  const prompts = createPromptStore(database)
  const servers = createServers(services, times)
  let serverCount = 0

  async function countServers(): Promise<void> {
    serverCount = (await services.list()).filter(({ kind }) => kind === 'image-generation').length
  }

  async function openWorkflow(workflowId: string, version: string | null): Promise<StoredWorkflow> {
    const workflow = await (version === null ? workflows.get(workflowId) : workflows.stored(version))
    if (workflow === undefined) throw fail('generation.workflow-missing')
    return workflow
  }

  return {
    async workflows() {
      await countServers()
      return (await workflows.list()).map((workflow) => ({ ...workflow, engine: 'comfyui' }))
    },
    concurrency: () => perServer * Math.max(serverCount, 1),
    maxUnwritten: 0,
    usualBytes: null,

    async inspect(workflowId, signal) {
      const { content, slots } = await workflows.get(workflowId)
      return inspectServers(servers, content, [...slots.controlImage, ...slots.styleImage], signal)
    },

    keepVersion: (workflowId) => workflows.keep(workflowId),
    async openVersion(version) {
      const workflow = await workflows.stored(version)
      return workflow && capabilitiesOf(workflow.slots)
    },

    async check(workflow, config) {
      const imported = await openWorkflow(workflow.id, config.workflowVersion)
      outputNodeOf(imported)
      const { content, slots } = imported
      const plan = planImage(config, 0, 0, 0)
      const filled = fillWorkflow(content, slots, { ...valuesOf(config, plan), controlImage: null, styleImage: null })
      const uploaded = [
        ...(config.depthReference === null ? [] : slots.controlImage),
        ...(config.styleImage === null ? [] : slots.styleImage),
      ]
      const reports = await inspectServers(servers, filled, uploaded, new AbortController().signal)
      if (reports.some(({ problem, missing }) => problem === null && missing.length === 0)) return
      const down = reports.flatMap(({ name, problem }) => (problem === null ? [] : [{ name, problem }]))
      if (down.length === reports.length) throw fail('workflow.servers-down', { reason: problemText(down) })
      throw fail('workflow.lacks', { missing: missingText(reports) })
    },

    async make(order, signal, tell) {
      const { generationId, config, plan, workflow, workflowVersion } = order
      const imported = await openWorkflow(workflow.id, workflowVersion)
      const outputNode = outputNodeOf(imported)
      const key = { generationId, number: plan.number, attempt: plan.attempt }
      const preferred = (await prompts.find(key))?.serviceId
      return servers.use({ workflow: workflowVersion ?? workflow.id, preferred, signal }, async (server) => {
        const references = await uploadReferences(server.client, order, signal)
        const workflowValues = { ...valuesOf(config, plan), ...references }
        const filled = fillWorkflow(imported.content, imported.slots, workflowValues)
        const workflowHash = hashWorkflow(filled)
        const { pollEvery } = times
        const run = { key, filled, workflowHash, outputNode, prompts, pollEvery, signal, tell }
        const content = await runPrompt(server, run)
        const { extension } = await checkPicture(content)
        const models = modelsOf(filled)
        return { content, extension, truth: null, byProducts: [], workflowHash, workflowValues, models }
      })
    },
    close: async () => servers.close(),
  }
}

function outputNodeOf({ slots }: Pick<StoredWorkflow, 'slots'>): string {
  const [output] = slots.output
  if (output === undefined) throw fail('workflow.no-output')
  return output.nodeId
}

function valuesOf(
  { negativePrompt, width, height, loras }: GenerationConfig,
  plan: ImageOrder['plan'],
): Omit<WorkflowValues, 'controlImage' | 'styleImage'> {
  const { prompt, seed } = plan
  return { prompt, negativePrompt, seed, width, height, loras: loras.length === 0 ? null : plan.loras }
}

async function uploadReferences(
  client: Pick<ComfyuiClient, 'upload'>,
  { config, depthMap, styleImage }: ImageOrder,
  signal: AbortSignal,
): Promise<Pick<WorkflowValues, 'controlImage' | 'styleImage'>> {
  const upload = async (content: Uint8Array) => {
    const name = createHash('sha256').update(content).digest('hex').slice(0, 32)
    return client.upload(`${name}.png`, content, signal)
  }
  return {
    controlImage:
      depthMap === null ? null : { name: await upload(depthMap), strength: config.depthReference?.strength ?? 1 },
    styleImage:
      styleImage === null ? null : { name: await upload(styleImage), strength: config.styleImage?.strength ?? 1 },
  }
}

async function inspectServers(
  servers: Pick<Servers, 'all'>,
  content: WorkflowContent,
  uploaded: readonly SlotTarget[],
  signal: AbortSignal,
): Promise<WorkflowServer[]> {
  return Promise.all(
    (await servers.all()).map(async ({ service: { id: serviceId, name }, client }) => {
      try {
        const missing = await findMissing(client, content, uploaded, signal)
        return { serviceId, name, problem: null, missing }
      } catch (error) {
        if (!(error instanceof ServerFailed)) throw error
        return { serviceId, name, problem: error.text, missing: [] }
      }
    }),
  )
}
