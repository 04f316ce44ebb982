import { z } from 'zod'
import { bytes, count } from '../kernel/fields.ts'

export const acceleratorVendors = ['nvidia', 'rockchip', 'hailo', 'horizon', 'broadcom', 'amd', 'intel', 'arm'] as const

export const deviceAccelerator = z.object({
  kind: z.enum(['gpu', 'npu']),
  vendor: z.enum(acceleratorVendors),
  name: z.string(),
  memory: bytes.nullable(),
})

export const systemUpdaters = ['rauc', 'swupdate', 'deb'] as const

export const inferenceRuntimes = ['onnxruntime', 'tflite', 'rknn-lite', 'trtexec'] as const
export type InferenceRuntime = (typeof inferenceRuntimes)[number]

export const deviceFacts = z.object({
  /** Board or machine model from the device tree or DMI; empty when unknown. */
  model: z.string(),
  hostName: z.string(),
  system: z.string(),
  kernel: z.string(),
  architecture: z.string(),
  cpu: z.object({ name: z.string(), cores: count }),
  memory: bytes,
  storage: z.object({ total: bytes, free: bytes }),
  accelerators: z.array(deviceAccelerator),
  /** Version of `python3`; null when missing. */
  python: z.string().nullable(),
  runtimes: z.array(z.object({ name: z.enum(inferenceRuntimes), version: z.string() })),
  containerEngine: z.string().nullable(),
  updaters: z.array(z.enum(systemUpdaters)),
  sftp: z.boolean(),
})
export type DeviceFacts = z.output<typeof deviceFacts>
