import type { ObjectInfo } from '../replies.ts'

export interface FakeModels {
  readonly checkpoints: readonly string[]
  readonly loras: readonly string[]
  readonly controlnets: readonly string[]
}

export const usualModels: FakeModels = {
  checkpoints: ['sd_xl_base_1.0.safetensors', 'dreamshaper_8.safetensors'],
  loras: ['style.safetensors', 'dirt-v2.safetensors', 'dirt-v3.safetensors'],
  controlnets: ['diffusion_pytorch_model_depth.safetensors'],
}

type Outputs = readonly string[]

const node = (name: string, required: Record<string, unknown[]>, output: Outputs, more: object = {}) => ({
  [name]: {
    input: { required, hidden: {} },
    input_order: { required: Object.keys(required) },
    output: [...output],
    output_is_list: output.map(() => false),
    output_name: [...output],
    name,
    display_name: name,
    description: '',
    python_module: 'nodes',
    category: 'nodes',
    output_node: false,
    ...more,
  },
})

const size = { default: 512, min: 16, max: 16_384, step: 8 }
const share = { default: 1, min: 0, max: 10, step: 0.01 }

export function fakeObjectInfo({ checkpoints, loras, controlnets }: FakeModels, inputs: readonly string[]): ObjectInfo {
  return {
    ...node('CheckpointLoaderSimple', { ckpt_name: [[...checkpoints], { tooltip: 'The name of the checkpoint' }] }, [
      'MODEL',
      'CLIP',
      'VAE',
    ]),
    ...node(
      'LoraLoader',
      {
        model: ['MODEL', {}],
        clip: ['CLIP', {}],
        lora_name: [[...loras], { tooltip: 'The name of the LoRA.' }],
        strength_model: ['FLOAT', share],
        strength_clip: ['FLOAT', share],
      },
      ['MODEL', 'CLIP'],
    ),
    ...node('CLIPTextEncode', { text: ['STRING', { multiline: true }], clip: ['CLIP', {}] }, ['CONDITIONING']),
    ...node('EmptyLatentImage', { width: ['INT', size], height: ['INT', size], batch_size: ['INT', { default: 1 }] }, [
      'LATENT',
    ]),
    ...node(
      'EmptyImage',
      { width: ['INT', size], height: ['INT', size], batch_size: ['INT', {}], color: ['INT', {}] },
      ['IMAGE'],
    ),
    ...node(
      'KSampler',
      {
        model: ['MODEL', {}],
        seed: ['INT', { default: 0, min: 0 }],
        steps: ['INT', {}],
        cfg: ['FLOAT', {}],
        sampler_name: [['euler', 'dpmpp_2m'], {}],
        scheduler: ['COMBO', { options: ['normal', 'karras'] }],
        positive: ['CONDITIONING', {}],
        negative: ['CONDITIONING', {}],
        latent_image: ['LATENT', {}],
        denoise: ['FLOAT', share],
      },
      ['LATENT'],
    ),
    ...node('VAEDecode', { samples: ['LATENT', {}], vae: ['VAE', {}] }, ['IMAGE']),
    ...node('VAEEncode', { pixels: ['IMAGE', {}], vae: ['VAE', {}] }, ['LATENT']),
    ...node('LoadImage', { image: [[...inputs], { image_upload: true }] }, ['IMAGE', 'MASK']),
    ...node(
      'ImageScale',
      {
        image: ['IMAGE', {}],
        upscale_method: [['nearest-exact', 'lanczos']],
        width: ['INT', size],
        height: ['INT', size],
        crop: [['disabled', 'center']],
      },
      ['IMAGE'],
    ),
    ...node('ControlNetLoader', { control_net_name: [[...controlnets]] }, ['CONTROL_NET']),
    ...node(
      'ControlNetApplyAdvanced',
      {
        positive: ['CONDITIONING', {}],
        negative: ['CONDITIONING', {}],
        control_net: ['CONTROL_NET', {}],
        image: ['IMAGE', {}],
        strength: ['FLOAT', share],
        start_percent: ['FLOAT', share],
        end_percent: ['FLOAT', share],
      },
      ['CONDITIONING', 'CONDITIONING'],
    ),
    ...node('SaveImage', { images: ['IMAGE', {}], filename_prefix: ['STRING', { default: 'ComfyUI' }] }, [], {
      output_node: true,
    }),
    ...node('PreviewImage', { images: ['IMAGE', {}] }, [], { output_node: true }),
  }
}
