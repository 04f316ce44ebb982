import type { workflowEndpoints } from '@vermilion/contract/generations/workflows'
import type { Handlers } from '#platform/http/handler'
import { attachment } from '#platform/http/range'
import type { ComfyuiEngine } from '../engines/comfyui/engine.ts'
import type { ImportedWorkflows } from './workflows.ts'

export function workflowRoutes(
  workflows: ImportedWorkflows,
  inspect: ComfyuiEngine['inspect'],
): Handlers<typeof workflowEndpoints> {
  return {
    importWorkflow: ({ body, account }) => workflows.import(body, account.username),
    getWorkflow: ({ params }) => workflows.get(params.workflowId),
    updateWorkflow: ({ params, body }) => workflows.update(params.workflowId, body),
    async deleteWorkflow({ params }) {
      await workflows.remove(params.workflowId)
      return undefined
    },
    checkWorkflow: ({ params, signal }) => inspect(params.workflowId, signal),
    async exportWorkflow({ params, reply }) {
      const { name, content } = await workflows.get(params.workflowId)
      reply.header('content-disposition', attachment(`${name}.json`))
      await reply.send(JSON.stringify(content, null, 2))
    },
  }
}
