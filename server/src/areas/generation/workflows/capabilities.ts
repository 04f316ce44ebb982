import { generatedSideLimit, type WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import type { WorkflowSlots } from '@vermilion/contract/generations/workflow-slots'

export function capabilitiesOf(slots: WorkflowSlots): WorkflowCapabilities {
  return {
    loras: slots.loras.length > 0,
    loraFamily: null,
    depthReference: slots.controlImage.length > 0,
    styleImage: slots.styleImage.length > 0,
    negativePrompt: slots.negativePrompt.length > 0,
    words: slots.positivePrompt.length > 0,
    vocabulary: null,
    truth: false,
    largestSide: generatedSideLimit,
  }
}
