import type { WorkflowContent, WorkflowNode } from '@vermilion/contract/generations/workflow-content'
import type { WorkflowTemplateName } from '@vermilion/contract/generations/workflows'

function sampler(inputs: WorkflowNode['inputs']): WorkflowNode {
  const settings = { seed: 1, steps: 24, cfg: 6.5, sampler_name: 'dpmpp_2m', scheduler: 'karras', denoise: 1 }
  return { class_type: 'KSampler', inputs: { ...settings, ...inputs } }
}

/** Nodes that all templates have. `encoder` is the node whose second output encodes texts. */
const common = (encoder: string): WorkflowContent => ({
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd_xl_base_1.0.safetensors' } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a kitchen floor', clip: [encoder, 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry, text, watermark', clip: [encoder, 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
  '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'vermilion/image', images: ['8', 0] } },
})

const emptyImage: WorkflowNode = {
  class_type: 'EmptyLatentImage',
  inputs: { width: 1024, height: 1024, batch_size: 1 },
}

export const workflowTemplates: Readonly<Record<WorkflowTemplateName, WorkflowContent>> = {
  'checkpoint-lora': {
    ...common('10'),
    '3': sampler({ model: ['10', 0], positive: ['6', 0], negative: ['7', 0], latent_image: ['5', 0] }),
    '5': emptyImage,
    '10': {
      class_type: 'LoraLoader',
      inputs: { lora_name: 'style.safetensors', strength_model: 1, strength_clip: 1, model: ['4', 0], clip: ['4', 1] },
    },
  },
  'depth-controlnet': {
    ...common('4'),
    '3': sampler({ model: ['4', 0], positive: ['13', 0], negative: ['13', 1], latent_image: ['5', 0] }),
    '5': emptyImage,
    '11': { class_type: 'ControlNetLoader', inputs: { control_net_name: 'diffusion_pytorch_model_depth.safetensors' } },
    '12': { class_type: 'LoadImage', inputs: { image: 'depth.png' } },
    '13': {
      class_type: 'ControlNetApplyAdvanced',
      inputs: {
        strength: 0.8,
        start_percent: 0,
        end_percent: 1,
        positive: ['6', 0],
        negative: ['7', 0],
        control_net: ['11', 0],
        image: ['12', 0],
        vae: ['4', 2],
      },
    },
  },
  'style-image': {
    ...common('4'),
    '3': sampler({ denoise: 0.6, model: ['4', 0], positive: ['6', 0], negative: ['7', 0], latent_image: ['16', 0] }),
    '14': { class_type: 'LoadImage', inputs: { image: 'style.png' } },
    '15': {
      class_type: 'ImageScale',
      inputs: { upscale_method: 'lanczos', width: 1024, height: 1024, crop: 'center', image: ['14', 0] },
    },
    '16': { class_type: 'VAEEncode', inputs: { pixels: ['15', 0], vae: ['4', 2] } },
  },
}
