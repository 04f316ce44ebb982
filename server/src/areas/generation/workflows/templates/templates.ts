import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import type { WorkflowTemplateName } from '@vermilion/contract/generations/workflows'
import { checkpointLora } from './checkpoint-lora.ts'
import { depthControlnet } from './depth-controlnet.ts'
import { styleImage } from './style-image.ts'

/** Templates with ComfyUI's own nodes and the original model file names. */
export const workflowTemplates: Readonly<Record<WorkflowTemplateName, WorkflowContent>> = {
  'checkpoint-lora': checkpointLora,
  'depth-controlnet': depthControlnet,
  'style-image': styleImage,
}
