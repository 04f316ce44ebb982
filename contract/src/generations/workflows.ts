import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, name, text, time } from '../kernel/fields.ts'
import { workflowCapabilities, workflowVersion } from './engines.ts'
import { workflowContent } from './workflow-content.ts'
import { slotTarget, workflowSlots } from './workflow-slots.ts'

export const importedWorkflow = z.object({
  id,
  name,
  content: workflowContent,
  slots: workflowSlots,
  /** Version of content and slots; changes with each edit. */
  version: workflowVersion,
  capabilities: workflowCapabilities,
  createdBy: z.string(),
  updatedAt: time,
})
export type ImportedWorkflow = z.output<typeof importedWorkflow>

/** Templates made of ComfyUI's own nodes, by input beside the prompt. */
export const workflowTemplateNames = ['checkpoint-lora', 'depth-controlnet', 'style-image'] as const
export type WorkflowTemplateName = (typeof workflowTemplateNames)[number]

export const missingPart = z.object({
  nodeId: z.string(),
  classType: z.string(),
  /** Input with the name; null when the node itself is missing. */
  input: z.string().nullable(),
  name: z.string(),
  /** Similar names on the server, nearest first. */
  near: z.array(z.string()),
})
export type MissingPart = z.output<typeof missingPart>

export const workflowServer = z.object({
  serviceId: z.string(),
  name: z.string(),
  problem: text.nullable(),
  missing: z.array(missingPart),
})
export type WorkflowServer = z.output<typeof workflowServer>

const bodyLimit = 8 * 1024 * 1024

export const workflowEndpoints = {
  importWorkflow: endpoint('POST', '/workflows', {
    summary: {
      en: 'Import a workflow of ComfyUI: its content in the API format, or the name of a ready template',
      zh: '导入 ComfyUI 工作流：API 格式的内容，或预置模板的名称',
    },
    body: z.union([
      z.object({ name, content: z.record(z.string(), z.unknown()) }),
      z.object({ name, template: z.enum(workflowTemplateNames) }),
    ]),
    answer: importedWorkflow,
    bodyLimit,
    errors: ['workflow.editor-file', 'workflow.unreadable', 'workflow.name-taken'],
  }),
  getWorkflow: endpoint('GET', '/workflows/:workflowId', {
    summary: { en: 'An imported workflow', zh: '一个已导入的工作流' },
    answer: importedWorkflow,
    errors: ['generation.workflow-missing'],
  }),
  updateWorkflow: endpoint('PATCH', '/workflows/:workflowId', {
    summary: {
      en: 'Rename an imported workflow, correct where the values of a config go, or name other models in it',
      zh: '重命名已导入的工作流，修正配置各项对应的节点输入，或替换其中的模型名称',
    },
    body: z
      .object({
        name,
        slots: workflowSlots,
        values: z.array(slotTarget.extend({ value: z.string().max(1_000) })).max(200),
      })
      .partial(),
    answer: importedWorkflow,
    errors: ['generation.workflow-missing', 'workflow.name-taken', 'workflow.slot-unfit', 'workflow.value-unfit'],
  }),
  deleteWorkflow: endpoint('DELETE', '/workflows/:workflowId', {
    summary: { en: 'Delete an imported workflow', zh: '删除已导入的工作流' },
    errors: ['generation.workflow-missing'],
  }),
  checkWorkflow: endpoint('GET', '/workflows/:workflowId/check', {
    summary: {
      en: 'What each ComfyUI server lacks of a workflow, with what it has of a like name',
      zh: '各 ComfyUI 服务器缺少该工作流的哪些内容，并给出名称相近的可用项',
    },
    answer: z.array(workflowServer),
    errors: ['generation.workflow-missing', 'workflow.no-server'],
  }),
  exportWorkflow: endpoint('GET', '/workflows/:workflowId/export', {
    summary: {
      en: 'The content of a workflow as a file that can be imported again',
      zh: '工作流内容文件，可再次导入',
    },
    raw: 'application/json',
    errors: ['generation.workflow-missing'],
  }),
} as const
