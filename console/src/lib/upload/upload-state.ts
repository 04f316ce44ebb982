import type { UploadMetadata } from '@vermilion/contract/files'
import type { UploadResult } from '@vermilion/contract/files/uploads'

export type UploadStatus = 'waiting' | 'sending' | 'paused' | 'done' | 'failed'

/** One file on its way into a data space. Sizes are in bytes. */
export interface Upload {
  readonly id: number
  readonly batch: string
  readonly index: number
  readonly spaceId: string
  readonly path: string
  readonly conflict: UploadMetadata['conflict']
  readonly unpack: boolean
  readonly size: number
  readonly sent: number
  readonly status: UploadStatus
  readonly problem: string
  readonly result: UploadResult | null
}

export interface UploadState {
  readonly uploads: readonly Upload[]
  /** Bytes per second, smoothed; 0 while nothing is sent. */
  readonly speed: number
}

export interface Transfer {
  /** Stops sending; received bytes stay on the server. */
  pause: () => Promise<void>
  /** Stops sending; the server deletes received bytes. */
  cancel: () => Promise<void>
}

export interface TransferEvents {
  onProgress: (sent: number) => void
  onDone: (result: UploadResult | null) => void
  onFailed: (problem: unknown) => void
  /** The session has ended: received bytes are kept, and the upload resumes with the next session. */
  onHeld: () => void
}

export interface StoreEvents {
  /** The store of the server is away, for the reason that is told, or null when it took something. */
  onWaiting: (problem: string | null) => void
}

export interface PackEvents {
  /** Results in the order of the files; null for an unreadable file. */
  onDone: (results: readonly (UploadResult | null)[]) => void
  onFailed: (problem: unknown) => void
  onHeld: () => void
}

export type UploadTarget = Pick<Upload, 'spaceId' | 'path' | 'conflict' | 'unpack'>
export type PackedUpload = UploadTarget & { readonly file: File }

export interface UploadMemory {
  settled: (batch: string, indexes: readonly number[]) => void
  forget: (batch: string) => void
}

export interface UploadsNeeds {
  send: (file: File, target: UploadTarget, events: TransferEvents) => Promise<Transfer>
  sendPack: (files: readonly PackedUpload[], events: PackEvents) => Promise<Transfer>
  text: (problem: unknown) => string
  now: () => number
  memory?: UploadMemory
  packed?: number
  parallel?: number
  /** The minimum interval of state changes, in milliseconds. */
  period?: number
}

export interface AddedUpload {
  readonly path: string
  readonly size: number
  readonly file: File | null
  readonly conflict?: UploadMetadata['conflict']
  readonly unpack?: boolean
}
