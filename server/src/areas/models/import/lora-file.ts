import { buffer } from 'node:stream/consumers'
import { fail } from '@vermilion/contract/kernel/errors'
import type { LoraModel } from '@vermilion/contract/models'
import type { LoraDescription } from '@vermilion/contract/models/lora'
import { readSafetensorsHeader, SafetensorsError, safetensorsHeaderEnd } from '@vermilion/contract/safetensors/header'
import { inspectLora } from '@vermilion/contract/safetensors/lora'
import type { ByteRange } from '#platform/blobs/blob-store'

/** LoRAs of large bases have gigabytes, so they are read in parts. */
export interface PartlyRead {
  readonly size: number
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>
}

const lengthBytes = 8

/** Null for other files. Fails as `lora-file.damaged`. */
export async function describeLora({ size, open }: PartlyRead): Promise<LoraDescription | null> {
  const beginningOf = async (length: number) =>
    length === 0 ? new Uint8Array() : buffer(await open({ start: 0, end: length - 1 }))
  try {
    const end = safetensorsHeaderEnd(await beginningOf(Math.min(size, lengthBytes)))
    if (end > size) throw new SafetensorsError('the file ends within its header')
    const facts = inspectLora(readSafetensorsHeader(await beginningOf(end), size))
    return facts && { ...facts, triggerWords: [...facts.triggerWords], tags: [...facts.tags] }
  } catch (error) {
    throw error instanceof SafetensorsError ? fail('lora-file.damaged', { reason: error.message }) : error
  }
}

export const loraFramework = ({ family }: LoraDescription): LoraModel['framework'] =>
  family === 'materials' ? 'vermilion' : 'safetensors'

export const isSafetensors = (name: string): boolean => name.toLowerCase().endsWith('.safetensors')
