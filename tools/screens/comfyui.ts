import { startFakeComfyui } from '../../server/src/areas/generation/engines/comfyui/testing/fake-comfyui.ts'

/** ComfyUI with other models than the templates name, one of them similar. */
export const startLackingComfyui = () =>
  startFakeComfyui({
    models: { checkpoints: ['sd_xl_base_0.9.safetensors', 'dreamshaper_8.safetensors'], loras: [], controlnets: [] },
  })
