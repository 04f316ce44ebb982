import type { GenerationStatus } from '@vermilion/contract/generations'
import { statusTable } from '#platform/status'

/** Repeated images after scoring return from `calculating` to `generating` (R4.06). */
export const generationStatus = statusTable<GenerationStatus>('generation', {
  queuing: ['generating', 'success', 'failed', 'stopped'],
  generating: ['calculating', 'success', 'failed', 'stopped'],
  calculating: ['generating', 'success', 'failed', 'stopped'],
  success: [],
  failed: [],
  stopped: [],
})

export const unendedStatuses = ['queuing', 'generating', 'calculating'] as const satisfies GenerationStatus[]

export function folderNameOf(name: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069/\\:*?"<>|]+/gu, '-')
    .trim()
  return /^[.-]*$/.test(safe) ? 'generation' : Array.from(safe).slice(0, 60).join('').trim()
}

/** `00017.jpg`, and for the second attempt `00017-2.jpg`, which sorts by number. */
export function imageFileName(number: number, attempt: number, extension: string): string {
  const suffix = attempt === 0 ? '' : `-${attempt + 1}`
  return `${String(number + 1).padStart(5, '0')}${suffix}.${extension}`
}

export const asideFolder = 'out-of-range'
