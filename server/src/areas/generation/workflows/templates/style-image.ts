import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'

export const styleImage: WorkflowContent = {
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: 1,
      steps: 24,
      cfg: 6.5,
      sampler_name: 'dpmpp_2m',
      scheduler: 'karras',
      denoise: 0.6,
      model: ['4', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['16', 0],
    },
  },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd_xl_base_1.0.safetensors' } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a kitchen floor', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry, text, watermark', clip: ['4', 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
  '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'vermilion/image', images: ['8', 0] } },
  '14': { class_type: 'LoadImage', inputs: { image: 'style.png' } },
  '15': {
    class_type: 'ImageScale',
    inputs: { upscale_method: 'lanczos', width: 1024, height: 1024, crop: 'center', image: ['14', 0] },
  },
  '16': { class_type: 'VAEEncode', inputs: { pixels: ['15', 0], vae: ['4', 2] } },
}
