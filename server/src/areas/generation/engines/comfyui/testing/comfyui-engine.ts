import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import { serviceEndpoints } from '@vermilion/contract/services'
import { workflowEndpoints } from '@vermilion/contract/generations/workflows'
import { createServices } from '#areas/settings'
import type { TestServer } from '../../../../../testing/start-server.ts'
import { createImportedWorkflows } from '../../../workflows/workflows.ts'
import { workflowTemplates } from '../../../workflows/templates.ts'
import { createComfyuiEngine } from '../engine.ts'
import type { ServerTimes } from '../servers.ts'

export const shortTimes: Partial<ServerTimes> = {
  callTimeoutMs: 1_000,
  pollEvery: 25,
  firstRestMs: 10,
  maxRestMs: 40,
  patience: 300,
}

export function engineOf({ platform }: TestServer, times: Partial<ServerTimes> = shortTimes) {
  const { database, clock } = platform
  const services = createServices({ ...platform, configured: [] })
  const workflows = createImportedWorkflows({ database, clock })
  return createComfyuiEngine({ database, services, workflows, times })
}

export const addServer = (server: TestServer, name: string, url: string, token?: string) =>
  server.call(serviceEndpoints.createService, {
    body: { kind: 'image-generation', name, settings: { url, ...(token === undefined ? {} : { token }) } },
  })

export const importWorkflow = (
  server: TestServer,
  name: string,
  content: WorkflowContent = workflowTemplates['checkpoint-lora'],
) => server.call(workflowEndpoints.importWorkflow, { body: { name, content } })
