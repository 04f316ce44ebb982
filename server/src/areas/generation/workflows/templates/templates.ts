import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import type { WorkflowTemplateName } from '@vermilion/contract/generations/workflows'
import { checkpointLora } from './checkpoint-lora.ts'
import { depthControlnet } from './depth-controlnet.ts'
import { styleImage } from './style-image.ts'

export const workflowTemplates: Readonly<Record<WorkflowTemplateName, WorkflowContent>> = {
  'checkpoint-lora': checkpointLora,
  'depth-controlnet': depthControlnet,
  'style-image': styleImage,
}
