import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'

/** `unset`: no ComfyUI folder configured. `foreign`: a different file of that name exists. */
export const comfyuiStates = ['unset', 'absent', 'present', 'foreign', 'unreachable'] as const

export const comfyuiLora = z.object({
  state: z.enum(comfyuiStates),
  folder: z.string().nullable(),
  file: z.string(),
})
export type ComfyuiLora = z.output<typeof comfyuiLora>

export const comfyuiLoraEndpoints = {
  getComfyuiLora: endpoint('GET', '/models/:modelId/comfyui', {
    summary: { en: 'Whether a LoRA lies in the folder of ComfyUI', zh: 'LoRA 是否已在 ComfyUI 目录中' },
    answer: comfyuiLora,
    errors: ['model.not-found', 'comfyui-lora.unfit'],
  }),
  putComfyuiLora: endpoint('PUT', '/models/:modelId/comfyui', {
    summary: { en: 'Put a LoRA into the folder of ComfyUI', zh: '将 LoRA 放入 ComfyUI 目录' },
    answer: comfyuiLora,
    errors: [
      'model.not-found',
      'comfyui-lora.unfit',
      'comfyui-lora.unset',
      'comfyui-lora.foreign',
      'comfyui-lora.unwritable',
    ],
  }),
  removeComfyuiLora: endpoint('DELETE', '/models/:modelId/comfyui', {
    summary: {
      en: 'Take a LoRA out of the folder of ComfyUI; another file of its name stays',
      zh: '从 ComfyUI 目录移除 LoRA；同名的其他文件保留',
    },
    answer: comfyuiLora,
    errors: [
      'model.not-found',
      'comfyui-lora.unfit',
      'comfyui-lora.unset',
      'comfyui-lora.foreign',
      'comfyui-lora.unwritable',
    ],
  }),
} as const
