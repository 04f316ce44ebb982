import { startFakeComfyui } from '../../server/src/areas/generation/engines/comfyui/testing/fake-comfyui.ts'

/** ComfyUI with other models than the product's templates name, of which one is like one of those. */
export const startLackingComfyui = () =>
  startFakeComfyui({
    models: { checkpoints: ['sd_xl_base_0.9.safetensors', 'dreamshaper_8.safetensors'], loras: [], controlnets: [] },
  })
