import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'

const node = (classType: string, inputs: Record<string, unknown>) => ({ class_type: classType, inputs })

export const sdxlRefined: WorkflowContent = {
  '4': node('CheckpointLoaderSimple', { ckpt_name: 'sd_xl_base_1.0.safetensors' }),
  '5': node('EmptyLatentImage', { width: ['30', 0], height: ['31', 0], batch_size: 4 }),
  '6': node('CLIPTextEncodeSDXL', { width: 4096, height: 4096, text_g: 'a cat', text_l: 'a cat', clip: ['4', 1] }),
  '7': node('CLIPTextEncodeSDXL', { width: 4096, height: 4096, text_g: 'blurry', text_l: 'ugly', clip: ['4', 1] }),
  '10': node('KSamplerAdvanced', {
    add_noise: 'enable',
    noise_seed: ['32', 0],
    model: ['4', 0],
    positive: ['6', 0],
    negative: ['7', 0],
    latent_image: ['5', 0],
  }),
  '11': node('KSamplerAdvanced', {
    add_noise: 'disable',
    noise_seed: 0,
    model: ['12', 0],
    positive: ['15', 0],
    negative: ['16', 0],
    latent_image: ['10', 0],
  }),
  '12': node('CheckpointLoaderSimple', { ckpt_name: 'sd_xl_refiner_1.0.safetensors' }),
  '15': node('CLIPTextEncode', { text: ['33', 0], clip: ['12', 1] }),
  '16': node('CLIPTextEncode', { text: 'ugly', clip: ['12', 1] }),
  '17': node('VAEDecode', { samples: ['11', 0], vae: ['12', 2] }),
  '18': node('PreviewImage', { images: ['17', 0] }),
  '19': node('SaveImage', { filename_prefix: 'ComfyUI', images: ['17', 0] }),
  '30': node('PrimitiveInt', { value: 1024 }),
  '31': node('PrimitiveInt', { value: 768 }),
  '32': node('Seed (rgthree)', { seed: 42 }),
  '33': node('PrimitiveStringMultiline', { value: 'a cat' }),
}

export const fluxGuided: WorkflowContent = {
  '6': node('CLIPTextEncode', { text: 'a mouse on wood', clip: ['11', 0] }),
  '8': node('VAEDecode', { samples: ['13', 0], vae: ['10', 0] }),
  '9': node('SaveImage', { filename_prefix: 'flux', images: ['8', 0] }),
  '10': node('VAELoader', { vae_name: 'ae.safetensors' }),
  '11': node('DualCLIPLoader', {
    clip_name1: 't5xxl_fp16.safetensors',
    clip_name2: 'clip_l.safetensors',
    type: 'flux',
  }),
  '12': node('UNETLoader', { unet_name: 'flux1-dev.safetensors', weight_dtype: 'default' }),
  '13': node('SamplerCustomAdvanced', {
    noise: ['25', 0],
    guider: ['22', 0],
    sampler: ['16', 0],
    sigmas: ['17', 0],
    latent_image: ['27', 0],
  }),
  '16': node('KSamplerSelect', { sampler_name: 'euler' }),
  '17': node('BasicScheduler', { scheduler: 'simple', steps: 20, denoise: 1, model: ['40', 0] }),
  '22': node('BasicGuider', { model: ['40', 0], conditioning: ['26', 0] }),
  '25': node('RandomNoise', { noise_seed: 7 }),
  '26': node('FluxGuidance', { guidance: 3.5, conditioning: ['6', 0] }),
  '27': node('EmptySD3LatentImage', { width: 1024, height: 1024, batch_size: 1 }),
  '40': node('LoraLoaderModelOnly', { lora_name: 'one.safetensors', strength_model: 0.7, model: ['12', 0] }),
}

export const fluxZeroed: WorkflowContent = {
  '6': node('CLIPTextEncode', { text: 'a cat', clip: ['30', 1] }),
  '8': node('VAEDecode', { samples: ['31', 0], vae: ['30', 2] }),
  '9': node('SaveImage', { filename_prefix: 'ComfyUI', images: ['8', 0] }),
  '27': node('EmptySD3LatentImage', { width: 512, height: 512, batch_size: 1 }),
  '30': node('CheckpointLoaderSimple', { ckpt_name: 'flux1-dev-fp8.safetensors' }),
  '31': node('KSampler', {
    seed: 9,
    denoise: 1,
    model: ['30', 0],
    positive: ['35', 0],
    negative: ['33', 0],
    latent_image: ['27', 0],
  }),
  '33': node('ConditioningZeroOut', { conditioning: ['6', 0] }),
  '35': node('FluxGuidance', { guidance: 3.5, conditioning: ['6', 0] }),
}

export const controlledTwice: WorkflowContent = {
  a: node('CheckpointLoaderSimple', { ckpt_name: 'dreamshaper_8.safetensors' }),
  b: node('LoraLoader', { lora_name: 'second', strength_model: 1, strength_clip: 1, model: ['c', 0], clip: ['c', 1] }),
  c: node('LoraLoader', { lora_name: 'first', strength_model: 1, strength_clip: 1, model: ['a', 0], clip: ['a', 1] }),
  d: node('CLIPTextEncode', { text: 'good', clip: ['b', 1] }),
  e: node('CLIPTextEncode', { text: 'bad', clip: ['b', 1] }),
  f: node('LoadImage', { image: 'room.png' }),
  g: node('MiDaS-DepthMapPreprocessor', { image: ['f', 0], a: 6.28, bg_threshold: 0.1 }),
  h: node('ControlNetLoader', { control_net_name: 'control_v11f1p_sd15_depth.pth' }),
  i: node('ControlNetApplyAdvanced', {
    strength: 0.9,
    positive: ['d', 0],
    negative: ['e', 0],
    control_net: ['h', 0],
    image: ['g', 0],
  }),
  j: node('EmptyLatentImage', { width: 512, height: 512, batch_size: 2 }),
  k: node('KSampler', {
    seed: 1,
    denoise: 1,
    model: ['b', 0],
    positive: ['i', 0],
    negative: ['i', 1],
    latent_image: ['j', 0],
  }),
  l: node('LatentUpscale', { upscale_method: 'nearest-exact', width: 1024, height: 1024, samples: ['k', 0] }),
  m: node('KSampler', {
    seed: 2,
    denoise: 0.5,
    model: ['b', 0],
    positive: ['d', 0],
    negative: ['e', 0],
    latent_image: ['l', 0],
  }),
  n: node('VAEDecode', { samples: ['m', 0], vae: ['a', 2] }),
  o: node('SaveImage', { filename_prefix: 'out', images: ['n', 0] }),
}

export const styleModel: WorkflowContent = {
  ...fluxZeroed,
  '35': node('StyleModelApply', {
    strength: 1,
    conditioning: ['6', 0],
    style_model: ['50', 0],
    clip_vision_output: ['51', 0],
  }),
  '50': node('StyleModelLoader', { style_model_name: 'flux1-redux-dev.safetensors' }),
  '51': node('CLIPVisionEncode', { crop: 'center', clip_vision: ['52', 0], image: ['53', 0] }),
  '52': node('CLIPVisionLoader', { clip_name: 'sigclip_vision_patch14_384.safetensors' }),
  '53': node('LoadImage', { image: 'look.png' }),
}

export const plainColour: WorkflowContent = {
  '1': node('EmptyImage', { width: 128, height: 96, batch_size: 3, color: 16711680 }),
  '2': node('SaveImage', { images: ['1', 0], filename_prefix: 'vermilion/task' }),
}
