import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'

export const depthControlnet: WorkflowContent = {
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: 1,
      steps: 24,
      cfg: 6.5,
      sampler_name: 'dpmpp_2m',
      scheduler: 'karras',
      denoise: 1,
      model: ['4', 0],
      positive: ['13', 0],
      negative: ['13', 1],
      latent_image: ['5', 0],
    },
  },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd_xl_base_1.0.safetensors' } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 1024, height: 1024, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a kitchen floor', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry, text, watermark', clip: ['4', 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
  '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'vermilion/image', images: ['8', 0] } },
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
}
