import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import type { WorkflowTemplateName } from '@vermilion/contract/generations/workflows'
import { checkpointLora } from './checkpoint-lora.ts'
import { depthControlnet } from './depth-controlnet.ts'
import { styleImage } from './style-image.ts'

/** Ready workflows of ComfyUI's own nodes. Names of models in them are those of their first releases. */
export const workflowTemplates: Readonly<Record<WorkflowTemplateName, WorkflowContent>> = {
  'checkpoint-lora': checkpointLora,
  'depth-controlnet': depthControlnet,
  'style-image': styleImage,
}
