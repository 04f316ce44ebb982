import { buffer } from 'node:stream/consumers'
import { fail } from '@vermilion/contract/kernel/errors'
import type { KeptFormat, StoredFormat } from '@vermilion/contract/models/stored-formats'
import type { PartlyRead } from './lora-file.ts'

/** What runs a model of each format, as its list of frameworks says it. */
export const runtimeOf = {
  pt: 'PyTorch',
  engine: 'TensorRT',
  rknn: 'RKNN',
  tflite: 'LiteRT',
  safetensors: 'safetensors',
  gguf: 'llama.cpp',
  mlflow: 'MLflow',
  onnx: 'ONNX',
} as const satisfies Readonly<Record<KeptFormat, string>>

/** Bytes that tell formats apart. */
const headLength = 64

const startsWith = (head: Buffer, text: string) => head.subarray(0, text.length).toString('latin1') === text

/** What the first bytes of each format are; nothing is unpacked or run. */
const isContent: Readonly<Record<StoredFormat, (head: Buffer) => boolean>> = {
  // A zip, or the pickle that old versions wrote.
  pt: (head) => startsWith(head, 'PK\u0003\u0004') || head[0] === 0x80,
  // A plan, or one behind the length and text of what Ultralytics says of it.
  engine: (head) => startsWith(head, 'ftrt') || head.subarray(4, 5).toString() === '{',
  rknn: (head) => startsWith(head, 'RKNN') || startsWith(head, 'CYPTRKNN'),
  tflite: (head) => head.subarray(4, 8).toString('latin1') === 'TFL3',
  // Behind the length of its header, which is JSON.
  safetensors: (head) => head[8] === 0x7b,
  gguf: (head) => startsWith(head, 'GGUF'),
  mlflow: (head) => startsWith(head, 'PK\u0003\u0004'),
}

/** Fails as `model-file.other-content`. */
export async function requireContent({ size, open }: PartlyRead, format: StoredFormat): Promise<void> {
  const end = Math.min(size, headLength) - 1
  const head = end < 0 ? Buffer.alloc(0) : await buffer(await open({ start: 0, end }))
  if (!isContent[format](head)) throw fail('model-file.other-content', { format })
}
