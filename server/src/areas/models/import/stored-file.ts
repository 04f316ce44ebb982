import { buffer } from 'node:stream/consumers'
import { fail } from '@vermilion/contract/kernel/errors'
import type { StorableFormat, StoredFormat } from '@vermilion/contract/models/stored-formats'
import type { PartlyRead } from './lora-file.ts'

export const runtimeOf = {
  pt: 'PyTorch',
  engine: 'TensorRT',
  rknn: 'RKNN',
  tflite: 'LiteRT',
  safetensors: 'safetensors',
  gguf: 'llama.cpp',
  mlflow: 'MLflow',
  onnx: 'ONNX',
} as const satisfies Readonly<Record<StorableFormat, string>>

const headLength = 64

const startsWith = (head: Buffer, text: string) => head.subarray(0, text.length).toString('latin1') === text

/** Checks magic bytes; nothing is unpacked or run. */
const isContent: Readonly<Record<StoredFormat, (head: Buffer) => boolean>> = {
  // A zip, or the pickle of old versions.
  pt: (head) => startsWith(head, 'PK\u0003\u0004') || head[0] === 0x80,
  // A plan, or a plan after Ultralytics' JSON header.
  engine: (head) => startsWith(head, 'ftrt') || head.subarray(4, 5).toString() === '{',
  rknn: (head) => startsWith(head, 'RKNN') || startsWith(head, 'CYPTRKNN'),
  tflite: (head) => head.subarray(4, 8).toString('latin1') === 'TFL3',
  // After the header's length comes its JSON.
  safetensors: (head) => head[8] === 0x7b,
  gguf: (head) => startsWith(head, 'GGUF'),
  mlflow: (head) => startsWith(head, 'PK\u0003\u0004'),
}

export async function requireContent({ size, open }: PartlyRead, format: StoredFormat): Promise<void> {
  const end = Math.min(size, headLength) - 1
  const head = end < 0 ? Buffer.alloc(0) : await buffer(await open({ start: 0, end }))
  if (!isContent[format](head)) throw fail('model-file.other-content', { format })
}
